"""Copying states, folding events into them, and the events of one move while it is judged. Shared by all games."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Generic, NamedTuple, Never, Protocol, TypeVar

from games.core.chance import Chance
from games.core.moves import replace_malformed
from games.core.seats import Seat

S = TypeVar("S")
E = TypeVar("E")
T = TypeVar("T")
Writers = Mapping[type, Callable[[S, Never], None]]
"""For each class of event, the function that applies it to a state."""


class Misplaced(Exception):
    """An event or a move that does not fit the state before it: a fault of the program, not of a player."""


def must_have(value: T | None, name: str) -> T:
    """Return `value`, a part of a state that must be set by now. Raises Misplaced with `name` if it is None."""
    if value is None:
        raise Misplaced(name)
    return value


def replace_at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A copy of `values` (by seat or place) in which the value at `place` is replaced."""
    return (*values[:place], value, *values[place + 1 :])


class Decided(NamedTuple, Generic[T, E]):
    """An accepted move: the events that follow from it, and the state after them."""

    events: tuple[E, ...]
    state: T


class Unfolding(Generic[S, E]):
    """A move being judged: the events so far, and the state after them.

    `at` is the time of the move (milliseconds), `chance` its source of chance.
    """

    __slots__ = ("_writers", "at", "chance", "events", "state")

    def __init__(self, writers: Writers[S], state: S, at: int, chance: Chance) -> None:
        self.state = state
        self.at = at
        self.chance = chance
        self.events: list[E] = []
        self._writers = writers

    def add(self, event: E) -> None:
        """Append the event and apply it to the state."""
        self.events.append(event)
        self._writers[type(event)](self.state, event)  # type: ignore[arg-type]

    def accept(self) -> Decided[S, E]:
        """The accepted move: its events, and the state after them."""
        return Decided(tuple(self.events), self.state)


def make_copier(kind: type[T], *parts: str) -> Callable[[T], T]:
    """Make a function that copies a state, or a part of one, so that a move can be tried on the copy.

    `kind` is the dataclass to copy. `parts` names the fields that events change in place: their values are copied too,
    by their method `copy`. The copy shares all other values with the original. A field that is no argument of `kind`
    starts afresh in the copy.
    """
    names = [field.name for field in fields(kind) if field.init]  # type: ignore[arg-type]
    values, places = attrgetter(*names), [names.index(name) for name in parts]

    def copy(state: T) -> T:
        made = [*values(state)]
        for place in places:
            if made[place] is not None:
                made[place] = made[place].copy()
        return kind(*made)

    return copy


class Decide(Protocol[S, E]):
    """The `decide` of a game."""

    def __call__(self, state: S, seat: Seat | None, move: object, at: int, chance: Chance) -> Decided[S, E]:
        """Judge the move. Raises Refused."""


class Folder(Generic[S, E]):
    """Applies the events of one game to its states. `new` makes the state before any event, `copy` copies a state."""

    __slots__ = ("_new", "_writers", "copy")

    def __init__(self, new: Callable[[], S], copy: Callable[[S], S], writers: Writers[S]) -> None:
        self._new = new
        self.copy = copy
        self._writers = writers

    def unfold(self, state: S, at: int, chance: Chance) -> Unfolding[S, E]:
        """Start judging a move on `state`, which will change: pass a copy, or a state that nothing else refers to."""
        return Unfolding(self._writers, state, at, chance)

    def decide_by(self, play: Callable[[Unfolding[S, E], Seat | None, object], None]) -> Decide[S, E]:
        """Build a game's `decide` from its `play`. `decide` works on a copy of the state.

        `decide` takes moves from outside, so it replaces a malformed move before it calls `play`. Code that builds its
        own moves may call `play` itself.
        """
        copy, writers = self.copy, self._writers

        def decide(state: S, seat: Seat | None, move: object, at: int, chance: Chance) -> Decided[S, E]:
            unfolding: Unfolding[S, E] = Unfolding(writers, copy(state), at, chance)
            play(unfolding, seat, replace_malformed(move))
            return unfolding.accept()

        return decide

    def apply(self, state: S, events: Iterable[E]) -> None:
        """Apply the events to a state that nothing else refers to."""
        writers = self._writers
        for event in events:
            writers[type(event)](state, event)  # type: ignore[arg-type]

    def fold(self, events: Iterable[E]) -> S:
        """The state after all events of a session."""
        state = self._new()
        self.apply(state, events)
        return state

    def evolve(self, state: S, *events: E) -> S:
        """The state after these events; the given state stays as it was."""
        state = self.copy(state)
        self.apply(state, events)
        return state

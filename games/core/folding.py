"""Folding events into a state, and the events of one move while it is being judged. Shared by all games."""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, Never, Protocol, Self, TypeVar

from games.core.chance import Chance


class Copyable(Protocol):
    """A state that can be copied, so that a move can be tried on the copy while the original stays as it was."""

    def copy(self) -> Self:
        """A copy to write on."""
        ...


S = TypeVar("S", bound=Copyable)
E = TypeVar("E")
T = TypeVar("T")
Writers = Mapping[type, Callable[[S, Never], None]]
"""For each class of event, the function that applies it to a state."""


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
        """The move as accepted."""
        return Decided(tuple(self.events), self.state)


class Folder(Generic[S, E]):
    """Applies the events of one game, each with its own writer; `new` makes the state before the first of them."""

    __slots__ = ("_new", "_writers")

    def __init__(self, new: Callable[[], S], writers: Writers[S]) -> None:
        self._new = new
        self._writers = writers

    def unfold(self, state: S, at: int, chance: Chance) -> Unfolding[S, E]:
        """Start judging a move on `state`, which will change: pass a copy, or a state without other references."""
        return Unfolding(self._writers, state, at, chance)

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
        state = state.copy()
        self.apply(state, events)
        return state

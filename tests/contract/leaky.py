"""A game that leaks on purpose: each seat hides a pebble, and the table gives seat 1's away."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, NewType

from games.core import Chance, Level, Options, Refused, Seat
from games.core.events import event
from games.core.folding import Decided
from games.core.moves import Choice, Verb
from games.core.robots import Thought
from games.core.secret import Each, Hidden, Only, Public

Pebble = NewType("Pebble", int)


@event("leaky.dealt", 1)
class Dealt:
    """A pebble for each seat; the rest stay in the bag."""

    pebbles: Annotated[tuple[Pebble, ...], Each()]
    bag: Annotated[tuple[Pebble, ...], Hidden()]


@event("leaky.drew", 1)
class Drew:
    """A seat took a pebble out of the bag."""

    seat: Seat
    pebble: Annotated[Pebble, Only("seat")]


@event("leaky.waved", 1)
class Waved:
    """The same event as `Drew`, with a secrecy mark that shows too much."""

    seat: Seat
    pebble: Annotated[Pebble, Public()]


@event("leaky.hid", 1)
class Hid:
    """The same event as `Drew`, with a secrecy mark that hides too much."""

    seat: Seat
    pebble: Annotated[Pebble, Hidden()]


@dataclass(frozen=True)
class View:
    """One seat's view. If the table leaks by its view, `told` says whether seat 1's pebble is above 4."""

    seat: Seat | None
    own: Pebble | None
    told: bool
    players: int = 2
    phase: str = "turn"
    hand: int = 1
    to_act: tuple[Seat, ...] = ()
    deadline: int | None = None
    scores: tuple[int, ...] = (0, 0)
    over: bool = False
    hot: tuple[Any, ...] = ()
    gone: tuple[tuple[Any, int], ...] = ()
    stage: str = ""
    tap_stage: str = ""
    has_spoken: bool = False
    spoken: tuple[str, ...] = ()
    last_calls: tuple[Any, ...] = ()


@dataclass(frozen=True)
class State:
    pebbles: tuple[Pebble, ...] = ()

    def copy(self) -> "State":
        return self


class Leaky:
    """A leaky table. `by` names the leak: "view", "refusal" or "deadline", "mark" for a mark that shows too much.

    With "hidden", a mark hides too much instead; with "", the table is sound.
    """

    NAME, TITLE, EVENT_PREFIX = "leaky", "Leaky", "leaky"
    SEATS, RULES_VERSION = (2, 2), 1
    OPTIONS = PRESETS = ()
    JUDGES_LATER, idle = False, None
    VERBS = (Verb("guess", "LEAKY-1", "Guess"),)

    def __init__(self, by: str) -> None:
        self.by = by

    def begin(self, players: int, options: Options, at: int, chance: Chance) -> Sequence[Any]:
        order = chance.shuffle(map(Pebble, range(9)))
        return (Dealt(order[:2], order[2:]),)

    def fold(self, events: Iterable[Any]) -> State:
        return self.evolve(State(), *events)

    def evolve(self, state: State, *events: Any) -> State:
        for happened in events:
            if isinstance(happened, Dealt):
                state = replace(state, pebbles=happened.pebbles)
            else:
                own = list(state.pebbles)
                own[happened.seat] = happened.pebble
                state = replace(state, pebbles=tuple(own))
        return state

    def decide(self, state: State, seat: Seat | None, move: Any, at: int, chance: Chance) -> Decided[State, Any]:
        if self.by == "refusal" and state.pebbles[1] > 4:
            raise Refused("LEAKY-1", "told")
        if move == "draw" and seat is not None:
            drew = {"mark": Waved, "hidden": Hid}.get(self.by, Drew)(seat, Pebble(8 - sum(state.pebbles) % 3))
            return Decided((drew,), self.evolve(state, drew))
        return Decided((), state)

    def deadline(self, state: State) -> int | None:
        return 1000 * state.pebbles[1] if self.by == "deadline" else None

    def view(self, state: State, seat: Seat | None) -> View:
        own = None if seat is None else state.pebbles[seat]
        return View(seat, own, self.by == "view" and state.pebbles[1] > 4)

    def viewer(self, state: State) -> Callable[[Seat | None], View]:
        return partial(self.view, state)

    def choices(self, view: View) -> tuple[Choice[Any], ...]:
        return ()

    def read(self, view: View, verb: str, words: str) -> Any:
        return verb

    def write(self, move: Any) -> str:
        return str(move)

    def robot(self, view: View, chance: Chance, level: Level = Level.OLD_HAND, *_: object) -> Thought[Any] | None:
        return None

    def transfers(self, events: Iterable[Any]) -> tuple[Any, ...]:
        return ()

    def receipts(self, events: Iterable[Any]) -> tuple[Any, ...]:
        return ()

    def is_revealed(self, state: State) -> bool:
        return False

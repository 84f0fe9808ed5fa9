"""The shape of a game: a package whose names satisfy `Cover`, with a module `game` whose names satisfy `Game`.

The life of a move: `read` turns words into a move, `decide` judges it and gives the events that follow and the next
state, or raises `Refused`; `evolve` applies events and never refuses; `view` builds what one seat may see, and
`choices` lists what that seat could do. Time (`at`, milliseconds) and chance are handed in.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeAlias, TypeVar

from games.core.chance import Chance
from games.core.folding import Decided
from games.core.moves import Choice, Verb
from games.core.options import Option, Options, Preset
from games.core.pieces import Pieces
from games.core.receipt import Receipt, Transfer
from games.core.results import Feat, Record, Stakes
from games.core.robots import Level, Thought
from games.core.seats import Seat
from games.core.view import View

S = TypeVar("S")
E = TypeVar("E")
M = TypeVar("M")
V = TypeVar("V", bound=View)


class Cover(Protocol):
    """The outside of a game's box: enough to offer the game without loading it."""

    @property
    def NAME(self) -> str:
        """Its name in commands and the database: "pussers-bones"."""
        ...

    @property
    def TITLE(self) -> str:
        """Its name for people: "Pussers Bones"."""
        ...

    @property
    def SHORT_TITLE(self) -> str:
        """Its name where there is little room, as in the columns of the tally: "Navy"."""
        ...

    @property
    def SEATS(self) -> tuple[int, int]:
        """Fewest and most players."""
        ...

    @property
    def RULES_VERSION(self) -> int:
        """The version that sessions are pinned to."""
        ...

    @property
    def EVENTS(self) -> str:
        """The beginning of the kinds of its events: "pussers"."""
        ...

    @property
    def VERBS(self) -> tuple[Verb, ...]:
        """The words that make moves, in the order in which the help lists them."""
        ...


class Game(Cover, Protocol[S, E, M, V]):
    """A game with states `S`, events `E`, moves `M` and views `V`."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The house rules that a table may choose."""
        ...

    @property
    def PRESETS(self) -> tuple[Preset, ...]:
        """Named bundles of house rules."""
        ...

    @property
    def PIECES(self) -> Pieces:
        """The pieces that it is played with, and their names."""
        ...

    @property
    def STAKES(self) -> Stakes:
        """The way in which its results become entries of the tally."""
        ...

    @property
    def RECORDS(self) -> tuple[Record, ...]:
        """The records that its feats are kept for, in the order in which they are listed."""
        ...

    @property
    def FEAT_EVENTS(self) -> tuple[str, ...]:
        """The kinds of events that `feats` looks at."""
        ...

    @property
    def SORTS(self) -> tuple[str, ...]:
        """The orders in which players may have their own pieces, the usual one first; () where there is but one."""
        ...

    @property
    def WORDS_WAIT(self) -> bool:
        """True if words are judged a moment after they were said, so that the game's clock must run until then."""
        ...

    @property
    def idle(self) -> Callable[[S, Seat], M] | None:
        """idle(state, seat): the move made for a player who has kept the table waiting, before a robot takes the seat.

        It raises Refused where the table does not wait for that seat. None: the game has no such move.
        """
        ...

    def begin(self, players: int, options: Options, at: int, chance: Chance) -> Sequence[E]:
        """The first events of a session, with settled options. Raises Refused."""
        ...

    def fold(self, events: Iterable[E]) -> S:
        """The state after all events of a session."""
        ...

    def evolve(self, state: S, *events: E) -> S:
        """The state after these events too; the given state stays as it was."""
        ...

    def decide(self, state: S, seat: Seat | None, move: M, at: int, chance: Chance) -> Decided[S, E]:
        """Judge a move: the events that follow and the state after them. `Lapse()` comes with seat None.

        Raises Refused. The given state stays as it was.
        """
        ...

    def deadline(self, state: S) -> int | None:
        """The time (milliseconds) at which `Lapse()` must be played, if there is one."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """The state as a seat (None: the crowd) may see it: a frozen record, built from nothing."""
        ...

    def viewer(self, state: S) -> Callable[[Seat | None], V]:
        """The views of one state by seat, for anyone who needs several; what they share is worked out once."""
        ...

    def choices(self, view: V) -> tuple[Choice, ...]:
        """The moves that the viewer could make, as far as the public and the viewer's own hand tell.

        For the crowd: words that anybody at the table might say now, whoever could truly say them.
        """
        ...

    def read(self, view: V, verb: str, words: str) -> M:
        """The move that the words mean. Raises Unreadable or Ambiguous."""
        ...

    def write(self, move: M) -> str:
        """The words that `read` gives the same move for: "discard R1"."""
        ...

    def robot(self, view: V, chance: Chance, level: Level = ...) -> Thought | None:
        """The move of a robot that sees this view, and why; None to stay silent. The default is the upper level."""
        ...

    def transfers(self, events: Iterable[E]) -> tuple[Transfer, ...]:
        """The amounts that the events move between the seats; each sums to zero."""
        ...

    def receipts(self, events: Iterable[E]) -> tuple[Receipt, ...]:
        """A receipt for each score among the events."""
        ...

    def final_scores(self, event: E) -> tuple[int, ...] | None:
        """Each seat's points if the event ends a game of points (partners have those of their side), else None."""
        ...

    def feats(self, events: Iterable[E]) -> Iterable[tuple[Feat, ...]]:
        """The feats of each event of a session, in order; events other than `FEAT_EVENTS` may be left out."""
        ...

    def arrange(self, view: V, order: str) -> V:
        """The view with the viewer's own pieces in an order of `SORTS`."""
        ...

    def variant(self, event: E) -> str:
        """A public fact that asks for another sentence about the event, as a wording key ("again"); "" for none."""
        ...

    def revealed(self, state: S) -> bool:
        """True if the hand is over, so that its secret may be shown."""
        ...


AnyGame: TypeAlias = Game[object, object, object, View]
"""A game whose own types are not known: its states, events and moves are only handed back to it."""


def most_seats(game: AnyGame, options: Options) -> int:
    """The most players that may sit down: the game's limit, or the house's where it has a rule for that."""
    house = options.get("max_seats")
    return min(game.SEATS[1], house) if isinstance(house, int) else game.SEATS[1]

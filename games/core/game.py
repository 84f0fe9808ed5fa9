"""The shape of a game: a package whose names satisfy `Cover`, with a module `game` whose names satisfy `Game`.

The life of a move: `read` turns words into a move, `decide` judges it and gives the events that follow and the next
state, or raises `Refused`; `evolve` applies events and never refuses; `view` builds what one seat may see, and
`choices` lists what that seat could do. Time (`at`, milliseconds) and chance are handed in.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeAlias, TypeVar

from games.core.chance import Chance
from games.core.first_hand import FirstHand
from games.core.folding import Decided
from games.core.moves import Choice, Verb
from games.core.options import AnyOption, Options, Preset
from games.core.pieces import Pieces
from games.core.places import Drawing, Shown
from games.core.receipt import Receipt, Transfer
from games.core.results import Feat, Partners, Record, Stakes
from games.core.robots import Level, Thought
from games.core.seats import Seat
from games.core.view import View

S = TypeVar("S")
E = TypeVar("E")
M = TypeVar("M")
V = TypeVar("V", bound=View)


class Cover(Protocol):
    """The public face of a game: enough to offer it without loading it."""

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
    def NOUN(self) -> str:
        """The word for one of its pieces: "bone", "tile", "card"."""
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
    def SORTS(self) -> tuple[str, ...]:
        """The orders in which players may sort their own pieces, the usual one first; () where only one exists.

        Each is a word with the sentence "sort/<word>" in the game's wording.
        """
        ...

    @property
    def VERBS(self) -> tuple[Verb, ...]:
        """The verbs that make moves, in the order in which the help lists them."""
        ...


class Game(Cover, Protocol[S, E, M, V]):
    """A game with states `S`, events `E`, moves `M` and views `V`."""

    @property
    def OPTIONS(self) -> tuple[AnyOption, ...]:
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
        """The rules for turning its results into entries of the tally."""
        ...

    @property
    def RECORDS(self) -> tuple[Record, ...]:
        """The records that its feats count for, in the order in which they are listed."""
        ...

    @property
    def PARTNERS(self) -> Partners:
        """The seats that play together; () where everybody plays alone."""
        ...

    @property
    def FEAT_EVENTS(self) -> tuple[str, ...]:
        """The kinds of events that `feats` reads."""
        ...

    @property
    def LEVELS(self) -> tuple[Level, ...]:
        """The levels of its robots, the weakest first."""
        ...

    @property
    def WORDS_WAIT(self) -> bool:
        """True if moves are judged a moment after they were sent; the game's clock must run until then."""
        ...

    @property
    def FIRST_HAND(self) -> FirstHand[V, M] | None:
        """A hand prepared for beginners, which they win; None: the game has none."""
        ...

    @property
    def idle(self) -> Callable[[S, Seat], M] | None:
        """idle(state, seat): the move made for a player who has kept the table waiting, before a robot takes the seat.

        It raises Refused if the table is not waiting for that seat. None: the game has no such move.
        """
        ...

    @property
    def guess(self) -> Callable[[V, Chance], S] | None:
        """guess(view, chance): a state that shows this view to its seat, with all that is hidden drawn by chance.

        It agrees with everything public. None: the game cannot guess.
        """
        ...

    @property
    def ponder(self) -> Callable[[V, Chance, int], Thought[M] | None] | None:
        """ponder(view, chance, samples): a shellback's move, found by playing its moves out in `samples` guesses.

        It returns None if there is nothing to think about. `ponder` itself is None if the game's robots answer at once.
        """
        ...

    @property
    def outlook(self) -> Callable[[V, Chance, int], tuple[float, ...]] | None:
        """outlook(view, chance, samples): by seat, the share of `samples` guessed deals in which the seat, or its side,
        wins the hand; () while no hand is played. None: the game cannot tell.
        """
        ...

    @property
    def is_call(self) -> Callable[[E], bool] | None:
        """is_call(event): True for an event that tells everybody of a call, judged by public facts alone.

        None: the game has no calls.
        """
        ...

    def begin(self, players: int, options: Options, at: int, chance: Chance) -> Sequence[E]:
        """The first events of a session with these settled options. Raises Refused."""
        ...

    def fold(self, events: Iterable[E]) -> S:
        """The state after all events of a session."""
        ...

    def evolve(self, state: S, *events: E) -> S:
        """The state after these events; the given state stays as it was."""
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
        """The state as a seat (None: the crowd) may see it: a frozen record without hidden facts."""
        ...

    def viewer(self, state: S) -> Callable[[Seat | None], V]:
        """A function that builds the view of any seat from one state; work common to all views is done once."""
        ...

    def choices(self, view: V) -> tuple[Choice[M], ...]:
        """The moves open to the viewer, judged by public information and the viewer's own hand.

        For the crowd: calls that any player at the table might make now, whether or not they would be true.
        """
        ...

    def read(self, view: V, verb: str, words: str) -> M:
        """Parse typed words into a move. Raises Unreadable or Ambiguous."""
        ...

    def write(self, move: M) -> str:
        """The text that `read` turns back into the same move: "discard R1"."""
        ...

    def robot(self, view: V, chance: Chance, level: Level = ...) -> Thought[M] | None:
        """Choose a robot's move from this view, with its reason; None for silence. The old hand is the default.

        In a game with `ponder` a shellback plays like an old hand here: `games.core.robots.think` has it ponder first.
        """
        ...

    def transfers(self, events: Iterable[E]) -> tuple[Transfer, ...]:
        """The amounts that the events move between the seats; each transfer sums to zero."""
        ...

    def receipts(self, events: Iterable[E]) -> tuple[Receipt, ...]:
        """Receipts that explain the scores among the events."""
        ...

    def final_scores(self, event: E) -> tuple[int, ...] | None:
        """Each seat's points if the event ends a game of points, otherwise None. Partners have their side's points."""
        ...

    def feats(self, events: Iterable[E]) -> Iterable[tuple[Feat, ...]]:
        """The feats of each event of a session, in order. The caller may leave out kinds other than `FEAT_EVENTS`."""
        ...

    def arrange(self, view: V, order: str) -> V:
        """The view with the viewer's own pieces in an order of `SORTS`."""
        ...

    def is_revealed(self, state: S) -> bool:
        """True once the hand is over and its secret may be shown."""
        ...

    def shown_places(self, before: S | None, drawings: Iterable[Drawing[E]]) -> Shown:
        """For each order that a hand shuffled, first to last, the places of the pieces that everybody was shown.

        `before` is the state before the hand, None at the first. The bot proves these pieces and no others.
        """
        ...


def find_dealing_verb(game: Cover) -> Verb:
    """The verb that deals the next hand. Raises LookupError for a game without one."""
    for verb in game.VERBS:
        if verb.deals:
            return verb
    raise LookupError(f"no verb of {game.NAME} deals a hand: mark one of its VERBS with deals=True")


AnyGame: TypeAlias = Game[object, object, object, View]
"""A game whose own types are unknown to the caller, which only hands states, events and moves back to it."""


def most_seats(game: AnyGame, options: Options) -> int:
    """The largest number of players: the game's maximum, or the limit of a house rule."""
    limits = (options.get(option.name) for option in game.OPTIONS if option.limits_seats)
    return min([game.SEATS[1], *(limit for limit in limits if isinstance(limit, int))])

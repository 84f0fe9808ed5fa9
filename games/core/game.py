"""The shape of a game: a package whose names satisfy `Cover`, with a module `game` whose `GAME` is a `Game`.

The life of a move: `read` turns words into a move, `decide` judges it and gives the events that follow and the next
state, or raises `Refused`; `evolve` applies events and never refuses; `view` builds what one seat may see, and
`choices` lists what that seat could do. Time (`at`, milliseconds) and chance are handed in.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from games.core.appraisal import Appraisal
from games.core.chance import Chance
from games.core.first_hand import FirstHand
from games.core.folding import Decided
from games.core.moves import Choice, M_co, Verb
from games.core.occasion import Occasion
from games.core.options import AnyOption, Options, Preset
from games.core.pieces import Pieces
from games.core.places import ShownPlaces, ShuffledDecision
from games.core.real_table import Hand, HandLine, Taps
from games.core.receipt import Receipt, Transfer
from games.core.results import Feat, Loss, Partners, Record, Stakes, WrongCall
from games.core.robots import Level, Temper, Thought, V_contra
from games.core.seats import Seat
from games.core.view import Building, View

S = TypeVar("S")
E = TypeVar("E")
M = TypeVar("M")
T = TypeVar("T")
V = TypeVar("V", bound=View)
E_contra = TypeVar("E_contra", contravariant=True)


class Cover(Protocol):
    """The public face of a game: enough to offer it without loading it."""

    @property
    def NAME(self) -> str:
        """Its name in commands and the database: "pussers-bones"."""

    @property
    def TITLE(self) -> str:
        """Its name for people: "Pussers Bones"."""

    @property
    def SHORT_TITLE(self) -> str:
        """Its name where there is little room, as in the columns of the tally: "Navy"."""

    @property
    def NOUN(self) -> str:
        """The word for one of its pieces: "bone", "tile", "card"."""

    @property
    def SEATS(self) -> tuple[int, int]:
        """Fewest and most players."""

    @property
    def RULES_VERSION(self) -> int:
        """The version that sessions are pinned to."""

    @property
    def EVENT_PREFIX(self) -> str:
        """The beginning of the kinds of its events: "pussers"."""

    @property
    def SORTS(self) -> tuple[str, ...]:
        """The orders in which players may sort their own pieces, the usual one first; () where only one exists.

        Each is a word with the sentence "sort/<word>" in the game's wording.
        """

    @property
    def VERBS(self) -> tuple[Verb, ...]:
        """The verbs that make moves, in the order in which the help lists them."""


class Evolve(Protocol[S, E_contra]):
    """The `evolve` of a game."""

    def __call__(self, state: S, *events: E_contra) -> S:
        """The state after these events; the given state stays as it was."""


class Robot(Protocol[V_contra, M_co]):
    """The robots of a game."""

    def __call__(
        self, view: V_contra, chance: Chance, level: Level = ..., temper: Temper = ..., /
    ) -> Thought[M_co] | None:
        """Choose a robot's move from this view, with its reason; None for silence. The old hand is the default.

        In a game with `ponder` a shellback plays like an old hand here: `games.core.robots.think` has it ponder first.
        """


def find_none(state_or_event: object) -> None:
    """Return None: the game has no deadlines, no final scores, no occasions and no wrong calls."""
    return


def list_none(events: Iterable[object]) -> tuple[()]:
    """Return (): the events move no amounts, and there is nothing to explain."""
    return ()


def list_no_losses(before: object, event: object, after: object) -> tuple[()]:
    """Return (): the game has no certain losses."""
    return ()


def offer_no_taps(players: int, options: Options, hand: Hand, line: HandLine | None) -> Taps:
    """Offer nothing to tap."""
    return Taps()


def list_no_feats(events: Iterable[object]) -> Iterator[tuple[Feat, ...]]:
    """Return () for each event: none counts for a record."""
    return (() for _ in events)


def keep_order(view: V, order: str) -> V:
    """Return the view unchanged, where pieces have one order only."""
    return view


def show_no_places(before: object, decisions: Iterable[ShuffledDecision[object]]) -> ShownPlaces:
    """Return an empty set for each order: none of its pieces was shown."""
    return [frozenset[int]() for decision in decisions for _ in decision.orders]


class OnCover(Generic[T]):
    """A member of a game whose value is that of the same member of its cover."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, game: "AnyGame", owner: type | None = None) -> T:
        return cast(T, getattr(game.cover, self._name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, E, M, V]):
    """A game with states `S`, events `E`, moves `M` and views `V`. The defaults are those of most small games."""

    cover: Cover
    """Its public face."""
    PIECES: Pieces
    """The pieces that it is played with, and their names."""
    STAKES: Stakes
    """The rules for turning its results into entries of the tally."""
    OPTIONS: tuple[AnyOption, ...] = ()
    """The house rules that a table may choose."""
    PRESETS: tuple[Preset, ...] = ()
    """Named bundles of house rules."""
    RECORDS: tuple[Record, ...] = ()
    """The records that its feats count for, in the order in which they are listed."""
    PARTNERS: Partners = ()
    """The seats that play together; () where everybody plays alone."""
    FEAT_EVENTS: tuple[str, ...] = ()
    """The kinds of events that `feats` reads."""
    CLOTHS: tuple[str, ...] = ()
    """The cloths that may lie on its table in place of green felt; () for none. They change the look and no rule."""
    LEVELS: tuple[Level, ...] = (Level.OLD_HAND,)
    """The levels of its robots, the weakest first."""
    FIRST_HAND: FirstHand[V, M] | None = None
    """A hand prepared for beginners, which they win; None: the game has none."""
    DAILY: Options = field(default_factory=dict)
    """The options for the hand of the day. With them the same moves lead to the same hand for everybody: no player's
    choice changes the deal, and no clock decides what counts. Empty if the usual options ensure this already."""
    JUDGES_LATER: bool = False
    """True if a move is judged only a moment after it was sent. Quiet hours must not stop a clock in that moment."""

    begin: Callable[[int, Options, int, Chance], Sequence[E]]
    """begin(players, options, at, chance): the first events of a session with these settled options. Raises Refused."""
    fold: Callable[[Iterable[E]], S]
    """The state after all events of a session."""
    evolve: Evolve[S, E]
    """The state after further events."""
    decide: Callable[[S, Seat | None, M, int, Chance], Decided[S, E]]
    """decide(state, seat, move, at, chance): judge a move. `Lapse()` comes with seat None.

    It returns the events that follow and the state after them. Raises Refused. The given state stays as it was.
    """
    view: Callable[[S, Seat | None], V]
    """The state as a seat (None: the crowd) may see it: a frozen record without hidden facts."""
    choices: Callable[[V], tuple[Choice[M], ...]]
    """The moves open to the viewer, judged by public information and the viewer's own hand.

    For the crowd: calls that any player at the table might make now, whether or not they would be true.
    """
    read: Callable[[V, str, str], M]
    """read(view, verb, words): parse typed words into a move. Raises Unreadable or Ambiguous."""
    write: Callable[[M], str]
    """The text that `read` turns back into the same move: "discard R1"."""
    robot: Robot[V, M]
    """Its robots: see `games.core.robots.think`."""
    is_revealed: Callable[[S], bool]
    """True once the hand is over and its secret may be shown."""

    deadline: Callable[[S], int | None] = find_none
    """The time (milliseconds) at which `Lapse()` must be played, if there is one; `AT_ONCE` for a move that the game
    makes by itself."""
    transfers: Callable[[Iterable[E]], tuple[Transfer, ...]] = list_none
    """The amounts that the events move between the seats; each transfer sums to zero."""
    receipts: Callable[[Iterable[E]], tuple[Receipt, ...]] = list_none
    """Receipts that explain the scores among the events."""
    final_scores: Callable[[E], tuple[int, ...] | None] = find_none
    """Each seat's points if the event ends a game of points, otherwise None. Partners have their side's points."""
    feats: Callable[[Iterable[E]], Iterable[tuple[Feat, ...]]] = list_no_feats
    """The feats of each event of a session, in order. The caller may leave out kinds other than `FEAT_EVENTS`."""
    find_occasion: Callable[[Sequence[E]], Occasion | None] = find_none
    """find_occasion(events): what the last event gives the robots to talk about; None for nothing.

    The events are the game's latest ones as the crowd sees them, oldest first. There may be only one.
    """
    find_wrong_call: Callable[[E], WrongCall | None] = find_none
    """The call that an event shows to have been wrong, and what it cost; None for all other events."""
    find_losses: Callable[[S, E, S], tuple[Loss, ...]] = list_no_losses
    """find_losses(before, event, after): the certain losses that an event settles, between the tables before and after
    its commit. They stay secret to their seat until the hand is over."""
    find_building: Callable[[V], Building | None] | None = None
    """find_building(view): what the viewer's own pieces were nearest to after their last move; None in games without
    such a line."""
    score_real: Callable[[int, Options, Sequence[str], Sequence[Hand]], Sequence[E]] | None = None
    """score_real(players, options, names, hands): the scoring events of hands that were played at a real table.

    In a game of points, the hands must be those of whole games. Raises Refused or Unreadable. None: the game cannot.
    """
    tap_real: Callable[[int, Options, Hand, HandLine | None], Taps] = offer_no_taps
    """tap_real(players, options, hand, line): what can be tapped next to write down a hand from a real table.

    `hand` has the lines before, `line` what has been tapped of the present line. Before the first tap of a line, `line`
    is None. Then everybody's name is offered, and the rows are the words about the whole table.
    """
    arrange: Callable[[V, str], V] = keep_order
    """The view with the viewer's own pieces in an order of `SORTS`."""
    shown_places: Callable[[S | None, Iterable[ShuffledDecision[E]]], ShownPlaces] = show_no_places
    """For each order that a hand shuffled, first to last, the places of the pieces that everybody was shown.

    The first argument is the state before the hand; None for the first hand. The bot proves these pieces and no others.
    If no two pieces of a game are alike, `games.core.places.make_shown_places` makes this function.
    """

    idle: Callable[[S, Seat], M] | None = None
    """idle(state, seat): the move made for a player who has kept the table waiting, before a robot takes the seat.

    It raises Refused if the table is not waiting for that seat. None: the game has no such move.
    """
    sit: M | None = None
    """The move by which one more player sits down between two hands, in the seat after the last.

    No seat makes this move, and it draws nothing. None: nobody joins a game that has begun.
    """
    ponder: Callable[[V, Chance, int, Temper], Thought[M] | None] | None = None
    """ponder(view, chance, samples, temper): a shellback's move, found by playing its moves out in `samples` guesses.

    It returns None if there is nothing to think about. `ponder` itself is None if the game's robots answer at once.
    """
    appraise: Callable[[V, M, Chance, int], Appraisal[M] | None] | None = None
    """appraise(view, move, chance, deals): a move that would have been better than this one of the view's seat, by what
    the view shows; None where the move was forced or equal, or judges disagree. `deals` is the usual number.

    `appraise` itself is None if the game cannot judge moves.
    """
    outlook: Callable[[V, Chance, int], tuple[float, ...]] | None = None
    """outlook(view, chance, samples): by seat, the share of `samples` guessed deals in which the seat, or its side,
    wins the hand; () while no hand is played. None: the game cannot tell.
    """
    announces_call: Callable[[E], bool] | None = None
    """announces_call(event): True for an event that tells everybody of a call, judged by public facts alone.

    None: the game has no calls.
    """

    NAME = OnCover[str]()
    TITLE = OnCover[str]()
    SHORT_TITLE = OnCover[str]()
    NOUN = OnCover[str]()
    SEATS = OnCover[tuple[int, int]]()
    RULES_VERSION = OnCover[int]()
    EVENT_PREFIX = OnCover[str]()
    SORTS = OnCover[tuple[str, ...]]()
    VERBS = OnCover[tuple[Verb, ...]]()


def find_dealing_verb(game: Cover) -> Verb:
    """The verb that deals the next hand. Raises LookupError for a game without one."""
    for verb in game.VERBS:
        if verb.deals:
            return verb
    raise LookupError(f"no verb of {game.NAME} deals a hand: mark one of its VERBS with deals=True")


AnyGame: TypeAlias = Game[object, object, object, View]
"""A game to a caller that does not know its types, and only hands its states, events and moves back to it."""


def find_most_seats(game: AnyGame, options: Options) -> int:
    """The largest number of players: the game's maximum, or the limit of a house rule."""
    limits = (options.get(option.name) for option in game.OPTIONS if option.limits_seats)
    return min([game.SEATS[1], *(limit for limit in limits if isinstance(limit, int))])

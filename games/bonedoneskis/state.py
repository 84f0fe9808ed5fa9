"""The state of Bonedoneskis. Only evolve.py writes it."""

from dataclasses import dataclass, field
from operator import attrgetter

from games.bonedoneskis.events import Asked, Call, Duelled, HandEnded
from games.bonedoneskis.options import House
from games.bonedoneskis.packed import Line
from games.core.seats import Seat
from games.core.window import Window
from games.pieces.cards import Card

Pair = tuple[Card, Card]
Row = tuple[Card, Card, Card]


@dataclass(frozen=True, slots=True)
class Said:
    """A call that was made in the round under way: by whom, and what (secret till the round closes)."""

    by: Seat
    rule: str
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(slots=True)
class Betting:
    """A round of betting."""

    acting: tuple[Seat, ...]
    """The seats that still have to act, the next first."""
    able: tuple[Seat, ...]
    """The live seats that have chips left, in seat order."""
    bets: list[int]
    """The chips before each seat."""
    to_match: int
    """The amount that everybody must have in."""
    base: int
    """`to_match` at the last full bet or raise."""
    goal: int
    """The amount that the next full bet or raise goes to."""
    word: str
    """The name of the next full bet or raise."""
    count: int
    """The number of full bets and raises so far."""
    acted: int
    """The mask of the seats that have acted since the last one."""
    unit: int
    """The bet of the street (BD-13)."""
    capped: bool
    bring_in: Seat | None
    acts: dict[str, tuple[int, bool]] = field(default_factory=dict)
    """The next seat's acts besides folding: each with its amount, and whether it is full (BD-14)."""

    def copy(self) -> "Betting":
        """A copy for evolve.py to write on."""
        return Betting(
            self.acting, self.able, self.bets.copy(), self.to_match, self.base, self.goal, self.word, self.count,
            self.acted, self.unit, self.capped, self.bring_in, self.acts,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Snowmen:
    """Two red 8s that came one directly after the other (R16), the first and its seat first."""

    first: Seat
    first_card: Card
    second: Seat
    second_card: Card


_FIRST = Seat(0)


@dataclass(slots=True)
class State:
    """The state of a session. Tuples and lists over all seats go by seat.

    It rests in the phases "between", "trading", "choosing", "calling", "betting" and "over"; it passes through
    "dealing" (S1), "trades" (S2), "rounds" (S3), "carrying" (S4), "opening" (the betting) and "ending".
    """

    house: House
    players: int = 0
    phase: str = "new"
    hand: int = 0
    dealer: Seat = _FIRST
    stacks: list[int] = field(default_factory=list)
    bought: tuple[int, ...] = ()
    """All chips a seat ever bought."""
    before: tuple[int, ...] = ()
    """The stacks as the hand began."""
    order: tuple[Seat, ...] = ()
    """The live seats in seat order (BD-1)."""
    lines: tuple[Line, ...] = ()
    boards: tuple[int, ...] = ()
    """The masks of the cards that lie face up in the lines."""
    holes: tuple[int, ...] = ()
    deck: tuple[Card, ...] = ()
    muck: tuple[Card, ...] = ()
    street: int = 0
    length: int = 6
    extends: bool = False
    """True if this street's cards extend the game (BD-15)."""
    got: frozenset[Seat] = frozenset()
    """The seats that have their card of this street."""
    paid: list[int] = field(default_factory=list)
    """Chips that went into pots in this hand."""
    fees: int = 0
    """Dead money (BD-17)."""
    aside: tuple[int, ...] = ()
    """Chips that wait for all-in players (BD-18)."""
    serial: int = 0
    """The ordinal of the last event that laid cards face up."""
    last_up: tuple[Seat, Card] | None = None
    latest_up: list[Card | None] = field(default_factory=list)
    """The last card dealt up to each seat."""
    snowmen: Snowmen | None = None
    window: Window | None = None
    said: tuple[Said, ...] = ()
    calls: tuple[Call, ...] = ()
    outcomes: tuple[str, ...] = ()
    earlier: tuple[tuple[Call, str], ...] = ()
    """The calls of this street's closed rounds, and their outcomes."""
    current: Call | None = None
    carried: bool = False
    asked: Asked | None = None
    vacant: tuple[Seat, int] | None = None
    """The place where a sold 3 lay."""
    pairs: tuple[tuple[Pair, ...], ...] = ()
    """Pairs that are no longer new (R23)."""
    rows: tuple[tuple[Row, ...], ...] = ()
    """Rows that are no longer new (R26)."""
    krablers: frozenset[Pair] = frozenset()
    """Krablers that were called (R24)."""
    bound: frozenset[Seat] = frozenset()
    betting: Betting | None = None
    since: int = 0
    duel: Duelled | None = None
    ended: HandEnded | None = None
    shown: frozenset[Seat] = frozenset()
    declined: frozenset[Seat] = frozenset()
    fired: tuple[str, ...] = ()

    def copy(self) -> "State":
        """A copy for evolve.py to write on."""
        made = State(*_VALUES(self))
        made.stacks = self.stacks.copy()
        made.paid = self.paid.copy()
        made.latest_up = self.latest_up.copy()
        if self.betting is not None:
            made.betting = self.betting.copy()
        return made

    def able(self) -> tuple[Seat, ...]:
        """The live seats that have chips to bet, in seat order."""
        stacks = self.stacks
        return tuple([seat for seat in self.order if stacks[seat]])

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """The live seats from the left of `seat` on, `seat` itself left out."""
        order = self.order
        if seat in order:
            place = order.index(seat)
            return order[place + 1 :] + order[:place]
        return tuple(sorted(order, key=lambda other: (other - seat) % self.players))


_VALUES = attrgetter(*State.__dataclass_fields__)

"""A table of Bonedoneskis as it stands. Only evolve.py writes it."""

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
    """A round of betting. `acting` still have to act, the next first; `bets` lie before the seats.

    `able` are the live seats that have chips left, in seat order. `to_match` is what everybody must have in, `base`
    what it was at the last full bet or raise, `goal` to what the next full one goes and `word` its name, `count` how
    many there were; `acted` have acted since (a bit each). `unit` is the bet of the street (BD-13). `acts` is what the
    next may do besides folding: the act, what it puts in, and whether it counts as full (BD-14).
    """

    acting: tuple[Seat, ...]
    able: tuple[Seat, ...]
    bets: list[int]
    to_match: int
    base: int
    goal: int
    word: str
    count: int
    acted: int
    unit: int
    capped: bool
    bring_in: Seat | None
    acts: dict[str, tuple[int, bool]] = field(default_factory=dict)

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
    """Tuples and lists over all seats go by seat. `order` are the live seats in seat order (BD-1).

    A table rests in the phases "between", "trading", "choosing", "calling", "betting" and "over"; it passes through
    "dealing" (S1), "trades" (S2), "rounds" (S3), "carrying" (S4), "opening" (the betting) and "ending".
    `boards` are the masks of the cards that lie face up in the lines, `latest_up` the last card dealt up to each seat.
    `before` are the stacks as the hand began, `bought` all chips a seat ever bought. `paid` went into pots, `fees` are
    dead money, `aside` waits for all-in players (BD-18). `serial` numbers what comes to lie up. `earlier` are the
    calls of this street's closed rounds and what became of them. `got` are the seats that have their card of this
    street, `vacant` is where a sold 3 lay, `extends` says that this street's cards extend the game (BD-15). `pairs`
    and `rows` are those that are no longer new (R23, R26), `krablers` those called (R24).
    """

    house: House
    players: int = 0
    phase: str = "new"
    hand: int = 0
    dealer: Seat = _FIRST
    stacks: list[int] = field(default_factory=list)
    bought: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    order: tuple[Seat, ...] = ()
    lines: tuple[Line, ...] = ()
    boards: tuple[int, ...] = ()
    holes: tuple[int, ...] = ()
    deck: tuple[Card, ...] = ()
    muck: tuple[Card, ...] = ()
    street: int = 0
    length: int = 6
    extends: bool = False
    got: frozenset[Seat] = frozenset()
    paid: list[int] = field(default_factory=list)
    fees: int = 0
    aside: tuple[int, ...] = ()
    serial: int = 0
    last_up: tuple[Seat, Card] | None = None
    latest_up: list[Card | None] = field(default_factory=list)
    snowmen: Snowmen | None = None
    window: Window | None = None
    said: tuple[Said, ...] = ()
    calls: tuple[Call, ...] = ()
    outcomes: tuple[str, ...] = ()
    earlier: tuple[tuple[Call, str], ...] = ()
    current: Call | None = None
    carried: bool = False
    asked: Asked | None = None
    vacant: tuple[Seat, int] | None = None
    pairs: tuple[tuple[Pair, ...], ...] = ()
    rows: tuple[tuple[Row, ...], ...] = ()
    krablers: frozenset[Pair] = frozenset()
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

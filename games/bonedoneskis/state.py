"""The state of Bonedoneskis. Only evolve.py writes to it."""

from dataclasses import dataclass, field
from typing import Final

from games.bonedoneskis.evaluation.packed import Line
from games.bonedoneskis.events import Asked, CountedCall, Duelled, HandEnded
from games.bonedoneskis.options import House
from games.bonedoneskis.view import Phase
from games.core.folding import Misplaced, make_copier
from games.core.seats import Seat
from games.core.window import Window
from games.pieces.cards import Card

Pair = tuple[Card, Card]
Row = tuple[Card, Card, Card]


@dataclass(frozen=True, slots=True)
class SecretCall:
    """A call in the current round, secret until the round closes."""

    by: Seat
    """The caller; `seat` owns the card or board."""
    rule: str
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(slots=True)
class Betting:
    """A round of betting."""

    acting: tuple[Seat, ...]
    """The seats still to act, the next first."""
    able: tuple[Seat, ...]
    """The live seats with chips left, in seat order."""
    bets: list[int]
    """The chips before each seat."""
    to_match: int
    """The bet that every seat must match."""
    full_bet: int
    """The bet to match after the last full bet or raise."""
    next_full_bet: int
    """The bet to match after the next full bet or raise."""
    next_act: str
    """The name of the next full act: "bet", "complete" or "raise"."""
    bets_made: int
    """The number of full bets and raises so far."""
    acted: int
    """The mask of the seats that have acted since the last full bet or raise."""
    unit: int
    """The bet of the street (BD-13)."""
    capped: bool
    bring_in: Seat | None
    acts: dict[str, tuple[int, bool]] = field(default_factory=dict)
    """The acts open to the next seat, besides folding. Each has the chips that it costs, and True if it counts as a
    full bet or raise (BD-14)."""

    def copy(self) -> "Betting":
        """A copy for evolve.py to write on."""
        return _copy_betting(self)


_copy_betting: Final = make_copier(Betting, "bets")


@dataclass(frozen=True, slots=True)
class Snowmen:
    """Two red 8s dealt up one directly after the other (R16), with their seats in that order."""

    first: Seat
    first_card: Card
    second: Seat
    second_card: Card


_FIRST = Seat(0)


@dataclass(slots=True)
class State:
    """The whole truth of a table. Tuples and lists with an entry for every seat are indexed by seat."""

    house: House
    players: int = 0
    phase: Phase = Phase.NEW
    hand: int = 0
    dealer: Seat = _FIRST
    stacks: list[int] = field(default_factory=list)
    bought: tuple[int, ...] = ()
    """For each seat, all chips that it has bought, in buy-ins and top-ups."""
    stacks_before: tuple[int, ...] = ()
    """The stacks at the start of the hand."""
    live_seats: tuple[Seat, ...] = ()
    """The live seats in seat order (BD-1)."""
    lines: tuple[Line, ...] = ()
    boards: tuple[int, ...] = ()
    """Masks of the face-up cards in the lines."""
    holes: tuple[int, ...] = ()
    """For each seat, the number of places for hole cards in its line."""
    deck: tuple[Card, ...] = ()
    muck: tuple[Card, ...] = ()
    street: int = 0
    length: int = 6
    extends: bool = False
    """True if a card that came up on this street extends the game (BD-15)."""
    dealt_to: frozenset[Seat] = frozenset()
    """The seats that already have their card of this street."""
    paid: list[int] = field(default_factory=list)
    """Chips paid into pots."""
    fees: int = 0
    """Dead money."""
    aside: tuple[int, ...] = ()
    """For each seat, chips won while all-in, which it gets after the hand (BD-18)."""
    arrival_number: int = 0
    """The number of the card that last came face up. Cards that come up at once share a number."""
    last_dealt_up: tuple[Seat, Card] | None = None
    last_up_by_seat: list[Card | None] = field(default_factory=list)
    """The last card dealt up to each seat."""
    snowmen: Snowmen | None = None
    window: Window | None = None
    secret_calls: tuple[SecretCall, ...] = ()
    calls: tuple[CountedCall, ...] = ()
    outcomes: tuple[str, ...] = ()
    earlier_calls: tuple[tuple[CountedCall, str], ...] = ()
    """The calls of the closed rounds of this street, with their outcomes."""
    any_carried_out: bool = False
    """True if a call has been carried out since the round of calls opened."""
    asked: Asked | None = None
    vacant_place: tuple[Seat, int] | None = None
    """The seat and place of a sold 3, until its replacement is dealt."""
    known_pairs: tuple[tuple[Pair, ...], ...] = ()
    """For each seat, the pairs of its board that were called or passed over before (R23)."""
    known_rows: tuple[tuple[Row, ...], ...] = ()
    """For each seat, the rows of its board that were called or passed over before (R26)."""
    called_krablers: frozenset[Pair] = frozenset()
    """The Krablers already called (R24)."""
    bound: frozenset[Seat] = frozenset()
    """The seats that owe a bet or a raise because of a Krabler (R24)."""
    betting: Betting | None = None
    waiting_since: int = 0
    """The time at which the present wait began."""
    duel: Duelled | None = None
    ended: HandEnded | None = None
    shown: frozenset[Seat] = frozenset()
    declined: frozenset[Seat] = frozenset()
    fired_rules: tuple[tuple[str, Seat | None], ...] = ()
    """The ids of the rules that took effect in this hand, in order, each with the seat whose card or choice it was."""
    beside: tuple[tuple[str, Seat, int], ...] = ()
    """`Ending.beside`, so far."""
    slept: tuple[CountedCall, ...] = ()
    """The powers of this hand that their holders did not call in time (R29)."""
    folded: tuple[tuple[Seat, Line], ...] = ()
    """The seats that folded in this hand, each with its line as it lay then, which that seat alone may see."""

    @property
    def betting_round(self) -> Betting:
        """The round of betting under way. Raises Misplaced where there is none."""
        if (betting := self.betting) is None:
            raise Misplaced("betting")
        return betting

    @property
    def call_round(self) -> Window:
        """The round of calls under way. Raises Misplaced where there is none."""
        if (window := self.window) is None:
            raise Misplaced("window")
        return window

    def list_able(self) -> tuple[Seat, ...]:
        """The live seats with chips to bet, in seat order."""
        stacks = self.stacks
        return tuple([seat for seat in self.live_seats if stacks[seat]]) if 0 in stacks else self.live_seats

    def list_clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """The live seats clockwise from the left of `seat`, without `seat` itself."""
        order = self.live_seats
        if seat in order:
            place = order.index(seat)
            return order[place + 1 :] + order[:place]
        return tuple(sorted(order, key=lambda other: (other - seat) % self.players))


copy_state: Final = make_copier(State, "stacks", "paid", "last_up_by_seat", "betting")

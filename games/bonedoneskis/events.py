"""Events of Bonedoneskis, with the seats that may see each secret. Money is in cents, times in ms since 1970."""

from dataclasses import dataclass
from typing import Annotated

from games.core.events import added_later, event
from games.core.seats import Seat
from games.core.secret import Each, Hidden, Only, Public
from games.pieces.cards import Card


@event("bonedoneskis.began", 1)
class Began:
    """The players sat down with a buy-in each. `options` holds the options that differ from the defaults, as text."""

    players: int
    options: dict[str, str]


@event("bonedoneskis.topped_up", 1)
class ToppedUp:
    """A seat added chips between hands (BD-17)."""

    seat: Seat
    amount: int


@event("bonedoneskis.sat_down", 1)
class SatDown:
    """One more player sat down between hands, after the last seat (BD-1), with a buy-in of `amount`."""

    seat: Seat
    amount: int


@event("bonedoneskis.hand_began", 1)
class HandBegan:
    """A hand began with this dealer and shuffled deck. `antes` are by seat, 0 for seats not dealt in (BD-10)."""

    hand: int
    dealer: Seat
    antes: tuple[int, ...]
    deck: Annotated[tuple[Card, ...], Hidden()]


@event("bonedoneskis.extended", 1)
class Extended:
    """The game grew to `length` cards, or could not grow because too few cards were left (BD-15)."""

    length: int
    failed: bool

    @property
    def variant(self) -> str:
        """The variant of the log line: "failed" where too few cards were left."""
        return "failed" if self.failed else ""


@event("bonedoneskis.dealt", 1)
class Dealt:
    """The cards of a street, by seat (S1, BD-9). If the deck ran out during a street, a second event deals the rest."""

    street: int
    up: Annotated[tuple[Card | None, ...], Public()]
    down: Annotated[tuple[tuple[Card, ...], ...], Each()]


@event("bonedoneskis.reshuffled", 1)
class Reshuffled:
    """The muck was shuffled to replace an empty deck (BD-16)."""

    deck: Annotated[tuple[Card, ...], Hidden()]


@event("bonedoneskis.asked", 1)
class Asked:
    """A seat was asked to choose or to pay, by a rule about these cards (R4, R6, R12, R14, R17, R18, R19, R23)."""

    rule: str
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    at: int

    @property
    def variant(self) -> str:
        """The variant of the log line: the rule that asks ("r12")."""
        return self.rule.lower()


@event("bonedoneskis.traded", 1)
class Traded:
    """Two face-up cards changed places (R12, R14). `fee` went to the main pot. `chosen` is False if the seat did not
    answer and the table chose."""

    rule: str
    seat: Seat
    gave: Annotated[Card, Public()]
    other: Seat
    got: Annotated[Card, Public()]
    fee: int
    chosen: bool

    @property
    def variant(self) -> str:
        """The variant of the log line: "late" for a trade that the table chose."""
        return "" if self.chosen else "late"


@event("bonedoneskis.calls_opened", 1)
class CallsOpened:
    """A round of calls began (SM-1). The table waits for `speakers`, the seats that may call."""

    at: int
    speakers: tuple[Seat, ...]


@event("bonedoneskis.called", 1)
class Called:
    """A seat called a rule. No other seat learns of it before the round closes (SM-1)."""

    seat: Annotated[Seat, Only("seat")]
    rule: Annotated[str, Only("seat")]
    holder: Annotated[Seat, Only("seat")]
    cards: Annotated[tuple[Card, ...], Only("seat")]


@event("bonedoneskis.done", 1)
class DoneCalling:
    """A seat has nothing more to call (SM-1)."""

    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class CountedCall:
    """A call that counts: the rule's id, the owner of the card or board, the cards, and the seats that called it."""

    rule: str
    seat: Seat
    cards: tuple[Card, ...]
    by: tuple[Seat, ...]


@event("bonedoneskis.calls_closed", 1)
class CallsClosed:
    """The round of calls closed. The calls are in the order in which they are carried out (BD-7)."""

    calls: Annotated[tuple[CountedCall, ...], Public()]


@event("bonedoneskis.call_begun", 1)
class CallBegun:
    """The turn came to the next call of the round. A `lapsed` call no longer fits and costs nothing (BD-7)."""

    lapsed: bool

    @property
    def variant(self) -> str:
        """The variant of the log line: "lapsed" for a call that no longer fits."""
        return "lapsed" if self.lapsed else ""


@event("bonedoneskis.choice_missed", 1)
class ChoiceMissed:
    """A choice got no answer in time, so the power is spent without effect (SM-3, SM-5, SM-6, SM-7).

    This event is also recorded for a trade card without a target.
    """

    rule: str
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]

    @property
    def variant(self) -> str:
        """The variant of the log line: "late" unless a trade card had no target."""
        return "" if self.rule == "R12" else "late"


@event("bonedoneskis.fee_paid", 1)
class FeePaid:
    """A fee went to the main pot (R6, R23). `whole` is True if the fee was paid in full, which activates a jack."""

    rule: str
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    amount: int
    whole: bool


@event("bonedoneskis.sold", 1)
class Sold:
    """A 3 went to the muck for a fee (R7). Its replacement follows."""

    seat: Seat
    card: Annotated[Card, Public()]
    fee: int


@event("bonedoneskis.replaced", 1)
class Replaced:
    """The top card of the deck was dealt face up in place of the sold 3 (R7)."""

    seat: Seat
    card: Annotated[Card, Public()]


@event("bonedoneskis.stolen", 1)
class Stolen:
    """The 2 Hog took a card (R4)."""

    seat: Seat
    victim: Seat
    card: Annotated[Card, Public()]


@event("bonedoneskis.turned_up", 1)
class TurnedUp:
    """A face-down card was turned up (R17, R18)."""

    rule: str
    by: Seat
    """The seat that chose the card."""
    source: Annotated[Card, Public()]
    """The card whose rule turned it up."""
    seat: Seat
    card: Annotated[Card, Public()]
    late: bool = added_later(False)
    """True if the seat did not answer and the table chose."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "late" if the table chose, "own" for a card of the seat that chose it."""
        return "late" if self.late else "own" if self.by == self.seat else ""


@event("bonedoneskis.turned_down", 1)
class TurnedDown:
    """A face-up card was turned down (R19)."""

    by: Seat
    source: Annotated[Card, Public()]
    seat: Seat
    card: Annotated[Card, Public()]
    late: bool = added_later(False)
    """True if the seat did not answer and the table chose."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "late" if the table chose, "own" for a card of the seat that chose it."""
        return "late" if self.late else "own" if self.by == self.seat else ""


@event("bonedoneskis.swapped", 1)
class Swapped:
    """Two face-down cards changed owners unseen (R26). Places count a line's cards from the left, from 0."""

    seat: Seat
    row: Annotated[tuple[Card, ...], Public()]
    place: int
    got: Annotated[Card, Only("seat")]
    """The card given to `seat`."""
    other: Seat
    other_place: int
    other_got: Annotated[Card, Only("other")]
    """The card given to `other`."""


@event("bonedoneskis.nine_paid", 1)
class NinePaid:
    """Every other live player paid the owner of the nine of spades, as far as their stacks went (R21)."""

    seat: Seat
    amounts: tuple[int, ...]

    @property
    def variant(self) -> str:
        """The variant of the log line: "none" if nobody had chips left to pay with."""
        return "" if any(self.amounts) else "none"


@event("bonedoneskis.duelled", 1)
class Duelled:
    """A war between two red 8s (R16, SM-2)."""

    first: Seat
    second: Seat
    stake: int
    """The amount that each of the two paid in; the winner took both."""
    turns: Annotated[tuple[tuple[Card, Card], ...], Public()]
    """The cards of each turn, from the second deck: the card of `first`, then the card of `second`."""
    winner: Seat


@event("bonedoneskis.krabler_bound", 1)
class KrablerBound:
    """The owner of a king and a 3 in sequence owes a bet or a raise (R24)."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]


@event("bonedoneskis.king_called", 1)
class KingCalled:
    """A River King was called (R25)."""

    seat: Seat
    card: Annotated[Card, Public()]


@event("bonedoneskis.betting_began", 1)
class BettingBegan:
    """The betting of a street began. What nobody called on this street can no longer be called, except a River King
    (BD-8)."""

    street: int
    at: int
    order: tuple[Seat, ...]
    """The seats that may act, the first to act first; empty if nobody can bet."""
    bring_in: Seat | None
    amount: int
    """The bring-in that the seat `bring_in` paid on third street (BD-11)."""
    capped: bool
    """True if the number of raises is limited (BD-14)."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "bring_in" where somebody paid one."""
        return "" if self.bring_in is None else "bring_in"


@event("bonedoneskis.acted", 1)
class Acted:
    """A seat acted in the betting."""

    seat: Seat
    how: str
    """One of "check", "call", "bet", "complete" or "raise"."""
    amount: int
    """The chips put in."""
    full: bool
    """True if the act counts as a full bet or raise (BD-14)."""
    timed_out: bool
    """True if the bot acted for a silent seat (BD-22)."""
    at: int

    @property
    def variant(self) -> str:
        """The variant of the log line: the act, with "_late" if the seat's time ran out."""
        return f"{self.how}_late" if self.timed_out else self.how


@event("bonedoneskis.folded", 1)
class Folded:
    """A seat folded (BD-19): in the betting, or instead of paying (`rule` is then "R6" or "R23")."""

    seat: Seat
    rule: str
    timed_out: bool
    at: int

    @property
    def variant(self) -> str:
        """The variant of the log line: "late" if the seat's time ran out."""
        return "late" if self.timed_out else ""


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand at the showdown with its class and ranks (HE-6)."""

    seat: Seat
    value: str
    ranks: tuple[int, ...]
    plays: tuple[tuple[str, str, str], ...]
    """A way to play a winning hand, card by card.

    Each card is three words: the card as it lies ("9h+2c" if joined), the code it plays as, and the rule that allows
    this ("" if it plays as printed).
    """


@dataclass(frozen=True, slots=True)
class PotShared:
    """A pot and each seat's share of it."""

    kind: str
    """One of "pot", "side_pot", "unseen" (only one live seat could win it) or "returned" (R10)."""
    amount: int
    shares: tuple[int, ...]
    seats: tuple[Seat, ...] = ()
    """The live seats that could have won the pot (BD-17)."""


@event("bonedoneskis.hand_ended", 1)
class HandEnded:
    """A hand ended."""

    how: str
    """One of "showdown" (BD-20), "last" (BD-19) or "bonedoneskis" (R10)."""
    seat: Seat | None
    """The outright winner, if there is one."""
    hands: tuple[HandShown, ...]
    lines: Annotated[tuple[tuple[Card, ...], ...], Public()]
    """The cards of the hands shown, by seat."""
    pots: tuple[PotShared, ...]
    net: tuple[int, ...]
    """The hand's result for each seat, payments and fees included. The sum is zero."""

    @property
    def variant(self) -> str:
        """The variant of the log line: the way in which the hand ended."""
        return self.how


@event("bonedoneskis.shown", 1)
class CardsShown:
    """After the hand, a seat showed cards that it could have kept hidden (BD-20). `line` is empty if it declined."""

    seat: Seat
    line: Annotated[tuple[Card, ...], Public()]

    @property
    def variant(self) -> str:
        """The variant of the log line: "declined" without cards."""
        return "" if self.line else "declined"


Event = (
    Began | ToppedUp | SatDown | HandBegan | Extended | Dealt | Reshuffled | Asked | Traded | CallsOpened | Called
    | DoneCalling | CallsClosed | CallBegun | ChoiceMissed | FeePaid | Sold | Replaced | Stolen | TurnedUp | TurnedDown
    | Swapped | NinePaid | Duelled | KrablerBound | KingCalled | BettingBegan | Acted | Folded | HandEnded | CardsShown
)  # fmt: skip

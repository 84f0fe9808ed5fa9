"""Events of Bonedoneskis, with their secrecy marks: cents, and milliseconds since 1970."""

from dataclasses import dataclass
from typing import Annotated

from games.core.events import event
from games.core.seats import Seat
from games.core.secret import Each, Hidden, Only, Public
from games.pieces.cards import Card


@event("bonedoneskis.began", 1)
@dataclass(frozen=True, slots=True)
class Began:
    """The players sat down with a buy-in each; `options` are those that differ from the defaults, as text."""

    players: int
    options: dict[str, str]


@event("bonedoneskis.topped_up", 1)
@dataclass(frozen=True, slots=True)
class ToppedUp:
    """A seat added chips between hands (BD-17)."""

    seat: Seat
    amount: int


@event("bonedoneskis.hand_began", 1)
@dataclass(frozen=True, slots=True)
class HandBegan:
    """A hand began: its dealer, what every seat anteed (0: not dealt in, BD-10), and the shuffled deck."""

    hand: int
    dealer: Seat
    antes: tuple[int, ...]
    deck: Annotated[tuple[Card, ...], Hidden()]


@event("bonedoneskis.extended", 1)
@dataclass(frozen=True, slots=True)
class Extended:
    """The game grew to `length` cards, or would have but for too few cards (`failed`) (BD-15)."""

    length: int
    failed: bool


@event("bonedoneskis.dealt", 1)
@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards of a street, by seat (S1, BD-9). A street comes in two events when the deck ran out between them."""

    street: int
    up: Annotated[tuple[Card | None, ...], Public()]
    down: Annotated[tuple[tuple[Card, ...], ...], Each()]


@event("bonedoneskis.reshuffled", 1)
@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The deck was empty; the muck was shuffled and became the deck (BD-16)."""

    deck: Annotated[tuple[Card, ...], Hidden()]


@event("bonedoneskis.asked", 1)
@dataclass(frozen=True, slots=True)
class Asked:
    """A seat has to choose or to pay: for `rule`, about these cards (R12, R4, R6, R14, R17, R18, R19, R23)."""

    rule: str
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    at: int


@event("bonedoneskis.traded", 1)
@dataclass(frozen=True, slots=True)
class Traded:
    """Two face-up cards changed places (R12, R14). `fee` went to the main pot; `chosen` is false when nobody chose."""

    rule: str
    seat: Seat
    gave: Annotated[Card, Public()]
    other: Seat
    got: Annotated[Card, Public()]
    fee: int
    chosen: bool


@event("bonedoneskis.calls_opened", 1)
@dataclass(frozen=True, slots=True)
class CallsOpened:
    """A round of calls began (SM-1); `speakers` may call and are waited for."""

    at: int
    speakers: tuple[Seat, ...]


@event("bonedoneskis.called", 1)
@dataclass(frozen=True, slots=True)
class Called:
    """Somebody called a rule; nobody else learns of it before the round closes (SM-1)."""

    seat: Annotated[Seat, Only("seat")]
    rule: Annotated[str, Only("seat")]
    holder: Annotated[Seat, Only("seat")]
    cards: Annotated[tuple[Card, ...], Only("seat")]


@event("bonedoneskis.done", 1)
@dataclass(frozen=True, slots=True)
class DoneCalling:
    """A seat has nothing more to call (SM-1)."""

    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it counts: the rule's id, the seat whose card or board it is, its cards, and who called it."""

    rule: str
    seat: Seat
    cards: tuple[Card, ...]
    by: tuple[Seat, ...]


@event("bonedoneskis.calls_closed", 1)
@dataclass(frozen=True, slots=True)
class CallsClosed:
    """The round of calls closed; the calls, in the order in which they are carried out (BD-7)."""

    calls: Annotated[tuple[Call, ...], Public()]


@event("bonedoneskis.call_begun", 1)
@dataclass(frozen=True, slots=True)
class CallBegun:
    """The next call's turn came; a `lapsed` one fits no more and costs nothing (BD-7)."""

    lapsed: bool


@event("bonedoneskis.choice_missed", 1)
@dataclass(frozen=True, slots=True)
class ChoiceMissed:
    """No answer in time: the power is spent and nothing happens (SM-3, SM-5, SM-6, SM-7); a trade found no card."""

    rule: str
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]


@event("bonedoneskis.fee_paid", 1)
@dataclass(frozen=True, slots=True)
class FeePaid:
    """A fee went to the main pot (R6, R23). `whole` is whether it was paid in full; a jack so paid is activated."""

    rule: str
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    amount: int
    whole: bool


@event("bonedoneskis.sold", 1)
@dataclass(frozen=True, slots=True)
class Sold:
    """A 3 went to the muck for a fee (R7); its replacement follows."""

    seat: Seat
    card: Annotated[Card, Public()]
    fee: int


@event("bonedoneskis.replaced", 1)
@dataclass(frozen=True, slots=True)
class Replaced:
    """The top card of the deck lies face up where the sold 3 lay (R7)."""

    seat: Seat
    card: Annotated[Card, Public()]


@event("bonedoneskis.stolen", 1)
@dataclass(frozen=True, slots=True)
class Stolen:
    """The 2 Hog took a card (R4)."""

    seat: Seat
    victim: Seat
    card: Annotated[Card, Public()]


@event("bonedoneskis.turned_up", 1)
@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A face-down card was turned up (R17, R18). `by` chose it; `source` is the card whose rule did it."""

    rule: str
    by: Seat
    source: Annotated[Card, Public()]
    seat: Seat
    card: Annotated[Card, Public()]


@event("bonedoneskis.turned_down", 1)
@dataclass(frozen=True, slots=True)
class TurnedDown:
    """A face-up card was turned down (R19)."""

    by: Seat
    source: Annotated[Card, Public()]
    seat: Seat
    card: Annotated[Card, Public()]


@event("bonedoneskis.swapped", 1)
@dataclass(frozen=True, slots=True)
class Swapped:
    """Two face-down cards changed owners unseen (R26). Places count a line's cards from the left, from 0.

    `got` is what `seat` was given, `other_got` what `other` was given.
    """

    seat: Seat
    row: Annotated[tuple[Card, ...], Public()]
    place: int
    got: Annotated[Card, Only("seat")]
    other: Seat
    other_place: int
    other_got: Annotated[Card, Only("other")]


@event("bonedoneskis.nine_paid", 1)
@dataclass(frozen=True, slots=True)
class NinePaid:
    """Everybody paid the nine of spades, as far as the stacks went (R21)."""

    seat: Seat
    amounts: tuple[int, ...]


@event("bonedoneskis.duelled", 1)
@dataclass(frozen=True, slots=True)
class Duelled:
    """A war (R16, SM-2): `stake` each; the turns as pairs of cards from the second deck; who won both stakes."""

    first: Seat
    second: Seat
    stake: int
    turns: Annotated[tuple[tuple[Card, Card], ...], Public()]
    winner: Seat


@event("bonedoneskis.krabler_bound", 1)
@dataclass(frozen=True, slots=True)
class KrablerBound:
    """The owner of a king and a 3 in sequence owes a bet or a raise (R24)."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]


@event("bonedoneskis.king_called", 1)
@dataclass(frozen=True, slots=True)
class KingCalled:
    """A River King was called (R25)."""

    seat: Seat
    card: Annotated[Card, Public()]


@event("bonedoneskis.betting_began", 1)
@dataclass(frozen=True, slots=True)
class BettingBegan:
    """The betting of a street began, and what was not called is slept (BD-8).

    `order` are the seats that may act, the first to act first; empty where nobody can bet. On third street the first
    of `brought_in` paid `amount` as the bring-in (BD-11). `capped` is whether BD-14's cap holds.
    """

    street: int
    at: int
    order: tuple[Seat, ...]
    bring_in: Seat | None
    amount: int
    capped: bool


@event("bonedoneskis.acted", 1)
@dataclass(frozen=True, slots=True)
class Acted:
    """A seat acted in the betting. `how`: "check", "call", "bet", "complete" or "raise"; `amount` is what it put in.

    `full` says that it counts as a full bet or raise (BD-14); `timed_out` that silence did it (BD-22).
    """

    seat: Seat
    how: str
    amount: int
    full: bool
    timed_out: bool
    at: int


@event("bonedoneskis.folded", 1)
@dataclass(frozen=True, slots=True)
class Folded:
    """A seat folded (BD-19): in the betting, or instead of paying (`rule` is then "R6" or "R23")."""

    seat: Seat
    rule: str
    timed_out: bool
    at: int


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand at the showdown: its class and ranks (HE-6), and for one that won something a way to play it.

    A play is what lies there ("9h+2c" joined), the code it plays as, and the rule that lets it ("" as printed).
    """

    seat: Seat
    value: str
    ranks: tuple[int, ...]
    plays: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class PotShared:
    """A pot and what each seat had of it. `kind`: "pot", "side_pot", "unseen" or "returned"; `seats` are the live
    seats that might have won it (BD-17)."""

    kind: str
    amount: int
    shares: tuple[int, ...]
    seats: tuple[Seat, ...] = ()


@event("bonedoneskis.hand_ended", 1)
@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand ended. `how`: "showdown" (BD-20), "last" (BD-19) or "bonedoneskis" (R10); `seat` won outright, if so.

    `lines` are the cards of the hands shown, by seat. `net` is what the hand brought to each seat, payments and fees
    included; it sums to zero.
    """

    how: str
    seat: Seat | None
    hands: tuple[HandShown, ...]
    lines: Annotated[tuple[tuple[Card, ...], ...], Public()]
    pots: tuple[PotShared, ...]
    net: tuple[int, ...]


@event("bonedoneskis.shown", 1)
@dataclass(frozen=True, slots=True)
class CardsShown:
    """After the hand a seat showed the cards it need not have shown, or declined to (`line` is empty) (BD-20)."""

    seat: Seat
    line: Annotated[tuple[Card, ...], Public()]


Event = (
    Began | ToppedUp | HandBegan | Extended | Dealt | Reshuffled | Asked | Traded | CallsOpened | Called | DoneCalling
    | CallsClosed | CallBegun | ChoiceMissed | FeePaid | Sold | Replaced | Stolen | TurnedUp | TurnedDown | Swapped
    | NinePaid | Duelled | KrablerBound | KingCalled | BettingBegan | Acted | Folded | HandEnded | CardsShown
)  # fmt: skip

"""Views of Bonedoneskis."""

from dataclasses import dataclass

from games.core.receipt import Receipt
from games.core.seats import Seat
from games.core.view import Call
from games.pieces.cards import Card


@dataclass(frozen=True, slots=True)
class Lying:
    """A card of a line, in its place. `card` is None where it lies face down and is not the viewer's own.

    `dealt` is the street on which it came off the deck (2: a hole card). `mark` is "" or "wild" (an up 7 or a paid
    jack, R5, R6), "trade" (a trade card that must be traded now, R12); a face-down card bears its mark for its owner
    alone. `came` is how it came to lie up there on this street, as all have seen: "dealt", "turned", "traded", "stale"
    (BD-5), or "" if it did not; `used` whether its power or duty was called since it came up.
    """

    card: Card | None
    up: bool
    dealt: int
    mark: str = ""
    came: str = ""
    used: bool = False


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the viewer sees it. Money is in cents.

    `state`: "live", "all_in", "folded", "out" (not dealt in). `line` lies left to right, `holes` of it in hole
    places. `bet` is what lies before the seat in this betting round, `paid` all it has put into pots in this hand
    (fees apart), `aside` chips won while all-in (BD-18). `done` says that it has nothing more to call (SM-1);
    `krabler` that it owes a bet or raise (R24). `shown` is whether its cards were shown at the end.
    """

    seat: Seat
    state: str
    line: tuple[Lying, ...]
    holes: int
    stack: int
    bet: int
    paid: int
    aside: int
    done: bool
    krabler: bool
    shown: bool


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot: what is in it and the live seats that may win it; the first has the dead fees in it (BD-17)."""

    amount: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """A call of a closed round of this street, in the order in which they counted (BD-7): the rule's id and identifier.

    `seat` holds the card or board; `by` are the seats that called it. `outcome`: "waiting", "now", "done" or "lapsed".
    """

    rule: str
    name: str
    seat: Seat
    cards: tuple[Card, ...]
    by: tuple[Seat, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice that the table waits for one seat to make: `rule` ("R12") and the card or cards it is about.

    `kind` says how it is answered: "trade", "steal", "turn_up", "turn_own", "turn_down" or "pay". `targets` are the
    face-up cards to choose from (public); places are chosen from the chairs.
    """

    rule: str
    name: str
    kind: str
    seat: Seat
    cards: tuple[Card, ...]
    amount: int
    targets: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand at the showdown: its value by class and ranks (HE-6) and one way to play it.

    `plays` are the cards of the five: what lies there ("9h+2c" for two joined), the code it plays as ("4-" is the
    suitless 4), and the rule that lets it ("" where it plays as printed).
    """

    seat: Seat
    value: str
    ranks: tuple[int, ...]
    plays: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Won:
    """A pot and who had what of it; `kind` is "pot", "side_pot", "unseen" (one contributor) or "returned" (R10).
    `seats` are the live seats that might have won it.
    """

    kind: str
    amount: int
    shares: tuple[tuple[Seat, int], ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a hand. `how`: "showdown", "last" (everybody else folded) or "bonedoneskis" (R10).

    `net` is what the hand brought to each seat, fees and payments included (sum zero). `rules` are the rules that
    fired in it, in order.
    """

    how: str
    seat: Seat | None
    hands: tuple[Shown, ...]
    pots: tuple[Won, ...]
    net: tuple[int, ...]
    rules: tuple[str, ...]
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class Duel:
    """The latest war of this hand (SM-2): the turns as pairs of cards of `first` and `second`, and who won it."""

    first: Seat
    second: Seat
    stake: int
    turns: tuple[tuple[Card, Card], ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class View:
    """The state as one seat, or the crowd, may see it. Times are milliseconds since 1970, money is in cents."""

    seat: Seat | None
    """The viewer; None is the crowd."""
    players: int
    phase: str
    """ "between", "trading" (R12), "calling" (SM-1), "choosing" (see `asked`), "betting" or "over"."""
    hand: int
    to_act: tuple[Seat, ...]
    deadline: int | None
    scores: tuple[int, ...]
    over: bool
    dealer: Seat | None
    order: tuple[Seat, ...]
    street: int
    """3 to 8, 0 before the first hand."""
    length: int
    """The last street: 6, 7 or 8."""
    chairs: tuple[Chair, ...]
    pots: tuple[Pot, ...]
    turn: Seat | None
    """The seat whose act it is in the betting."""
    bring_in: Seat | None
    to_match: int
    bets: int
    owed: int
    """The cost of a call to the viewer."""
    bet_to: int
    """The viewer's bet after a bet, completion or raise; 0 if none is possible."""
    acts: tuple[str, ...]
    """The betting verbs open to the viewer."""
    asked: Asked | None
    callable: tuple[str, ...]
    """The rules on the Call menu: all of them, always (R29); with reminders those the viewer may call."""
    said: tuple[str, ...]
    """The viewer's own calls of this round, as words; secret until it closes."""
    calls: tuple[Called, ...]
    duel: Duel | None
    deck: int
    muck: int
    ending: Ending | None
    may_top_up: int
    """The chips that the viewer may add between hands."""
    may_show: bool
    """True if the viewer still has cards to show."""
    reminders: bool
    anyone_calls: bool
    """True if others' duties may be called (Q-31)."""
    ante: int
    small_bet: int
    big_bet: int
    fee: int
    stage: str = ""
    has_spoken: bool = False
    hot: tuple[Card, ...] = ()
    last_calls: tuple[Call, ...] = ()

"""A table of Bonedoneskis as one seat may see it."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.packed import Line
from games.bonedoneskis.evaluation.ranking import CLASSES, class_of, ranks_of, spell_ranks
from games.bonedoneskis.evaluation.readings import find_one_way
from games.bonedoneskis.events import Duelled, PotShared
from games.bonedoneskis.options import House, ReadingRules
from games.core.seats import Seat
from games.core.view import PlainView
from games.pieces.cards import Card


class Phase(StrEnum):
    """The phases of a table. A table rests in the first seven, and passes through the others within a move.

    S1 to S4 are steps of BD-6.
    """

    NEW = "new"
    BETWEEN = "between"
    """The next hand waits for "next"."""
    TRADING = "trading"
    """A trade card must be traded (R12)."""
    CHOOSING = "choosing"
    """A seat must choose or pay (`View.asked`)."""
    CALLING = "calling"
    """A round of calls (SM-1)."""
    BETTING = "betting"
    OVER = "over"
    DEALING = "dealing"
    """S1: the street is dealt."""
    TRADES = "trades"
    """S2: trade cards are traded."""
    ROUNDS = "rounds"
    """S3: a round of calls begins."""
    CARRYING = "carrying"
    """S4: the calls are carried out."""
    OPENING = "opening"
    """The betting is about to begin."""
    ENDING = "ending"


NEW, BETWEEN, TRADING, CHOOSING, CALLING, BETTING, OVER, DEALING, TRADES, ROUNDS, CARRYING, OPENING, ENDING = Phase
"""The phases as names of this module, which Python 3.11 reads in a tenth of the time."""


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card of a line, in its place."""

    card: Card | None
    """None if the card lies face down, unless it is the viewer's own or was shown after the hand."""
    up: bool
    dealt_on: int
    """The street on which the card came off the deck; 2 for a hole card."""
    mark: str = ""
    """One of "wild" (a face-up 7 or a paid jack, R5, R6), "dead" (a red 6, R9), "trade" (must be traded now, R12),
    until the hand is over "ace" (a black 6, R8) and "four3" to "four5" (4s, by the street on which it came up, R22), or
    "".

    The mark of a face-down card is "" for viewers who may not see the card.
    """
    origin: str = ""
    """The public origin of a card that came face up in this place on this street, or once the hand is over, on any; ""
    for any other card.

    One of "dealt", "turned", "traded" or "stale" (BD-5).
    """
    spent: bool = False
    """True for a face-up card whose power or duty has been used or missed since the card came up."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the viewer sees it. Money is in cents."""

    seat: Seat
    state: str
    """One of "live", "all_in", "folded" or "out" (not dealt in)."""
    line: tuple[LyingCard, ...]
    """The seat's cards, left to right."""
    stack: int
    bet: int
    """Chips before the seat in this betting round."""
    paid: int
    """Chips paid into pots in this hand, without fees."""
    done: bool
    """True if the seat has nothing more to call (SM-1)."""
    krabler: bool
    """True if the seat owes a bet or raise (R24)."""
    shown: bool
    """True if the seat's cards were shown at the end."""

    @property
    def seen(self) -> list[tuple[LyingCard, Card]]:
        """The cards of which the viewer sees the face, each as it lies."""
        return [(lying, lying.card) for lying in self.line if lying.card is not None]


class Pot(NamedTuple):
    """A pot and the live seats that may win it, in seat order. The first pot includes the dead fees (BD-17)."""

    amount: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ClosedCall:
    """A call of a closed round of this street. Calls are in the order in which they counted (BD-7)."""

    rule: str
    """The rule's id."""
    name: str
    """The rule's identifier ("sell_three")."""
    seat: Seat
    """The seat that holds the card or board."""
    cards: tuple[Card, ...]
    by: tuple[Seat, ...]
    """The callers."""
    outcome: str
    """One of "waiting", "now", "done" or "lapsed"."""


@dataclass(frozen=True, slots=True)
class Question:
    """A choice or payment that the table waits for."""

    rule: str
    """The rule's id ("R12")."""
    name: str
    """The rule's identifier ("two_hog"); "trade_card" for R12."""
    kind: str
    """One of "trade", "steal", "turn_up", "turn_own", "turn_down" or "pay"."""
    seat: Seat
    cards: tuple[Card, ...]
    """The cards that the rule is about."""
    amount: int
    """The chips that an answer costs: a fee (R6, R14, R23), or 0."""
    targets: tuple[Card, ...]
    """The face-up cards to choose from (public). Face-down cards are chosen by their places in the chairs."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand at the showdown: its value by class (HE-6), the ranks of its cards, and one way to play it."""

    seat: Seat
    value: str
    ranks: tuple[int, ...]
    plays: tuple[tuple[str, str, str], ...]
    """The five cards.

    Each card is three words: the card as it lies ("9h+2c" for two joined), the code that it plays as ("4-" for the
    suitless 4), and the rule that allows this ("" if it plays as printed).
    """


@lru_cache(maxsize=64)  # a view is built and described several times
def read_line(seat: Seat, line: Line, rules: ReadingRules) -> ShownHand:
    """Read a line as cards speak (Q-15, Q-34): by what needs no word (R1, R3, R5, R8, R9, R11, R15, R20, R22), and by
    what has been paid for."""
    value = find_evaluator(rules).value_of_line(line)
    name = class_of(value)
    return ShownHand(seat, name, spell_ranks(name, ranks_of(value)), find_one_way(line, rules, value))


def rank_hand(hand: ShownHand) -> tuple[int, tuple[int, ...]]:
    """The worth of a hand, to compare with others (HE-6)."""
    return CLASSES.index(hand.value), hand.ranks


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a hand."""

    how: str
    """One of "showdown", "last" (everyone else folded) or "bonedoneskis" (R10)."""
    seat: Seat | None
    """The outright winner; None at a showdown."""
    hands: tuple[ShownHand, ...]
    pots: tuple[PotShared, ...]
    net: tuple[int, ...]
    """The hand's result for each seat, fees and payments included. The sum is zero."""
    rules: tuple[tuple[str, Seat | None], ...]
    """The rules that fired in the hand, in order, each with the seat whose card or choice it was."""
    beside: tuple[tuple[str, Seat, int], ...] = ()
    """Chips that passed beside the pots: the rule (R16 or R21), the seat, and the amount, negative for a payer."""


@dataclass(frozen=True, slots=True)
class View(PlainView):
    """The table as one seat may see it. Times are milliseconds since 1970, money is in cents."""

    dealer: Seat | None
    live_seats: tuple[Seat, ...]
    """The seats that are still in the hand, in seat order."""
    street: int
    """3 to 8; 0 before the first hand."""
    length: int
    """6, 7 or 8 cards."""
    chairs: tuple[Chair, ...]
    pots: tuple[Pot, ...]
    turn: Seat | None
    """The seat to act in the betting."""
    bring_in: Seat | None
    to_match: int
    bets_made: int
    owed: int
    """The cost of a call for the viewer."""
    bet_to: int
    """The chips that the viewer will have put in this round if they now bet, complete or raise; 0 if they cannot."""
    acts: tuple[str, ...]
    """The betting verbs open to the viewer."""
    asked: Question | None
    callable: tuple[str, ...]
    """The identifiers of the rules in the Call menu: all (R29), or with reminders only the powers the viewer holds."""
    said: tuple[str, ...]
    """The viewer's calls in this round as words, secret until the round closes."""
    calls: tuple[ClosedCall, ...]
    duel: Duelled | None
    """The latest war of this hand (SM-2)."""
    deck_size: int
    ending: Ending | None
    most_top_up: int
    """Chips that the viewer may add between hands."""
    may_show: bool = False
    """True if the viewer still has cards to show."""
    house: House = field(default_factory=House)
    """All house rules of the table."""
    choosing_rule: str = ""
    """The rule whose choice the table waits for ("r17"); "" for none, and in the phase "trading"."""
    slept: tuple[tuple[Seat, str, str, tuple[Card, ...]], ...] = ()
    """After a hand, the free powers that the viewer did not call in time, and those of others whose cards everybody saw
    (R29): the seat, the name and id of the rule, and the cards."""
    own_line: Line = ()
    """The viewer's own cards; once the hand is over, as they lay when the viewer folded, if they did."""

    @property
    def own_hand(self) -> ShownHand | None:
        """The viewer's own hand, as their cards speak now; None without cards. No power that waits to be called is in
        it, so it tells of none (R29)."""
        if self.seat is None or not self.own_line:
            return None
        return read_line(self.seat, self.own_line, self.house.reading_rules)

    @property
    def revived_hand(self) -> tuple[str, ShownHand] | None:
        """The viewer's hand at the showdown if red 6s were alive (R9), without the way to play it. Before it comes the
        effect: "won" if it beats every other shown hand, "anyway" if it moves no chip, or else "plain"."""
        seat, ending, rules = self.seat, self.ending, self.house.reading_rules
        if seat is None or ending is None:
            return None
        value = find_evaluator(replace(rules, red_sixes_live=True)).value_of_line(self.own_line)
        name = class_of(value)
        hand = ShownHand(seat, name, spell_ranks(name, ranks_of(value)), ())
        unbeaten = {other.seat for other in ending.hands if rank_hand(other) >= rank_hand(hand) and other.seat != seat}
        better = {other.seat for other in ending.hands if rank_hand(other) > rank_hand(hand)}
        own_pots = [pot for pot in ending.pots if seat in pot.seats]
        same = value == find_evaluator(rules).value_of_line(self.own_line)
        if same or (own_pots and all(pot.shares[seat] == pot.amount or better & {*pot.seats} for pot in own_pots)):
            return "anyway", hand
        return "plain" if unbeaten else "won", hand

    @property
    def stage(self) -> str:
        """The rule whose choice the table waits for, or "again" while claims are open once more."""
        again = self.phase == Phase.CALLING and any(call.outcome == "done" for call in self.calls)
        return "again" if again else self.choosing_rule

    @property
    def spoken(self) -> tuple[str, ...]:
        """The viewer's claims in this round, and "done" once they have nothing more to say."""
        done = self.phase == Phase.CALLING and self.seat is not None and self.chairs[self.seat].done
        return (*(f"claim {words.partition(' ')[0]}" for words in self.said), *(["done"] if done else []))

    @property
    def interruptible(self) -> bool:
        """True except during a round of betting, when only the seat to act may speak."""
        return self.phase != Phase.BETTING

    @property
    def out(self) -> tuple[Seat, ...]:
        """The seats without chips, except those that are all-in in the hand under way."""
        playing = () if self.ending is not None else self.live_seats
        return tuple(chair.seat for chair in self.chairs if not chair.stack and chair.seat not in playing)

    @property
    def undealt(self) -> bool:
        """True before the first deal."""
        return self.phase == Phase.NEW

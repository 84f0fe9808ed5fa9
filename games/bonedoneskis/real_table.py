"""Hands of Bonedoneskis from a real table: what everybody paid, and the hands that were shown (BD-17 to BD-21, R10)."""

import math
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from operator import add, sub
from typing import Final

from games.bonedoneskis.decisions.unfolding import make_end_by_sixes, sum_shares
from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.packed import (
    Line as Cards,
    Placed,
    card_of,
    deal_street_of,
    is_activated,
    is_up,
    make_placed,
    up_street_of,
)
from games.bonedoneskis.events import Acted, Duelled, Event, FeePaid, NinePaid
from games.bonedoneskis.evolve import EXTENDING
from games.bonedoneskis.options import House
from games.bonedoneskis.pots import make_end_alone, make_end_at_showdown
from games.bonedoneskis.rulebook import FEE_RULES
from games.core.numbers import format_hundredths
from games.core.options import Options, bind
from games.core.real_table import Hand, HandLine, parse_seat, refuse, refuse_words, telling_number
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.cards import CODES, RANK, from_code

_AMOUNT: Final = re.compile(r"[$€£]?(?=[.,]?\d)(\d{0,7}(?:[.,]\d{1,2})?)[$€£]?|(\d{1,5})[c¢]")
_SUITS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")
_CARD: Final = re.compile(r"(10|[2-9tjqka])([cdhs♣♦♥♠♧♢♡♤])\ufe0f?(\*?)(?:/([2-8]))?(?:@([2-8]))?", re.IGNORECASE)
"""A card, perhaps with marks: "*" for a paid jack, "/5" for the street on which it was dealt, "@6" for the street on
which it came up. Without "/" and "@", the card's place in the line tells the street."""
_WORD: Final = re.compile(r"[()]|[^\s(),]+")
_SIDE: Final = re.compile(r"([^()]*?)\b(?:face[ -]?)?(up|down)\b", re.IGNORECASE)
"""Cards and the side on which they lie: "9h 2c down, Kd 7s 3h up, 5c down"."""
_MOST_ANTES: Final = 100
"""The antes that a table of small stacks may pay a head, after topping up (BD-17)."""
_FEWEST_CARDS: Final = 6
"""The cards that are dealt to a line in a game that is not extended (BD-9)."""
_MOST_CARDS: Final = 8
"""The most cards that can be dealt to a line, in a game that was extended twice (BD-15)."""
_MOST_DOWN: Final = 5
"""The most cards of a line that lie face down: three as dealt, and those that the two red 4s turned (R19)."""
_MOST_FEES: Final = {"R6": 2, "R7": 4, "R14": 1}
"""The whole fees that a hand can bring: for two black jacks, four 3s and one 8 of spades."""
_BLACK_JACKS: Final = {from_code("Js"), from_code("Jc")}


@dataclass(slots=True)
class _Notes:
    """The notes that were written down about a hand. Money is in cents, by seat."""

    house: House
    names: Sequence[str]
    paid: list[int]
    moved: list[int]
    """The fees and the payments between players; above zero for a seat that received more than it paid."""
    live: dict[Seat, Cards] = field(default_factory=dict)
    """For each seat that was in at the end, in the order in which the notes name them, its cards; () if it mucked."""
    folded: set[Seat] = field(default_factory=set)
    end: tuple[str, Seat] | None = None
    events: list[Event] = field(default_factory=list)

    @property
    def lines(self) -> list[Cards]:
        """The cards that were shown."""
        return [cards for cards in self.live.values() if cards]

    @property
    def fees(self) -> list[FeePaid]:
        """The fees that were paid."""
        return [made for made in self.events if isinstance(made, FeePaid)]

    def count_fees(self, rule: str) -> int:
        """Count the whole fees that were paid for a rule."""
        return sum(made.amount // self.house.fee for made in self.fees if made.rule == rule)


def score_real(players: int, options: Options, names: Sequence[str], hands: Sequence[Hand]) -> tuple[Event, ...]:
    """Score hands from the notes of what everybody paid and which cards were shown. Raises Refused.

    The players who show or muck must be named as they sit, from the dealer's left, because odd chips are shared in that
    order.
    """
    house, events = bind(House, options), list[Event]()
    for number, hand in enumerate(hands, 1):
        with telling_number(number):
            notes = _Notes(house, names, [0] * players, [0] * players)
            for line in hand:
                _read(notes, line)
            _check_money(notes, {line.seat for line in hand})
            events += _list_events(notes)
    if not events:
        raise refuse("no_end", number=1)
    return tuple(events)


def _read(notes: _Notes, line: HandLine) -> None:
    seat = line.seat
    cards = [_CARD.fullmatch(word) is not None for word in _WORD.findall(line.words) if word not in "()"]
    match line.verb:
        case "all" if seat is None and line.words.startswith("all paid "):
            cents = _read_cents(line.words.removeprefix("all paid "))
            notes.paid = [paid + cents for paid in notes.paid]
        case _ if seat is None:
            raise _refuse_line("words_bonedoneskis", line, notes.house)
        case "paid":
            notes.paid[seat] += _read_cents(line.rest)
        case "fee":
            _read_fee(notes, line, seat)
        case "nine" | "duel":
            _read_gain(notes, line, seat)
        case verb if _AMOUNT.fullmatch(verb) and not (cards[0] and any(cards[1:])):  # "5c" is a card among cards
            notes.paid[seat] += _read_cents(line.words)
        case "krabler":
            notes.events.append(Acted(seat, "bet", 0, True, True, 0))
        case verb if verb in ("shows", "mucks", "folds") or verb.startswith("(") or cards[:1] == [True]:
            if seat in notes.live or seat in notes.folded:
                raise refuse_words("contradiction", line.words)
            if verb == "folds":
                notes.folded.add(seat)
            else:
                notes.live[seat] = () if verb == "mucks" else _read_cards(line.rest if verb == "shows" else line.words)
        case "wins" | "bonedoneskis":
            if notes.end or line.rest:
                raise refuse_words("contradiction", line.words)
            notes.end = line.verb, seat
        case _:
            raise _refuse_line("words_bonedoneskis", line, notes.house)


def _read_fee(notes: _Notes, line: HandLine, seat: Seat) -> None:
    amount, _, name = line.rest.rpartition(" ")
    rule, fee = name.upper(), notes.house.fee
    if rule not in FEE_RULES:
        raise _refuse_line("fee", line, notes.house)
    cents = _read_cents(amount)
    if not cents or (cents % fee and (rule in ("R7", "R14") or cents > fee)):
        raise _refuse_amount(line, fee)
    notes.moved[seat] -= cents
    notes.events.append(FeePaid(rule, seat, (), cents, cents >= fee))
    if cents >= fee and notes.count_fees(rule) > _MOST_FEES.get(rule, math.inf):
        raise refuse_words("contradiction", line.words)


def _read_gain(notes: _Notes, line: HandLine, seat: Seat) -> None:
    """Read what others pay to a seat: for the 9 of spades (R21), or as the loser of a duel (R16)."""
    amounts = [0] * len(notes.paid)
    for part in re.split(r",(?!\d)", line.rest):
        other, rest = parse_seat(part, notes.names)
        amounts[other] += _read_cents(rest)
    is_nine, stake = line.verb == "nine", max(amounts)
    most = notes.house.nine_pay if is_nine else notes.house.fee
    if not 0 < stake <= most or amounts[seat] or not (is_nine or stake == sum(amounts)):
        raise _refuse_amount(line, most)
    for made in notes.events:  # there is one 9s, and one pair of red 8s
        match made:
            case NinePaid(seat=owner, amounts=paid) if is_nine and (owner != seat or any(map(min, paid, amounts))):
                raise refuse_words("contradiction", line.words)
            case Duelled() if not is_nine:
                raise refuse_words("contradiction", line.words)
    loser = Seat(amounts.index(stake))
    notes.events.append(NinePaid(seat, tuple(amounts)) if is_nine else Duelled(seat, loser, stake, (), seat))
    notes.moved[seat] += sum(amounts)
    notes.moved = list(map(sub, notes.moved, amounts))


def _check_money(notes: _Notes, named: Container[Seat | None]) -> None:
    """Raise Refused for payments that cannot have been (BD-10, BD-17). `named` are the seats that the lines are
    about."""
    house = notes.house
    stakes = (house.ante, house.bring_in, house.small_bet, house.big_bet, house.fee, house.nine_pay, house.chip)
    least, most = math.gcd(*stakes, house.buy_in), len(notes.paid) * max(house.buy_in, _MOST_ANTES * house.ante)
    for seat, paid in enumerate(notes.paid):
        if (seat in named or notes.moved[seat]) and (not paid or paid % least or paid > most):
            raise refuse("paid", least=format_hundredths(least), most=format_hundredths(most))


def _refuse_line(reason: str, line: HandLine, house: House) -> Refused:
    """Make the error for a line that cannot be read, with this house's amounts for the examples."""
    return refuse_words(
        reason, line.words, fee=format_hundredths(house.fee), nine_pay=format_hundredths(house.nine_pay)
    )


def _refuse_amount(line: HandLine, cents: int) -> Refused:
    return refuse_words("amount", line.words, amount=format_hundredths(cents))


def _list_events(notes: _Notes) -> list[Event]:
    """List the events of a hand, with its end. Raises Refused for no end, two ends, or cards that nobody can have."""
    house, paid = notes.house, notes.paid
    fees = sum(fee.amount for fee in notes.fees)
    if notes.end is not None:
        how, seat = notes.end
        in_pot = [Seat(other) for other, cents in enumerate(paid) if cents]
        if notes.live:
            raise refuse("two_ends")
        if seat in notes.folded or len(in_pot) < 2:
            raise refuse("nobody_else")
        ended = make_end_alone(paid, seat, fees) if how == "wins" else make_end_by_sixes(paid, in_pot, fees, seat)
    elif len(notes.live) > 1 and notes.lines:
        _check_cards(notes)
        lines = [notes.live.get(Seat(seat), ()) for seat in range(len(paid))]
        judge = find_evaluator(house.reading_rules)
        values = {seat: judge.value_of_line(cards) if cards else -1 for seat, cards in notes.live.items()}
        mucked = [seat for seat, cards in notes.live.items() if not cards]
        ended = make_end_at_showdown(paid, fees, lines, values, house, mucked)
    else:
        raise refuse("no_end")
    net = tuple(map(sub, map(add, sum_shares(ended), notes.moved), paid))
    return [*notes.events, replace(ended, net=net)]


def _check_cards(notes: _Notes) -> None:
    """Raise Refused for a card that was shown twice, or lines that nobody can have (R4, R6, R25)."""
    shown = [placed for line in notes.lines for placed in line]
    cards = [card_of(placed) for placed in shown]
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise refuse("too_many", piece=CODES[card])
    _check_lengths(notes)
    for line in notes.lines:
        turned = any(is_up(placed) and up_street_of(placed) != deal_street_of(placed) for placed in line)
        if not 0 < sum(not is_up(placed) for placed in line) <= _MOST_DOWN and not turned:
            raise refuse("face_down")
    paid_for = [card_of(placed) for placed in shown if is_activated(placed)]
    if not set(paid_for) <= _BLACK_JACKS or len(paid_for) > notes.count_fees("R6"):
        raise refuse("star", fee=format_hundredths(notes.house.fee))


def _check_lengths(notes: _Notes) -> None:
    """Raise Refused for lines of lengths that no hand deals (BD-9, BD-15), but for one stolen card (R4).

    Each card beyond the sixth takes a card that extends the game: one that lies where it may have been dealt face up,
    or that somebody may have had who mucked, or who paid more than the ante and folded.
    """
    lines, house = notes.lines, notes.house
    unseen = [paid for seat, paid in enumerate(notes.paid) if paid and not notes.live.get(Seat(seat))]
    stayed = len(lines) < len(notes.live) or any(paid > house.ante for paid in unseen)
    boards = [one for line in lines for place, one in enumerate(line, 1) if is_up(one) or 2 < place < len(line)]
    extending = sum(card_of(one) in EXTENDING for one in boards)
    if stayed or (house.extend_on_reveal and extending):
        extending = len(EXTENDING)
    for dealt in range(_FEWEST_CARDS, min(_FEWEST_CARDS + extending, _MOST_CARDS) + 1):
        stolen = sorted(len(line) - dealt for line in lines if len(line) != dealt)
        thieves = [line for line in lines if len(line) > dealt and any(RANK[card_of(one)] in (2, 5) for one in line)]
        if stolen in ([], [-1, 1], [1] * bool(unseen), [-1] * stayed) and len(thieves) == stolen.count(1):
            return
    raise refuse("cards", count=max(map(len, lines), key=lambda size: abs(size - 6)))


def _read_cents(words: str) -> int:
    """An amount of chips in cents, or the sum of several: "5.50", "5 0.50". Raises Refused."""
    cents = 0
    for word in words.split() or [""]:
        amount = _AMOUNT.fullmatch(word)
        if amount is None:
            raise refuse_words("chips", words)
        cents += int(amount[2]) if amount[2] else round(100 * float(amount[1].replace(",", ".")))
    return cents


def _read_cards(words: str) -> Cards:
    """A line of cards from left to right; those in brackets lie face down. The last bracket may stay open."""
    made: list[Placed] = []
    down = False
    for word in _WORD.findall(_SIDE.sub(lambda side: f"({side[1]})" if side[2].lower() == "down" else side[1], words)):
        found = _CARD.fullmatch(word)
        if found is not None:
            card = from_code(found[1] + found[2].translate(_SUITS))
            dealt = int(found[4]) if found[4] else min(max(2, len(made) + 1), _MOST_CARDS)
            made.append(make_placed(card, dealt, not down, int(found[5] or 0), bool(found[3])))
        elif word != "()"[down]:
            raise refuse_words("card", word if word not in "()" else words)
        else:
            down = not down
    if not made:
        raise refuse_words("card", words)
    return tuple(made)

"""Hands of Bonedoneskis from a real table: what everybody paid, and the hands that were shown (BD-17 to BD-21, R10)."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
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
from games.core.real_table import Hand, HandLine, parse_seat, refuse_contradiction, refuse_words
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.cards import CODES, RANK, from_code

_AMOUNT: Final = re.compile(r"[$€£]?(?=[.,]?\d)(\d{0,7})(?:[.,](\d{1,2}))?[$€£]?|(\d{1,5})[c¢]")
_SUITS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs", "\ufe0f")
_CARD: Final = re.compile(r"(10|[2-9tjqka])([cdhs])(\*?)(?:/([2-8]))?(?:@([2-8]))?", re.IGNORECASE)
"""A card, perhaps with marks: "*" for a paid jack, "/5" for the street on which it was dealt, "@6" for the street on
which it came up. Without "/" and "@", the card's place in the line tells the street."""
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

    players: int
    number: int
    paid: list[int] = field(default_factory=list)
    fees: list[int] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    """The sum of the payments between players; above zero for a seat that received more than it paid."""
    live: list[Seat] = field(default_factory=list)
    """The seats that were in at the end, in the order in which the notes name them."""
    mucked: set[Seat] = field(default_factory=set)
    folded: set[Seat] = field(default_factory=set)
    named: set[Seat] = field(default_factory=set)
    """The seats that did something."""
    lines: dict[Seat, Cards] = field(default_factory=dict)
    end: tuple[str, Seat] | None = None
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.paid, self.fees, self.moved = ([0] * self.players for _ in range(3))


def score_real(players: int, options: Options, names: Sequence[str], hands: Sequence[Hand]) -> tuple[Event, ...]:
    """Score hands from the notes of what everybody paid and which cards were shown. Raises Refused.

    The players who show or muck must be named as they sit, from the dealer's left, because odd chips are shared in that
    order.
    """
    house, events = bind(House, options), list[Event]()
    for number, lines in enumerate(hands, 1):
        notes = _Notes(players, number)
        for line in lines:
            if line.seat is None and line.words.startswith("all paid "):
                for seat in range(players):
                    notes.paid[seat] += _read_cents(line.words.removeprefix("all paid "))
                    notes.named.add(Seat(seat))
                continue
            if line.seat is None:
                raise _refuse_line("words_bonedoneskis", line, house)
            _read(notes, line, line.seat, names, house)
        _check_money(notes, house)
        events += _list_events(notes, house)
    if not events:
        raise Refused("REAL", "no_end", number=1)
    return tuple(events)


def _read(notes: _Notes, line: HandLine, seat: Seat, names: Sequence[str], house: House) -> None:
    notes.named.add(seat)
    match line.verb:
        case "paid":
            notes.paid[seat] += _read_cents(line.rest)
        case "fee":
            _read_fee(notes, line, seat, house)
        case "nine":
            _read_nine(notes, line, seat, names, house)
        case "duel":
            _read_duel(notes, line, seat, names, house)
        case verb if _AMOUNT.fullmatch(verb):
            notes.paid[seat] += _read_cents(line.words)
        case verb if verb.startswith("(") or _CARD.fullmatch(verb):
            _read_end_of_seat(notes, HandLine(seat, f"shows {line.words}"), seat)
        case "krabler":
            notes.events.append(Acted(seat, "bet", 0, True, True, 0))
        case "shows" | "mucks" | "folds":
            _read_end_of_seat(notes, line, seat)
        case "wins" | "bonedoneskis":
            if notes.end or line.rest:
                raise refuse_contradiction(notes.number, line)
            notes.end = line.verb, seat
        case _:
            raise _refuse_line("words_bonedoneskis", line, house)


def _read_fee(notes: _Notes, line: HandLine, seat: Seat, house: House) -> None:
    amount, _, rule = line.rest.rpartition(" ")
    if rule.upper() not in FEE_RULES:
        raise _refuse_line("fee", line, house)
    cents = _read_cents(amount)
    if cents % house.fee and (rule.upper() in ("R7", "R14") or cents > house.fee):
        raise _refuse_amount(line, house.fee)
    paid = sum(isinstance(made, FeePaid) and (made.rule, made.amount) == (rule.upper(), cents) for made in notes.events)
    if cents == house.fee and paid == _MOST_FEES.get(rule.upper()):
        raise refuse_contradiction(notes.number, line)
    notes.fees[seat] += cents
    notes.events.append(FeePaid(rule.upper(), seat, (), cents, True))


def _read_nine(notes: _Notes, line: HandLine, seat: Seat, names: Sequence[str], house: House) -> None:
    amounts = _read_amounts(line.rest, names, notes.players)
    if max(amounts) > house.nine_pay or amounts[seat]:
        raise _refuse_amount(line, house.nine_pay)
    for made in notes.events:  # R21: there is one 9s
        if isinstance(made, NinePaid) and (made.seat != seat or any(map(min, made.amounts, amounts))):
            raise refuse_contradiction(notes.number, line)
    notes.named.update(Seat(other) for other, cents in enumerate(amounts) if cents)
    notes.events.append(NinePaid(seat, amounts))
    for other, cents in enumerate(amounts):
        notes.moved[other] -= cents
        notes.moved[seat] += cents


def _read_duel(notes: _Notes, line: HandLine, seat: Seat, names: Sequence[str], house: House) -> None:
    loser, rest = parse_seat(line.rest, names)
    stake = _read_cents(rest)
    if stake > house.fee or loser == seat:
        raise _refuse_amount(line, house.fee)
    if any(isinstance(made, Duelled) for made in notes.events):  # R16: there is one pair of red 8s
        raise refuse_contradiction(notes.number, line)
    notes.named.add(loser)
    notes.events.append(Duelled(seat, loser, stake, (), seat))
    notes.moved[seat] += stake
    notes.moved[loser] -= stake


def _read_end_of_seat(notes: _Notes, line: HandLine, seat: Seat) -> None:
    """Note that a seat folded, or showed or mucked its hand at the end."""
    if seat in notes.live or seat in notes.folded:
        raise refuse_contradiction(notes.number, line)
    if line.verb == "folds":
        notes.folded.add(seat)
        return
    notes.live.append(seat)
    if line.verb == "mucks":
        notes.mucked.add(seat)
    else:
        notes.lines[seat] = _read_cards(line.rest)


def _check_money(notes: _Notes, house: House) -> None:
    """Raise Refused for payments that cannot have been (BD-10, BD-17)."""
    stakes = (house.ante, house.bring_in, house.small_bet, house.big_bet, house.fee, house.nine_pay, house.chip)
    least, most = math.gcd(*stakes, house.buy_in), notes.players * max(house.buy_in, _MOST_ANTES * house.ante)
    for seat in sorted(notes.named):
        paid = notes.paid[seat]
        if not paid or paid % least or paid > most:
            raise Refused(
                "REAL", "paid", number=notes.number, least=format_hundredths(least), most=format_hundredths(most)
            )
    if notes.end is not None and (notes.end[1] in notes.folded or sum(map(bool, notes.paid)) < 2):
        raise Refused("REAL", "nobody_else", number=notes.number)


def _refuse_line(reason: str, line: HandLine, house: House) -> Refused:
    """Make the error for a line that cannot be read, with this house's amounts for the examples."""
    return refuse_words(
        reason, line.words, fee=format_hundredths(house.fee), nine_pay=format_hundredths(house.nine_pay)
    )


def _refuse_amount(line: HandLine, cents: int) -> Refused:
    return refuse_words("amount", line.words, amount=format_hundredths(cents))


def _list_events(notes: _Notes, house: House) -> list[Event]:
    """List the events of a hand, with its end. Raises Refused for no end, two ends, or cards that nobody can have."""
    fees = sum(notes.fees)
    if notes.end is not None and notes.live:
        raise Refused("REAL", "two_ends", number=notes.number)
    if notes.end is not None:
        how, seat = notes.end
        in_pot = [Seat(other) for other, paid in enumerate(notes.paid) if paid]
        ended = (
            make_end_alone(notes.paid, seat, fees)
            if how == "wins"
            else make_end_by_sixes(notes.paid, in_pot, fees, seat)
        )
    elif len(notes.live) > 1 and len(notes.lines) > 0:
        _check_cards(notes, house)
        lines = [notes.lines.get(Seat(seat), ()) for seat in range(notes.players)]
        judge = find_evaluator(house.reading_rules)
        values = {seat: -1 if seat in notes.mucked else judge.value_of_line(lines[seat]) for seat in notes.live}
        ended = make_end_at_showdown(notes.paid, fees, lines, values, house, notes.mucked)
    else:
        raise Refused("REAL", "no_end", number=notes.number)
    net = tuple(
        share + moved - paid - fee
        for share, moved, paid, fee in zip(sum_shares(ended), notes.moved, notes.paid, notes.fees, strict=True)
    )
    return [*notes.events, replace(ended, net=net)]


def _check_cards(notes: _Notes, house: House) -> None:
    """Raise Refused for a card that was shown twice, or lines that nobody can have (R4, R6, R25)."""
    shown = [placed for line in notes.lines.values() for placed in line]
    cards = [card_of(placed) for placed in shown]
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise Refused("REAL", "too_many", number=notes.number, piece=CODES[card])
    _check_lengths(notes, house)
    for line in notes.lines.values():
        turned = any(is_up(placed) and up_street_of(placed) != deal_street_of(placed) for placed in line)
        if not 0 < sum(not is_up(placed) for placed in line) <= _MOST_DOWN and not turned:
            raise Refused("REAL", "face_down", number=notes.number)
    paid_for = [card_of(placed) for placed in shown if is_activated(placed)]
    fees = sum(isinstance(made, FeePaid) and made.rule == "R6" for made in notes.events)
    if not set(paid_for) <= _BLACK_JACKS or (house.fee and len(paid_for) > fees):
        raise Refused("REAL", "star", number=notes.number, fee=format_hundredths(house.fee))


def _check_lengths(notes: _Notes, house: House) -> None:
    """Raise Refused for lines of lengths that no hand deals (BD-9, BD-15), but for one stolen card (R4).

    Each card beyond the sixth takes a card that extends the game: one that lies where it may have been dealt face up,
    or that somebody may have had who mucked, or who paid more than the ante and folded.
    """
    lines = notes.lines.values()
    unseen = [paid for seat, paid in enumerate(notes.paid) if paid and seat not in notes.lines]
    stayed = bool(notes.mucked) or any(paid > house.ante for paid in unseen)
    boards = [one for line in lines for place, one in enumerate(line, 1) if is_up(one) or 2 < place < len(line)]
    extending = sum(card_of(one) in EXTENDING for one in boards)
    if stayed or (house.extend_on_reveal and extending):
        extending = len(EXTENDING)
    for dealt in range(_FEWEST_CARDS, min(_FEWEST_CARDS + extending, _MOST_CARDS) + 1):
        stolen = sorted(len(line) - dealt for line in lines if len(line) != dealt)
        thieves = [line for line in lines if len(line) > dealt and any(RANK[card_of(one)] in (2, 5) for one in line)]
        if stolen in ([], [-1, 1], [1] * bool(unseen), [-1] * stayed) and len(thieves) == stolen.count(1):
            return
    raise Refused("REAL", "cards", number=notes.number, count=max(map(len, lines), key=lambda size: abs(size - 6)))


def _read_cents(words: str) -> int:
    """An amount of chips in cents, or the sum of several: "5.50", "5 0.50". Raises Refused."""
    found = [_AMOUNT.fullmatch(word) for word in words.split()]
    if not found or None in found:
        raise refuse_words("chips", words)
    return sum(
        int(amount[3] or 0) + 100 * int(amount[1] or 0) + int((amount[2] or "").ljust(2, "0"))
        for amount in found
        if amount is not None
    )


def _read_amounts(words: str, names: Sequence[str], players: int) -> tuple[int, ...]:
    """The amounts of several players: "Wal 0.50, Ned 0.50"."""
    made = [0] * players
    for part in words.split(","):
        seat, rest = parse_seat(part, names)
        made[seat] += _read_cents(rest)
    return tuple(made)


def _read_cards(words: str) -> Cards:
    """A line of cards from left to right; those in brackets lie face down."""
    made: list[Placed] = []
    down = False
    words = _SIDE.sub(lambda side: f"({side[1]})" if side[2].lower() == "down" else side[1], words)
    for word in words.translate(_SUITS).replace("(", " ( ").replace(")", " ) ").replace(",", " ").split():
        if word in "()":
            down = word == "("
            continue
        found = _CARD.fullmatch(word)
        if found is None:
            raise refuse_words("card", word)
        dealt = int(found[4]) if found[4] else min(max(2, len(made) + 1), _MOST_CARDS)
        up_street = int(found[5]) if found[5] else 0
        made.append(make_placed(from_code(found[1] + found[2]), dealt, not down, up_street, bool(found[3])))
    if not made or words.count("(") != words.count(")"):
        raise refuse_words("card", words)
    return tuple(made)

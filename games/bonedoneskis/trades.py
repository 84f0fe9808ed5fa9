"""Cards that change hands: 2 Hog, sold 3s, trade cards, 8 Ball, blind swaps (R4, R7, R12, R13, R14, R26)."""

from functools import cache

from games.bonedoneskis.course import Course
from games.bonedoneskis.events import Asked, ChoiceMissed, Replaced, Reshuffled, Sold, Stolen, Swapped, Traded
from games.bonedoneskis.line import (
    DEALT,
    SPENT,
    UP,
    came_on,
    card_of,
    down_places,
    source_of,
)
from games.bonedoneskis.moves import Steal, Trade
from games.bonedoneskis.rulebook import Trigger, partner, targets
from games.bonedoneskis.state import Table
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.cards import CODES, Card, from_code, mask

_ALWAYS = (from_code("Ts"), from_code("2h"))


@cache
def trade_cards(nines: tuple[str, ...]) -> int:
    """The mask of the trade cards of a house with these red 9s (R12, `trade_nine`)."""
    return mask((*_ALWAYS, *(from_code(name) for name in nines)))


def to_trade(table: Table) -> tuple[tuple[Seat, Card], ...]:
    """The trade cards that were dealt up on this street and still lie where they fell, in seat order (R12, R13)."""
    cards = trade_cards(table.house.trade_nines)
    return tuple([
        (seat, card_of(it))
        for seat in table.order
        if table.boards[seat] & cards
        for it in table.lines[seat]
        if cards >> (it & 63) & 1
        and it & UP
        and not it & SPENT
        and source_of(it) == DEALT
        and came_on(it) == table.street
    ])  # fmt: skip


def takes(table: Table, seat: Seat) -> tuple[Card, ...]:
    """What a trade card may be swapped for: other live players' face-up cards dealt on this street (R12)."""
    return targets(table, seat, street=table.street)


def ask_next(course: Course) -> bool:
    """Prompts for the next trade card; one that finds no target lapses. Whether somebody was asked (S2, SM-8)."""
    for seat, card in to_trade(course.table):
        if takes(course.table, seat):
            course.emit(Asked("R12", seat, (card,), course.at))
            return True
        course.emit(ChoiceMissed("R12", seat, (card,)))
    return False


def _owner(table: Table, card: Card) -> Seat:
    return next(seat for seat in table.order if any(it & 63 == card for it in table.lines[seat]))


def _asked(course: Course, seat: Seat, rules: tuple[str, ...]) -> Asked:
    asked = course.table.asked
    if asked is None or asked.rule not in rules:
        raise Refused("SM-1", "not_asked")
    if asked.seat != seat:
        raise Refused(asked.rule, "not_asked", seat=asked.seat)
    return asked


def trade(course: Course, seat: Seat, move: Trade) -> None:
    """The trade card or the 8 Ball is swapped for the named card. Raises Refused (R12, R14)."""
    asked = _asked(course, seat, ("R12", "R14"))
    table = course.table
    open_to = takes(table, seat) if asked.rule == "R12" else targets(table, seat)
    if move.card not in open_to:
        raise Refused(asked.rule, "no_target", card=_named(move.card), targets=tuple(CODES[card] for card in open_to))
    fee = table.house.fee if asked.rule == "R14" else 0
    course.emit(Traded(asked.rule, seat, asked.cards[0], _owner(table, move.card), move.card, fee, True))


def _named(card: int) -> str:
    return CODES[card] if 0 <= card < 52 else "?"


def trade_by_default(course: Course) -> None:
    """Without an answer: the next player clockwise who has such a card, his rightmost one (R12)."""
    table, asked = course.table, course.table.asked
    assert asked is not None
    open_to = takes(table, asked.seat)
    for other in table.clockwise(asked.seat):
        theirs = [card_of(it) for it in table.lines[other] if it & 63 in open_to]
        if theirs:
            course.emit(Traded("R12", asked.seat, asked.cards[0], other, theirs[-1], 0, False))
            return


def steal(course: Course, seat: Seat, move: Steal) -> None:
    """The 2 Hog takes a 2 or a 5. Raises Refused (R4)."""
    _asked(course, seat, ("R4",))
    open_to = targets(course.table, seat, (2, 5))
    if move.card not in open_to:
        raise Refused("R4", "no_target", card=_named(move.card), targets=tuple(CODES[card] for card in open_to))
    course.emit(Stolen(seat, _owner(course.table, move.card), move.card))


def miss(course: Course) -> None:
    """Without an answer the power is spent and nothing happens (SM-3, SM-5 to SM-7)."""
    asked = course.table.asked
    assert asked is not None
    course.emit(ChoiceMissed(asked.rule, asked.seat, asked.cards))


def sell(course: Course, trigger: Trigger) -> None:
    """The 3 goes to the muck for the fee, the top card of the deck takes its place (R7, SM-11, BD-16)."""
    course.emit(Sold(trigger.seat, trigger.cards[0], course.table.house.fee))
    if not course.table.deck:
        course.emit(Reshuffled(course.shuffled(course.table.muck)))
    course.emit(Replaced(trigger.seat, course.table.deck[0]))


def blind(course: Course, trigger: Trigger) -> None:
    """A random face-down card of each changes places (R26, SM-9)."""
    table, seat = course.table, trigger.seat
    other = partner(table, seat, (trigger.cards[0], trigger.cards[1], trigger.cards[2]))
    assert other is not None
    mine, theirs = down_places(table.lines[seat]), down_places(table.lines[other])
    place, other_place = mine[course.below(len(mine))], theirs[course.below(len(theirs))]
    got, given = card_of(table.lines[other][other_place]), card_of(table.lines[seat][place])
    course.emit(Swapped(seat, trigger.cards, place, got, other, other_place, given))

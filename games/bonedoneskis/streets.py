"""Dealing: hands, streets, extensions, the deck that runs out (BD-1, BD-9, BD-15, BD-16, R25)."""

from typing import Final

from games.bonedoneskis.course import Course
from games.bonedoneskis.events import Dealt, Extended, HandBegan, Reshuffled
from games.bonedoneskis.line import SPENT, UP, dealt_on
from games.bonedoneskis.shapes import both_red_sixes
from games.bonedoneskis.state import Table
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.cards import ALL, Card, from_code, mask

RED_KINGS: Final = (from_code("Kh"), from_code("Kd"))
_RED_KING_MASK: Final = mask(RED_KINGS)


def begin_hand(course: Course) -> None:
    """Antes, the next dealer, a shuffled deck (BD-1, BD-10). Raises Refused where fewer than two have chips."""
    table = course.table
    antes = tuple(min(table.house.ante, stack) for stack in table.stacks)
    if sum(1 for ante in antes if ante) < 2:
        raise Refused("BD-10", "too_few", needed=2)
    dealer = table.dealer
    if table.hand:
        dealer = next(
            seat for step in range(1, table.players + 1) if antes[seat := Seat((dealer + step) % table.players)]
        )
    course.emit(HandBegan(table.hand + 1, dealer, antes, course.shuffled(ALL)))


def river_kings(table: Table) -> frozenset[Seat]:
    """The live seats with a called River King face up (R25)."""
    return frozenset(
        seat
        for seat in table.order
        if table.boards[seat] & _RED_KING_MASK
        and any(it & UP and it & SPENT and dealt_on(it) == 2 and it & 63 in RED_KINGS for it in table.lines[seat])
    )


def deal(course: Course) -> None:
    """S1: a card to each live player in seat order; third street comes with the hole cards (BD-6, BD-9)."""
    table = course.table
    if not table.got:
        _settle_length(course)
    street, players = table.street, table.players
    waiting = [seat for seat in table.order if seat not in table.got]
    kings = river_kings(table) if street == table.length else frozenset()
    up: list[Card | None] = [None] * players
    down: list[tuple[Card, ...]] = [()] * players
    deck, top = table.deck, 0
    if street == 3:
        top = 2 * len(waiting)
        for place, seat in enumerate(waiting):
            down[seat] = (deck[place], deck[place + len(waiting)])
    for seat in waiting:
        if top == len(deck):
            if top:
                course.emit(Dealt(street, tuple(up), tuple(down)))
                up, down = [None] * players, [()] * players
            course.emit(Reshuffled(course.shuffled(table.muck)))  # BD-16
            deck, top = table.deck, 0
        card = deck[top]
        top += 1
        if street < table.length or (kings and seat not in kings):
            up[seat] = card
            if both_red_sixes(table.boards[seat] | 1 << card):
                break  # R10: the hand ends in that instant
        else:
            down[seat] = (card,)
    course.emit(Dealt(street, tuple(up), tuple(down)))


def _settle_length(course: Course) -> None:
    """Whether the game grows, settled when the next street is dealt (BD-15)."""
    table = course.table
    if not table.extends:
        return
    cards = len(table.order) * 2
    course.emit(Extended(table.length + 1, cards > len(table.deck) + len(table.muck)))

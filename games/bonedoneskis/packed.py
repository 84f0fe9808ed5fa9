"""A card as it lies in a player's line, packed into one int, and lines of them (BD-2, BD-3).

Low bits to high: the card (6), up (1), activated (1), the street on which it last came up (4), the street on which it
was dealt (4), spent (1), how it came to lie up there (3), on which street (4), and the ordinal of the event that turned
it up (the rest).
The lowest sixteen bits are all that its reading depends on.
"""

from collections.abc import Callable
from typing import Final, NewType

from games.pieces.cards import Card

Placed = NewType("Placed", int)
"""A card in its place, packed as this module says."""
Line = tuple[Placed, ...]
"""All of a player's cards, left to right (BD-3)."""

_UP: Final = 1 << 6
_ACTIVATED: Final = 1 << 7
_SPENT: Final = 1 << 16
_CARDS: Final = tuple(map(Card, range(64)))
UNSEEN: Final = _CARDS[63]
"""Stands for a card that a viewer cannot see."""
_CAME: Final = 17
DOWN, DEALT, TURNED, FRESH, STALE = range(5)
"""The origins of a face-up card: none (face down), D, T and F of section 4, or stale (BD-5)."""


def make_placed(card: Card, dealt: int, up: bool, up_street: int = 0, activated: bool = False) -> Placed:
    """A card dealt on a street; `up_street` is where it last came up, if that was not when it was dealt."""
    street = (up_street or dealt) if up else 0
    return Placed(card | (_UP if up else 0) | (_ACTIVATED if activated else 0) | street << 8 | dealt << 12)


def card_of(placed: int) -> Card:
    """The card itself."""
    return _CARDS[placed & 63]


def cards_of(line: Line) -> tuple[Card, ...]:
    """The cards of a line, left to right."""
    return tuple([_CARDS[placed & 63] for placed in line])


def is_up(placed: int) -> bool:
    """True if the card lies face up."""
    return placed & _UP != 0


def is_activated(placed: int) -> bool:
    """True for a jack that was paid for (R6)."""
    return placed & _ACTIVATED != 0


def is_spent(placed: int) -> bool:
    """True if the card's one-time power or duty was used."""
    return placed & _SPENT != 0


def face_of(placed: int) -> int:
    """The card and the side that it lies on: a face-down card is equal to its `Card`."""
    return placed & (63 | _UP)


def fill_unseen(line: Line, draw: Callable[[], Card]) -> Line:
    """The line with a card drawn for each one that is `UNSEEN`."""
    return tuple([Placed(placed & ~63 | draw()) if placed & 63 == UNSEEN else placed for placed in line])


def deal_street_of(placed: int) -> int:
    """The street on which it came off the deck."""
    return placed >> 12 & 15


def up_since(placed: int) -> int:
    """The street on which it last came up; 0 face down."""
    return placed >> 8 & 15


def source_of(placed: int) -> int:
    """The origin of the face-up card: `DEALT`, `TURNED`, `FRESH`, `STALE`."""
    return placed >> _CAME & 7


def arrival_street_of(placed: int) -> int:
    """The street on which it came to lie up where it lies."""
    return placed >> 20 & 15


def arrival_number_of(placed: int) -> int:
    """Its place in the order in which cards came to lie up (BD-7)."""
    return placed >> 24


def put_up(placed: int, source: int, street: int, number: int) -> Placed:
    """The same card, come to lie up there so; its marks stay (BD-2)."""
    return Placed(placed & 0x1FFFF | source << _CAME | street << 20 | number << 24)


def turn_up(placed: int, street: int, number: int) -> Placed:
    """The card face up, unspent (BD-2)."""
    return put_up(placed & ~(0xF00 | _SPENT) | _UP | street << 8, TURNED, street, number)


def turn_down(placed: int) -> Placed:
    """The card face down; what it had spent is forgotten (BD-2)."""
    return Placed(placed & 0xF0BF)


def spend(placed: int) -> Placed:
    """The card with its one-time power or duty used."""
    return Placed(placed | _SPENT)


def activate(placed: int) -> Placed:
    """The jack, paid for (R6)."""
    return Placed(placed | _ACTIVATED)


def place_of(line: Line, card: Card) -> int:
    """The place of a card, from 0, or -1."""
    return next((place for place, placed in enumerate(line) if placed & 63 == card), -1)


def down_places(line: Line) -> tuple[int, ...]:
    """The places of the face-down cards, left to right."""
    return tuple(place for place, placed in enumerate(line) if not placed & _UP)


def board(line: Line) -> Line:
    """The face-up cards, left to right."""
    return tuple(placed for placed in line if placed & _UP)


def mask_of_board(line: Line) -> int:
    """The mask of the face-up cards."""
    made = 0
    for placed in line:
        if placed & _UP:
            made |= 1 << (placed & 63)
    return made


def with_turned(line: Line, holes: int, card: Card, turn: Callable[[int], Placed]) -> Line:
    """The line with one card turned over; in the hole places face-up cards lie right of face-down ones (BD-3)."""
    place = place_of(line, card)
    placed = turn(line[place])
    if place >= holes:
        return (*line[:place], placed, *line[place + 1 :])
    others = [other for at, other in enumerate(line[:holes]) if at != place]
    downs = [other for other in others if not other & _UP]
    ups = [other for other in others if other & _UP]
    return (*downs, placed, *ups, *line[holes:])


def pack_deal_up(street: int, number: int) -> int:
    """The increment for a card that is dealt up on a street (BD-2)."""
    return _UP | street << 8 | street << 12 | DEALT << _CAME | street << 20 | number << 24


def pack_deal_down(street: int) -> int:
    """The increment for a card that is dealt down on a street: with third street come the hole cards (BD-2)."""
    return (2 if street == 3 else street) << 12

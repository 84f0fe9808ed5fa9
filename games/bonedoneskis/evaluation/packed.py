"""Cards packed into one int each, with their history in a player's line, and lines of packed cards (BD-2, BD-3).

From its lowest bit up, the int holds:

- the card (6 bits), up (1), activated (1);
- the street on which it last came up (4), and the street on which it was dealt (4);
- spent (1), and its origin as a face-up card (3);
- the street on which it came up in its present place (4);
- its number in the order in which cards came up (the rest).

A card's reading depends only on the lowest sixteen bits.
"""

from collections.abc import Callable
from typing import Final, NewType

from games.pieces.cards import Card

Placed = NewType("Placed", int)
"""A packed card, as described above. Other modules read it through the functions below."""
Line = tuple[Placed, ...]
"""All of a player's cards, left to right (BD-3)."""

_UP: Final = 1 << 6
_ACTIVATED: Final = 1 << 7
_SPENT: Final = 1 << 16
_CARDS: Final = tuple(map(Card, range(64)))
UNSEEN: Final = _CARDS[63]
"""Stands for a card that a viewer cannot see."""
_ORIGIN_AT: Final = 17
DOWN, DEALT, TURNED, FRESH, STALE = range(5)
"""The ways in which a card came to lie face up in its place: dealt, turned and fresh (D, T and F in section 4 of the
rulebook), and stale (BD-5). `DOWN` is for a face-down card, which has no origin."""
ORIGINS: Final = ("", "dealt", "turned", "traded", "stale")
"""The names of the origins in views. A view calls a fresh card "traded"."""


def make_placed(card: Card, dealt: int, up: bool, up_street: int = 0, activated: bool = False) -> Placed:
    """A card dealt on street `dealt`. `up_street` is the street on which it last came up; 0 means `dealt`."""
    street = (up_street or dealt) if up else 0
    return Placed(card | (_UP if up else 0) | (_ACTIVATED if activated else 0) | street << 8 | dealt << 12)


def card_of(placed: Placed) -> Card:
    """The card itself."""
    return _CARDS[placed & 63]


def cards_of(line: Line) -> tuple[Card, ...]:
    """The cards of a line, left to right."""
    return tuple([_CARDS[placed & 63] for placed in line])


def is_up(placed: Placed) -> bool:
    """True if the card lies face up."""
    return placed & _UP != 0


def is_activated(placed: Placed) -> bool:
    """True for a jack that was paid for (R6)."""
    return placed & _ACTIVATED != 0


def is_spent(placed: Placed) -> bool:
    """True if the card's one-time power or duty was used."""
    return placed & _SPENT != 0


def face_of(placed: Placed) -> int:
    """The card and its up bit alone. For a face-down card, this equals its `Card`."""
    return placed & (63 | _UP)


def fill_unseen(line: Line, draw: Callable[[], Card]) -> Line:
    """The line with a drawn card in place of each card that is `UNSEEN`."""
    return tuple([Placed(placed & ~63 | draw()) if placed & 63 == UNSEEN else placed for placed in line])


def deal_street_of(placed: Placed) -> int:
    """The street on which the card was dealt."""
    return placed >> 12 & 15


def up_street_of(placed: Placed) -> int:
    """The street on which the card last came up; 0 if it lies face down."""
    return placed >> 8 & 15


def origin_of(placed: Placed) -> int:
    """The origin of a face-up card: `DEALT`, `TURNED`, `FRESH` or `STALE`."""
    return placed >> _ORIGIN_AT & 7


def arrival_street_of(placed: Placed) -> int:
    """The street on which the card came to lie face up in its present place."""
    return placed >> 20 & 15


def arrival_number_of(placed: Placed) -> int:
    """The card's number in the order in which cards came to lie face up (BD-7)."""
    return placed >> 24


def list_arrived(line: Line, street: int) -> list[Placed]:
    """The face-up cards that came to their places on a street, in the order in which they came up; of those that came
    at once, left to right."""
    arrived = [placed for placed in line if placed & _UP and placed >> 20 & 15 == street]
    return sorted(arrived, key=arrival_number_of) if len(arrived) > 1 else arrived


def put_up(placed: Placed, origin: int, street: int, number: int) -> Placed:
    """A face-up card with a new origin, street and number. An activated or spent card stays so (BD-2)."""
    return Placed(placed & 0x1FFFF | origin << _ORIGIN_AT | street << 20 | number << 24)


def turn_up(placed: Placed, street: int, number: int) -> Placed:
    """The card face up, unspent (BD-2)."""
    return put_up(Placed(placed & ~(0xF00 | _SPENT) | _UP | street << 8), TURNED, street, number)


def turn_down(placed: Placed) -> Placed:
    """The card face down, no longer marked as spent (BD-2)."""
    return Placed(placed & 0xF0BF)


def spend(placed: Placed) -> Placed:
    """The card, marked as spent: its one-time power or duty was used."""
    return Placed(placed | _SPENT)


def activate(placed: Placed) -> Placed:
    """The jack, marked as paid for (R6)."""
    return Placed(placed | _ACTIVATED)


def place_of(line: Line, card: Card) -> int:
    """The place of a card in the line, from 0, or -1 if it is not there."""
    return next((place for place, placed in enumerate(line) if placed & 63 == card), -1)


def list_down_places(line: Line) -> tuple[int, ...]:
    """The places of the face-down cards, left to right."""
    return tuple([place for place, placed in enumerate(line) if not placed & _UP])


def board_of(line: Line) -> Line:
    """The face-up cards, left to right."""
    return tuple([placed for placed in line if placed & _UP])


def mask_of_board(line: Line) -> int:
    """The mask of the face-up cards."""
    made = 0
    for placed in line:
        if placed & _UP:
            made |= 1 << (placed & 63)
    return made


def with_turned(line: Line, holes: int, card: Card, turn: Callable[[Placed], Placed]) -> Line:
    """The line with one card turned over by `turn`. Among the hole places, face-up cards lie at the right (BD-3)."""
    place = place_of(line, card)
    placed = turn(line[place])
    if place >= holes:
        return (*line[:place], placed, *line[place + 1 :])
    others = [other for at, other in enumerate(line[:holes]) if at != place]
    downs = [other for other in others if not other & _UP]
    ups = [other for other in others if other & _UP]
    return (*downs, placed, *ups, *line[holes:])


def pack_deal_up(street: int, number: int) -> int:
    """The bits to add to a card that is dealt face up on a street (BD-2)."""
    return _UP | street << 8 | street << 12 | DEALT << _ORIGIN_AT | street << 20 | number << 24


def pack_deal_down(street: int) -> int:
    """The bits to add to a card that is dealt face down. Hole cards come with street 3 but get street 2 (BD-2)."""
    return (2 if street == 3 else street) << 12


def with_dealt(line: Line, down: tuple[Card, ...], up: Card | None, down_bits: int, up_bits: int) -> Line:
    """The line with the cards dealt to it, `up` last. `pack_deal_down` and `pack_deal_up` make `down_bits` and
    `up_bits`."""
    if down:
        line = (*line, *[Placed(card | down_bits) for card in down])
    return line if up is None else (*line, Placed(up | up_bits))

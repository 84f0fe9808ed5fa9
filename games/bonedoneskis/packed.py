"""A card as it lies in a player's line, packed into one int, and lines of them (BD-2, BD-3).

Low bits to high: the card (6), up (1), activated (1), the street on which it last came up (4), the street on which it
was dealt (4), spent (1), how it came to lie up there (3), on which street (4), and as the how-manieth event (the rest).
The lowest sixteen bits are all that its reading depends on.
"""

from collections.abc import Callable
from typing import Final, NewType

from games.pieces.cards import Card, code, from_code

Held = NewType("Held", int)
"""A card in its place, packed as this module says."""
Line = tuple[Held, ...]
"""All of a player's cards, left to right (BD-3)."""

UP: Final = 1 << 6
ACTIVATED: Final = 1 << 7
SPENT: Final = 1 << 16
_CAME: Final = 17
DOWN, DEALT, TURNED, FRESH, STALE = range(5)
"""How a card came to lie face up where it lies: not at all, D, T, F of section 4, or stale (BD-5)."""


def held(card: Card, dealt: int, up: bool, up_street: int = 0, activated: bool = False) -> Held:
    """A card dealt on a street; `up_street` is where it last came up, if that was not when it was dealt."""
    street = (up_street or dealt) if up else 0
    return Held(card | (UP if up else 0) | (ACTIVATED if activated else 0) | street << 8 | dealt << 12)


def card_of(it: int) -> Card:
    """Which card it is."""
    return Card(it & 63)


def cards_of(line: Line) -> tuple[Card, ...]:
    """Which cards they are, left to right."""
    return tuple([Card(it & 63) for it in line])


def is_up(it: int) -> bool:
    """Whether it lies face up."""
    return bool(it & UP)


def dealt_on(it: int) -> int:
    """The street on which it came off the deck."""
    return it >> 12 & 15


def up_since(it: int) -> int:
    """The street on which it last came up; 0 face down."""
    return it >> 8 & 15


def source_of(it: int) -> int:
    """How it came to lie up there: `DEALT`, `TURNED`, `FRESH`, `STALE`."""
    return it >> _CAME & 7


def came_on(it: int) -> int:
    """The street on which it came to lie up where it lies."""
    return it >> 20 & 15


def came_as(it: int) -> int:
    """Its place in the order in which cards came to lie up (BD-7)."""
    return it >> 24


def came(it: int, source: int, street: int, number: int) -> Held:
    """The same card, come to lie up there so; its marks stay (BD-2)."""
    return Held(it & 0x1FFFF | source << _CAME | street << 20 | number << 24)


def turned_up(it: int, street: int, number: int) -> Held:
    """The card face up, unspent (BD-2)."""
    return came(it & ~(0xF00 | SPENT) | UP | street << 8, TURNED, street, number)


def turned_down(it: int) -> Held:
    """The card face down; what it had spent is forgotten (BD-2)."""
    return Held(it & 0xF0BF)


def spent(it: int) -> Held:
    """The card with its one-time power or duty used."""
    return Held(it | SPENT)


def activated(it: int) -> Held:
    """The jack, paid for (R6)."""
    return Held(it | ACTIVATED)


def read_held(text: str) -> Held:
    """A card as section 9 writes it: "7h.3u", "Kd.2u4", "Js.4u*", "4c.5d". Raises ValueError or KeyError."""
    name, _, rest = text.partition(".")
    starred = rest.endswith("*")
    rest = rest.removesuffix("*")
    if len(rest) < 2 or not rest[0].isdecimal() or rest[1] not in "ud" or not (rest[2:] or "0").isdecimal():
        raise ValueError(f"{text!r} is not a card of a line, as 7h.3u or Kd.2u4 is")
    return held(from_code(name), int(rest[0]), rest[1] == "u", int(rest[2:] or 0), starred)


def write_held(it: int) -> str:
    """A card as section 9 writes it; `read_held` reads it."""
    side = "d"
    if is_up(it):
        side = "u" + (str(up_since(it)) if up_since(it) != dealt_on(it) else "")
    return f"{code(card_of(it))}.{dealt_on(it)}{side}{'*' if it & ACTIVATED else ''}"


def read_line(text: str) -> Line:
    """A line as section 9 writes it. Raises ValueError or KeyError."""
    return tuple(read_held(word) for word in text.split())


def write_line(line: Line) -> str:
    """A line as section 9 writes it."""
    return " ".join(write_held(it) for it in line)


def place_of(line: Line, card: Card) -> int:
    """The place of a card, from 0, or -1."""
    return next((place for place, it in enumerate(line) if it & 63 == card), -1)


def down_places(line: Line) -> tuple[int, ...]:
    """The places of the face-down cards, left to right."""
    return tuple(place for place, it in enumerate(line) if not it & UP)


def board(line: Line) -> Line:
    """The face-up cards, left to right."""
    return tuple(it for it in line if it & UP)


def mask_of_board(line: Line) -> int:
    """The mask of the face-up cards."""
    made = 0
    for it in line:
        if it & UP:
            made |= 1 << (it & 63)
    return made


def with_turned(line: Line, holes: int, card: Card, turn: Callable[[int], Held]) -> Line:
    """The line with one card turned over; in the hole places face-up cards lie right of face-down ones (BD-3)."""
    place = place_of(line, card)
    it = turn(line[place])
    if place >= holes:
        return (*line[:place], it, *line[place + 1 :])
    others = [other for at, other in enumerate(line[:holes]) if at != place]
    downs = [other for other in others if not other & UP]
    ups = [other for other in others if other & UP]
    return (*downs, it, *ups, *line[holes:])


def dealt_up(street: int, number: int) -> int:
    """What a card that is dealt up on a street adds to its number (BD-2)."""
    return UP | street << 8 | street << 12 | DEALT << _CAME | street << 20 | number << 24


def dealt_down(street: int) -> int:
    """What a card that is dealt down on a street adds to its number: with third street come the hole cards (BD-2)."""
    return (2 if street == 3 else street) << 12

"""Reads and writes a player's line of Bonedoneskis as text, in the notation of section 9 of the rulebook."""

from games.bonedoneskis.evaluation.packed import (
    Line,
    Placed,
    card_of,
    deal_street_of,
    is_activated,
    is_up,
    make_placed,
    up_street_of,
)
from games.pieces.cards import code, from_code


def read_placed(text: str) -> Placed:
    """Read a card of a line: "7h.3u", "Kd.2u4", "Js.4u*", "4c.5d". Raises ValueError or KeyError."""
    name, _, rest = text.partition(".")
    starred = rest.endswith("*")
    rest = rest.removesuffix("*")
    if not 2 <= len(rest) <= 4 or not rest[0].isdecimal() or rest[1] not in "ud" or not (rest[2:] or "0").isdecimal():
        raise ValueError(f"{text!r} is not a card of a line, as 7h.3u or Kd.2u4 is")
    return make_placed(from_code(name), int(rest[0]), rest[1] == "u", int(rest[2:] or 0), starred)


def write_placed(placed: Placed) -> str:
    """Write a card of a line, such as "7h.3u"."""
    side = "d"
    if is_up(placed):
        side = "u" + (str(up_street_of(placed)) if up_street_of(placed) != deal_street_of(placed) else "")
    return f"{code(card_of(placed))}.{deal_street_of(placed)}{side}{'*' if is_activated(placed) else ''}"


def read_line(text: str) -> Line:
    """Read a line. Raises ValueError or KeyError."""
    return tuple(read_placed(word) for word in text.split())


def write_line(line: Line) -> str:
    """Write a line."""
    return " ".join(write_placed(placed) for placed in line)

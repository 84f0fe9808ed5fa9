"""Whole numbers in typed text and pressed buttons."""

import re
from typing import Final

MOST_DIGITS: Final = 15
"""Maximum digits of a typed number; any such number fits in a 64-bit column and in a double."""
ANY_DIGITS: Final = 4_000
"""Maximum digits of a number that the program itself wrote; Python reads 4,300."""

_WRITTEN: Final = re.compile(r"0|[1-9][0-9]*")
_WHOLE: Final = re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)")


def parse_whole(text: str, digits: int = MOST_DIGITS) -> int | None:
    """Parse a whole number, with or without commas between thousands.

    Returns None for anything else, and for a number of more than `digits` digits.
    """
    plain = text.strip()
    if not _WHOLE.fullmatch(plain):
        return None
    bare = plain.replace(",", "")
    return int(bare) if len(bare.lstrip("+-")) <= digits else None


def parse_written(text: str) -> int | None:
    """Parse a number that the program wrote into a button: ASCII digits alone, without a sign or a leading zero.

    Returns None for anything else, and for a number of more than `MOST_DIGITS` digits.
    """
    return int(text) if _WRITTEN.fullmatch(text) and len(text) <= MOST_DIGITS else None


def group_digits(number: int) -> str:
    """Format a number with commas between thousands, as in "1,000"."""
    return f"{number:,}"

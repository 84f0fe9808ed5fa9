"""Whole numbers out of what people type and press."""

import re
from typing import Final

MOST_DIGITS: Final = 15
"""Digits of the longest number that is read; each has room in a 64-bit column and in a double."""
ANY_DIGITS: Final = 4_000
"""Digits of the longest number that is read of what was written by the program itself; Python reads 4,300."""

_WHOLE: Final = re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)")


def parse_whole(text: str, digits: int = MOST_DIGITS) -> int | None:
    """The number that is written in `text`, with or without commas between thousands; None for anything else, and for
    a number of more `digits` than these."""
    plain = text.strip()
    if not _WHOLE.fullmatch(plain):
        return None
    bare = plain.replace(",", "")
    return int(bare) if len(bare.lstrip("+-")) <= digits else None


def group_digits(number: int) -> str:
    """ "1,000": a number as people read it."""
    return f"{number:,}"

"""Whole numbers in typed text and pressed buttons."""

import re
from typing import Final

MOST_DIGITS: Final = 15
"""Maximum digits of a typed number; any such number fits in a 64-bit column and in a double."""
ANY_DIGITS: Final = 4_000
"""Maximum digits of a number that the program itself wrote; Python's limit is 4,300."""

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


def parse_hundredths(text: str) -> int | None:
    """Parse an amount in whole units with up to two places, such as "2.50", as a number of hundredths.

    Returns None for anything else, and for an amount of more than `MOST_DIGITS` digits.
    """
    whole, point, places = text.strip().partition(".")
    number = parse_whole(whole or "0", MOST_DIGITS - 2)
    if number is None or number < 0 or whole.startswith(("+", "-")) or not (whole or places):
        return None
    if point and not (0 < len(places) <= 2 and places.isdecimal() and places.isascii()):
        return None
    return 100 * number + int(places.ljust(2, "0"))


def format_hundredths(number: int) -> str:
    """Format a number of hundredths in whole units with two places, as in "1,234.50"."""
    return f"{'−' if number < 0 else ''}{abs(number) // 100:,}.{abs(number) % 100:02}"


def group_digits(number: int) -> str:
    """Format a number with commas between thousands, as in "1,000"."""
    return f"{number:,}"

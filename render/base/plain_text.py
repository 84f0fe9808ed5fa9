"""Text on one line, without invisible characters. Pictures, alt texts and messages all go through it."""

import re
import unicodedata
from typing import Final

_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0x180B, 0x1810)))
    + "".join(map(chr, range(0xFE00, 0xFE0F))) + "".join(map(chr, range(0xE0100, 0xE01F0)))
)  # fmt: skip
"""Letters and marks that show nothing, though Unicode does not call them controls."""
_JOINERS: Final = "\u200c\u200d"
_STYLE: Final = "\ufe0f"
"""The character that makes the sign before it an emoji."""
_LOOSE: Final = re.compile(
    f"(?<![^\\x00-\\x7f])[{_JOINERS}]+|[{_JOINERS}]+(?![^\\x00-\\x7f])|[{_JOINERS}]{{2,}}"
    f"|(?<![^\\x00-\\x7f]){_STYLE}(?!\u20e3)|(?<={_STYLE}){_STYLE}+"
)
"""Joiners that do not stand between two non-ASCII characters, and `_STYLE` without a sign that it changes."""
_GONE: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"))
_MOST_MARKS: Final = 3
"""The most accents on one letter."""


def one_line(text: str) -> str:
    """Put `text` on one line without control characters, hidden signs and heaps of accents.

    Joiners between emojis or non-ASCII letters stay.
    """
    if text.isascii() and text.isprintable():  # nothing below can apply
        return " ".join(text.split())
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") and sign != _STYLE else 0
        if marks > _MOST_MARKS:
            continue
        seen = sign in _JOINERS or not (kind in _GONE or sign in _BLANK or _no_character(sign))
        kept.append(sign if seen else " ")
    return " ".join(_LOOSE.sub(" ", "".join(kept)).split())


def _no_character(sign: str) -> bool:
    point = ord(sign)
    return 0xFDD0 <= point <= 0xFDEF or point & 0xFFFE == 0xFFFE

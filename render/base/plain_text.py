"""Text on one line, without invisible characters. Pictures, alt texts and messages all go through it."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import regex

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
_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Matches a character of a script that is written from right to left."""
LONGEST_NAME: Final = 32
"""The usual limit of a name, in characters."""
NUMBER: Final = re.compile(r" \(?[0-9]{1,3}\)?[\u200e\u200f]*$")
"""Matches the number that ends a name to tell it from an equal one: "Bear (2)"."""
_TO_THE_RIGHT: Final = "\u200e"
_TO_THE_LEFT: Final = "\u200f"
"""Marks without width. Each counts as a letter of its direction, so the characters beside it take that direction."""
_ENDS: Final = ((_TO_THE_LEFT, "…"), (_TO_THE_RIGHT, _TO_THE_LEFT))
"""Each mark that may end a shortened name, and the character that stands before it there."""


def put_on_one_line(text: str) -> str:
    """Put `text` on one line without control characters, hidden signs and heaps of accents.

    Two kinds of signs stay: joiners between emojis or non-ASCII letters, and marks of direction behind names.
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
        last = kept[-1] if kept else ""
        if (sign, last) in _ENDS or (sign == _TO_THE_RIGHT and _RIGHT_TO_LEFT.match(last)):
            kept.append(sign)
            continue
        visible = sign in _JOINERS or not (kind in _GONE or sign in _BLANK or _is_noncharacter(sign))
        kept.append(sign if visible else " ")
    words = " ".join(_LOOSE.sub(" ", "".join(kept)).split())
    return words.rstrip(_TO_THE_RIGHT + _TO_THE_LEFT + " ") if words.endswith((_TO_THE_RIGHT, _TO_THE_LEFT)) else words


def _is_noncharacter(sign: str) -> bool:
    point = ord(sign)
    return 0xFDD0 <= point <= 0xFDEF or point & 0xFFFE == 0xFFFE


@cache
def _compile_grapheme() -> regex.Pattern[str]:
    import regex

    return regex.compile(r"\X")


def split_graphemes(text: str) -> list[str]:
    """Split a text into graphemes: what a reader sees as one letter, such as a letter with its accents or a family."""
    return list(text) if text.isascii() else _compile_grapheme().findall(text)


def cut(text: str, most: int) -> str:
    """Shorten a text with an ellipsis to at most `most` characters, and never inside a grapheme."""
    if len(text) <= most:
        return text
    kept, room = "", most - 1
    for grapheme in split_graphemes(text):
        if len(kept) + len(grapheme) > room:
            break
        kept += grapheme
    return f"{kept.rstrip()}…"


def close_direction(text: str) -> str:
    """`text`, with an invisible mark at its end if it has letters that are written from right to left.

    Without the mark, such a name would pull what follows it to its left side: the amount of "Bear +18", or the next
    name of a list.
    """
    if text.isascii() or not _RIGHT_TO_LEFT.search(text):
        return text
    bare = text.rstrip(_TO_THE_RIGHT + _TO_THE_LEFT)
    return f"{bare}{_TO_THE_LEFT * bare.endswith('…')}{_TO_THE_RIGHT}"


@lru_cache(maxsize=1024)
def shorten_name(name: str, most: int = LONGEST_NAME) -> str:
    """Put a name on one line of at most `most` characters; empty if nothing of it is visible.

    Invisible characters are taken out, except those that `put_on_one_line` keeps. The number that tells the name from
    another, as in "Bear (2)", stays.
    """
    words = put_on_one_line(name)
    found = NUMBER.search(words) if len(close_direction(words)) > most else None
    number = found[0] if found else ""
    marked = _shorten(words.removesuffix(number), number, most)
    marks = len(_TO_THE_LEFT + _TO_THE_RIGHT)
    return marked if len(marked) <= most else _shorten(words.removesuffix(number), number, most - marks)


def _shorten(words: str, number: str, most: int) -> str:
    return close_direction(cut(words, most - len(number)) + number)

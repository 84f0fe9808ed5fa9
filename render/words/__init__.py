"""Views in words: alt text, and the whole game for people who play without pictures.

This module has what all games share; `pussers`, `dominoes` and `stud` describe the views of their games.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from render.base.plain_text import one_line

LIMIT: Final = 1024
"""The longest alt text that Discord takes."""
_NAME: Final = 24
TITLE: Final = 60
"""The most characters of a title that are drawn."""
_DRAWN: Final = frozenset(
    [chr(point) for point in (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))] + list("ıŒœ–—‘’“”•…−")
)
"""The characters that Bones Sans has."""

_STROKED: Final = str.maketrans("ŁłĐđĦħŦŧ", "LlDdHhTt")
"""Letters that do not decompose into a base letter, and their substitutes."""

CLOSED: Final = "closed"
"""The phase of a view whose table was closed in the middle of a hand."""
IS_CLOSED: Final = "The table is closed"
WAITS: Final = "waits"
"""The phase of a view whose seat can only wait for the others."""
ONLY_WAITS: Final = "Waiting for the others"
"""The sentence that replaces "Bear to play" in such a view."""

Names = tuple[str, ...]
"""The players' names by seat. A missing or empty name is replaced by the name of the place, such as "Seat 1"."""
Who = Callable[[int], str]
"""Returns the name of a seat."""


def clean_name(name: str, most: int = _NAME) -> str:
    """Put a name on one line without control characters, at most 24 characters (or `most`) long."""
    words = one_line(name)
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def drawable_name(name: str, most: int = _NAME) -> str:
    """Reduce a name to the letters that the font has, without unknown accents; empty if no letter or digit is left."""
    reduced = clean_name(name if _DRAWN.issuperset(name) else _replace_undrawn(name), most)
    return reduced if any(sign.isalnum() for sign in reduced) else ""


def _replace_undrawn(name: str) -> str:
    """Replace each letter that the font lacks by the letters that it is made of, as far as the font has them."""
    signs: list[str] = []
    for sign in unicodedata.normalize("NFC", name).translate(_STROKED):
        if sign in _DRAWN:
            signs.append(sign)
        else:
            signs += [part for part in unicodedata.normalize("NFKD", sign) if part in _DRAWN]
    return "".join(signs)


def name_seats(names: Names, places: Sequence[str], reduce: Callable[[str], str]) -> Who:
    """Return the names of the seats: each player's name put through `reduce`, or the place if nothing is left of it."""
    shown = [reduce(names[seat]) if seat < len(names) else "" for seat in range(len(places))]
    return lambda seat: shown[seat] or places[seat]


def format_signed(amount: int) -> str:
    """Write an amount with its sign: "+18", "−6", "0"."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


def format_short(amount: int) -> str:
    """Write an amount with its sign; shorten one of more than nine digits: "+1.2e17"."""
    digits = str(abs(amount))
    if len(digits) <= 9:
        return format_signed(amount)
    first = f"{digits[0]}.{digits[1:4]}".rstrip("0").rstrip(".")
    return f"{'+' if amount > 0 else '−'}{first}e{len(digits) - 1}"


def count_noun(amount: int, noun: str, many: str = "") -> str:
    """Write a number with its noun: "1 bone", "3 bones"."""
    return f"{amount} {noun if amount == 1 else many or noun + 's'}"


def join_words(parts: Iterable[str], last: str = "and") -> str:
    """Join words: "a, b and c"."""
    items = list(parts)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""


def group_repeats(names: Iterable[str]) -> str:
    """Join names in order, with equal neighbours grouped: "Blood ×3, Eddie"."""
    runs: list[tuple[str, int]] = []
    for name in names:
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    return ", ".join(name if times == 1 else f"{name} ×{times}" for name, times in runs)


def choose_fitting(*versions: Callable[[], str]) -> str:
    """Return the first version that fits an alt text. They come longest first; the last is cut if it is too long."""
    text = ""
    for version in versions:
        text = version()
        if len(text) <= LIMIT:
            return text
    return text[: LIMIT - 1] + "…"


def address(sentence: str, change: int | None, amount: str, verb: str = "win") -> str:
    """Tell a viewer how a hand ended, after which their score changed by `change` (None for the public).

    `amount` is the change as it is written.
    """
    if change is None or not change:
        return sentence
    return f"You {verb}: {amount}" if change > 0 else f"{sentence}; {amount} for you"


def format_chips(cents: int) -> str:
    """Write cents as chips: "12.50", without a currency."""
    sign = "−" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def format_net(cents: int) -> str:
    """Write cents as chips with a sign: "+12.50"."""
    return f"+{format_chips(cents)}" if cents > 0 else format_chips(cents)

"""Views in words: the alt text of pictures, and all there is for who plays by ear.

Here is what every game's words share; `pussers`, `dominoes` and `stud` tell their views.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final

LIMIT: Final = 1024
"""How long an alt text may be (Discord)."""
_NAME: Final = 24
TITLE: Final = 60
"""How many signs of a title are drawn, if there is room."""
_DRAWN: Final = frozenset(
    [chr(point) for point in (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))] + list("ıŒœ–—‘’“”•…−")
)
"""The signs that Bones Sans has."""

_STROKED: Final = str.maketrans("ŁłĐđĦħŦŧ", "LlDdHhTt")
"""Letters that lose no accent by decomposition, and what stands for them."""

CLOSED: Final = "closed"
"""The phase of a view of a table that was closed in the middle of a hand."""
IS_CLOSED: Final = "The table is closed"
"""What such a table waits for: nothing."""

_JOINERS: Final = "\u200c\u200d"
_LOOSE: Final = re.compile(f"(?<![^\\x00-\\x7f])[{_JOINERS}]+|[{_JOINERS}]+(?![^\\x00-\\x7f])|[{_JOINERS}]{{2,}}")
"""Joiners that stand between no two signs beyond ASCII."""

Names = tuple[str, ...]
"""What the players are called, by seat; the empty tuple, or an empty name, leaves a seat its place's name."""
Who = Callable[[int], str]
"""The name of a seat."""


def one_line(text: str) -> str:
    """`text` on one line without control signs; those that join emoji and letters beyond ASCII stay between them."""
    kept = "".join(" " if unicodedata.category(sign)[0] in "CZ" and sign not in _JOINERS else sign for sign in text)
    return " ".join(_LOOSE.sub(" ", kept).split())


def plain(name: str, most: int = _NAME) -> str:
    """A name on one line without control signs, at most 24 signs (or `most`) long."""
    words = one_line(name)
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def drawable(name: str, most: int = _NAME) -> str:
    """What the pictures' font can show of a name, accents it lacks left off; empty when no letter or digit is left."""
    signs: list[str] = []
    for sign in unicodedata.normalize("NFC", name).translate(_STROKED):
        if sign in _DRAWN:
            signs.append(sign)
        else:
            signs += [part for part in unicodedata.normalize("NFKD", sign) if part in _DRAWN]
    reduced = plain("".join(signs), most)
    return reduced if any(sign.isalnum() for sign in reduced) else ""


def calling(names: Names, places: Sequence[str], reduce: Callable[[str], str]) -> Who:
    """Who sits where: the `reduce`d name of a seat, or, where nothing is left of it, the name of its place."""
    shown = [reduce(names[seat]) if seat < len(names) else "" for seat in range(len(places))]
    return lambda seat: shown[seat] or places[seat]


def signed(amount: int) -> str:
    """An amount with its sign: "+18", "−6", "0"."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


def short(amount: int) -> str:
    """An amount with its sign; one of more than nine digits by its first ones: "+1.2e17"."""
    digits = str(abs(amount))
    if len(digits) <= 9:
        return signed(amount)
    first = f"{digits[0]}.{digits[1:4]}".rstrip("0").rstrip(".")
    return f"{'+' if amount > 0 else '−'}{first}e{len(digits) - 1}"


def counted(amount: int, one: str, many: str = "") -> str:
    """ "1 bone", "3 bones"."""
    return f"{amount} {one if amount == 1 else many or one + 's'}"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """ "a, b and c"."""
    items = list(parts)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""


def gathered(names: Iterable[str]) -> str:
    """Names in order, neighbours alike told once: "Blood ×3, Eddie"."""
    runs: list[tuple[str, int]] = []
    for name in names:
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    return ", ".join(name if times == 1 else f"{name} ×{times}" for name, times in runs)


def fitting(*versions: Callable[[], str]) -> str:
    """The first of the versions, fullest first, that an alt text has room for; the last is cut if even it is long."""
    told = ""
    for version in versions:
        told = version()
        if len(told) <= LIMIT:
            return told
    return told[: LIMIT - 1] + "…"


def chips(cents: int) -> str:
    """An amount of chips in hundreds: "12.50"; no currency."""
    sign = "−" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def net(cents: int) -> str:
    """An amount of chips in hundreds with its sign: "+12.50"."""
    return f"+{chips(cents)}" if cents > 0 else chips(cents)

"""Letters as people type them: capitals and accents make no difference."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeVar

Value = TypeVar("Value")

_WHOLE: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe"}
)
"""Letters that do not decompose into a base letter and an accent, and how they are typed without them."""


def simplify(text: str) -> str:
    """Return a text in lower case and without accents."""
    plain = text.lower().translate(_WHOLE)
    if plain.isascii():
        return plain
    return "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))


@lru_cache(maxsize=8192)
def spell(name: str) -> str:
    """The letters and digits of a name, in lower case and without accents; of a name without any, the whole name."""
    return "".join(filter(str.isalnum, simplify(name))) or name.strip()


def simplify_words(text: str, separators: str = "") -> str:
    """Return the words of a text in lower case and without accents, with one space between them. Each of the
    `separators` counts as a space."""
    plain = simplify(text)
    for sign in separators:
        plain = plain.replace(sign, " ")
    return " ".join(plain.split())


def select_matching(typed: str, choices: Iterable[tuple[str, Value]]) -> list[tuple[str, Value]]:
    """Select the choices whose label contains what is typed."""
    wanted = simplify(typed.strip())
    return [(label, value) for label, value in choices if wanted in simplify(label)]

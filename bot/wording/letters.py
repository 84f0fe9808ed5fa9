"""Letters as people type them: capitals and accents make no difference."""

import unicodedata
from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")


def simplify(text: str) -> str:
    """Return a text in lower case and without accents."""
    plain = text.lower()
    if plain.isascii():
        return plain
    return "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))


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

"""Reads moves as people type them in their language: "passo", "sena e ás", "quina e terno A".

A game's wording has sentences "typed/<word>" with the phrases that mean a word of the game, apart by semicolons:
"typed/knock" is "knock; pass" in English, and "typed/6" is "six". Accents and capital letters do not matter.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bot.wording.languages import Language, catalogue_of

if TYPE_CHECKING:
    from bot.wording.words import Words

_KEY: Final = "typed/"
_NOTHING: Final = "and"
"""The word whose phrases are left out: "sena e ás" is "6 1"."""


def fold(text: str) -> str:
    """Return a text in lower case and without accents."""
    plain = text.lower()
    if plain.isascii():
        return plain
    return "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))


def read_typed(typed: str, words: Words) -> str:
    """Replace the phrases of a language in a typed move by the words of the game: "sena e ás A" becomes "6 1 A"."""
    phrases = _list_phrases(words.spoken, words.game, words.talk)
    said = typed.split()
    bare = [fold(word).strip(".,!") for word in said]
    read: list[str] = []
    while bare:
        length = next((size for size in range(min(3, len(bare)), 0, -1) if " ".join(bare[:size]) in phrases), 0)
        word = phrases[" ".join(bare[:length])] if length else said[0]
        read += [] if length and word == _NOTHING else [word]
        bare, said = bare[length or 1 :], said[length or 1 :]
    return " ".join(read)


@lru_cache(maxsize=64)
def _list_phrases(language: Language, game: str, talk: str) -> dict[str, str]:
    """The phrases of a game in a language, each with the word that it means."""
    return {
        fold(" ".join(phrase.split())): key.removeprefix(_KEY)
        for key, told in catalogue_of(language, game, talk).items()
        if key.startswith(_KEY)
        for phrase in told.split(";")
        if phrase.strip()
    }

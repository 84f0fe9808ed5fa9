"""The languages that the bot speaks, and everything that it says in each."""

import asyncio
from collections.abc import Callable
from functools import cache, partial
from typing import Final, NamedTuple, NewType

from bot.wording import translations
from bot.wording.formatter import Catalogue
from bot.wording.game_wording import GameWording, find_wording
from games.registry import NAMES

Language = NewType("Language", str)
"""A language that has catalogues, by the code that Discord uses for it ("en")."""

ENGLISH: Final = Language(translations.SOURCE)
"""The language from which all others are translated. A sentence that another language lacks is said in English."""


class Catalogues(NamedTuple):
    """Everything that the bot says in one language."""

    own: Catalogue
    """The bot's own sentences."""
    of_game: Callable[[str], GameWording]
    """A function that returns the wording of a game."""
    choose_form: Callable[[int], int]
    """A function from a number to the place of its form in a list such as "bone|bones"."""


_ENGLISH: Final = Catalogues(translations.read_english(translations.BOT), find_wording, lambda count: int(count != 1))
LANGUAGES: Final[dict[Language, Catalogues | None]] = {
    ENGLISH: _ENGLISH,
    **{Language(code): None for code in translations.list_offered()},
}
"""The languages that the bot speaks. The value is None until somebody uses the language: then its files are read."""


async def load(language: Language) -> None:
    """Read the files of a language on another thread, unless they have been read before."""
    if LANGUAGES[language] is None:
        await asyncio.to_thread(catalogue_of, language, "", "")


def read_catalogues(language: Language) -> Catalogues:
    """Everything that the bot says in a language. Its files are read at the first call."""
    catalogues = LANGUAGES[language]
    if catalogues is None:
        catalogues = LANGUAGES[language] = Catalogues(
            translations.read_current(language, translations.BOT, _ENGLISH.own),
            cache(partial(_translate_game, language)),
            translations.find_plural_rule(language),
        )
    return catalogues


def _translate_game(language: Language, game: str) -> GameWording:
    english = find_wording(game)
    return english.say_in(translations.read_current(language, game, english.list_all()))


ENOUGH: Final = 0.5
"""The share of a game's sentences, and of the bot's own, that a language must have for tables of the game to speak
it."""


def choose_language(*wishes: str) -> Language:
    """The first of these locales that has catalogues ("pt-BR", or else any "pt"); English if none has."""
    for wish in filter(None, wishes):
        if wish in LANGUAGES:
            return Language(wish)
        related = (code for code in LANGUAGES if code.partition("-")[0] == wish.partition("-")[0])
        if found := next(related, None):
            return found
    return ENGLISH


@cache
def covers(language: Language, game: str) -> bool:
    """True if tables of a game can speak a language. If not, they speak English as a whole."""
    spoken = read_catalogues(language)
    files = (spoken.own, _ENGLISH.own), (spoken.of_game(game).sentences, _ENGLISH.of_game(game).sentences)
    return all(len(translated.keys() & english.keys()) >= ENOUGH * len(english) for translated, english in files)


def choose_table_language(game: str, language: Language) -> Language:
    """Choose the language in which a table of a game speaks to readers of `language`. Without a game, it is theirs."""
    return language if language == ENGLISH or game not in NAMES or covers(language, game) else ENGLISH


@cache
def catalogue_of(language: Language, game: str, talk: str) -> Catalogue:
    """Every sentence of a language for a game and a talk. Sentences that the language lacks are in English.

    If a key has several sentences, the talk's is taken rather than the game's, and the game's rather than the bot's.
    """
    sentences: dict[str, str] = {}
    for spoken in dict.fromkeys((ENGLISH, language)):
        catalogues = read_catalogues(spoken)
        sentences |= catalogues.own
        if game in NAMES:
            wording = catalogues.of_game(game)
            sentences |= wording.spell(talk)
    return sentences

"""The languages that the bot speaks, and everything that it says in each."""

import asyncio
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Final, NamedTuple, NewType

from bot.wording import (
    consent,
    daily,
    delivery,
    doctor,
    edge,
    fairness,
    gathering,
    general,
    keepsakes,
    nights,
    notices,
    orders,
    pictures,
    practice,
    preferences,
    privacy,
    removals,
    replays,
    selftest,
    small_words,
    table_panel,
    table_rules,
    tally,
    translations,
)
from bot.wording.formatter import Catalogue
from bot.wording.game_wording import GameWording, find_wording
from bot.wording.house_rule import HouseRule
from games.registry import NAMES

Language = NewType("Language", str)
"""A language that has catalogues, by the code that Discord uses for it ("en")."""

ENGLISH: Final = Language("en")
"""The language from which all others are translated. A sentence that another language lacks is said in English."""


class Catalogues(NamedTuple):
    """Everything that the bot says in one language."""

    own: tuple[Catalogue, ...]
    """The bot's own sentences. No two of these catalogues have a key in common."""
    of_game: Callable[[str], GameWording]
    """A function that returns the wording of a game."""
    of_several_games: Mapping[str, HouseRule]
    """The words of house rules that several games have."""
    of_tables: Mapping[str, HouseRule]
    """The words of house rules that every table has."""
    values: Mapping[str, str]
    """The words for values of house rules that mean the same in every rule."""
    choose_form: Callable[[int], int]
    """A function from a number to the place of its form in a list such as "bone|bones"."""


_ENGLISH: Final = Catalogues(
    (
        small_words.SENTENCES,
        general.SENTENCES,
        table_rules.THEMES,
        gathering.SENTENCES,
        nights.SENTENCES,
        notices.SENTENCES,
        pictures.SENTENCES,
        practice.SENTENCES,
        orders.SENTENCES,
        replays.SENTENCES,
        daily.SENTENCES,
        removals.SENTENCES,
        preferences.SENTENCES,
        privacy.SENTENCES,
        consent.SENTENCES,
        table_panel.SENTENCES,
        fairness.SENTENCES,
        edge.SENTENCES,
        delivery.SENTENCES,
        tally.SENTENCES,
        keepsakes.SENTENCES,
        doctor.SENTENCES,
        selftest.SENTENCES,
    ),
    find_wording,
    table_rules.OF_SEVERAL_GAMES,
    table_rules.OF_TABLES,
    table_rules.VALUES,
    small_words.choose_english_form,
)
LANGUAGES: Final[dict[Language, Catalogues | None]] = {
    ENGLISH: _ENGLISH,
    **{Language(code): None for code in translations.list_languages()},
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
        catalogues = LANGUAGES[language] = _translate(language)
    return catalogues


def _translate(language: Language) -> Catalogues:
    """Read the bot's own sentences in a language. Words of house rules that it lacks are taken from English."""
    source = {key: sentence for catalogue in reversed(_ENGLISH.own) for key, sentence in catalogue.items()}
    source |= translations.list_all_house_words(table_rules.OF_SEVERAL_GAMES, table_rules.OF_TABLES)
    translated = translations.read_current(language, translations.BOT, source)
    return Catalogues(
        (translated,),
        cache(partial(_translate_game, language)),
        translations.translate_house(table_rules.OF_SEVERAL_GAMES, translated),
        translations.translate_house(table_rules.OF_TABLES, translated),
        {value: translated.get(f"house//{value}", sentence) for value, sentence in table_rules.VALUES.items()},
        translations.find_plural_rule(language),
    )


def _translate_game(language: Language, game: str) -> GameWording:
    """Read the wording of a game in a language. Words of house rules that it lacks are taken from English."""
    english = find_wording(game)
    source = {**english.sentences, **translations.list_all_house_words(english.house)}
    source |= {
        f"talk/{talk}/{key}": sentence
        for talk, catalogue in english.talks.items()
        for key, sentence in catalogue.items()
    }
    sentences = translations.read_current(language, game, source)
    talks = {
        talk: {key: sentences[f"talk/{talk}/{key}"] for key in catalogue if f"talk/{talk}/{key}" in sentences}
        for talk, catalogue in english.talks.items()
    }
    return GameWording(sentences, talks, translations.translate_house(english.house, sentences))


ENOUGH: Final = 0.5
"""The share of a game's sentences that a language must have for tables of the game to speak it."""


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
    translated = read_catalogues(language).of_game(game).sentences
    english = _ENGLISH.of_game(game).sentences
    return len(translated.keys() & english.keys()) >= ENOUGH * len(english)


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
        for catalogue in reversed(catalogues.own):
            sentences |= catalogue
        if game in NAMES:
            wording = catalogues.of_game(game)
            sentences |= {**wording.sentences, **wording.talks.get(talk, {})}
    return sentences

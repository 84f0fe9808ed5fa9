"""The languages that the bot speaks: for each, its own sentences, and where the wording of a game is found."""

import asyncio
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Final, NamedTuple, NewType, Protocol

from bot.wording import (
    consent,
    daily,
    delivery,
    doctor,
    edge,
    fairness,
    forms,
    gathering,
    general,
    keepsakes,
    nights,
    notices,
    peace,
    pictures,
    practice,
    preferences,
    privacy,
    selftest,
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
"""The language of a sentence that another language lacks."""


class Catalogues(Protocol):
    """Everything that the bot says in one language."""

    @property
    def own(self) -> tuple[Catalogue, ...]:
        """The bot's own sentences. A key is in one of them only."""

    @property
    def of_several_games(self) -> Mapping[str, HouseRule]:
        """The words of house rules that several games have."""

    @property
    def of_tables(self) -> Mapping[str, HouseRule]:
        """The words of house rules that every table has."""

    @property
    def values(self) -> Mapping[str, str]:
        """The words for values of house rules that mean the same in every rule."""

    @property
    def of_game(self) -> Callable[[str], GameWording]:
        """A function from the name of a game to its wording."""

    @property
    def choose_form(self) -> Callable[[int], int]:
        """A function from a number to the place of its form in "bone|bones"."""


class _Source(NamedTuple):
    """The language that the sentences are written in, and from which all others are translated."""

    own: tuple[Catalogue, ...]
    of_game: Callable[[str], GameWording]
    of_several_games: Mapping[str, HouseRule]
    of_tables: Mapping[str, HouseRule]
    values: Mapping[str, str]
    choose_form: Callable[[int], int]


class Translated:
    """A language whose sentences are read from its folder when somebody first speaks it."""

    def __init__(self, language: str) -> None:
        self._language = language

    @cached_property
    def own(self) -> tuple[Catalogue, ...]:
        """The bot's own sentences."""
        source = {key: sentence for own in reversed(_ENGLISH.own) for key, sentence in own.items()}
        source |= translations.list_all_house_words(table_rules.OF_SEVERAL_GAMES, table_rules.OF_TABLES)
        messages = translations.read_messages(self._language, translations.BOT)
        return (translations.choose_current(messages, source),)

    @cached_property
    def of_several_games(self) -> Mapping[str, HouseRule]:
        """The words of house rules that several games have."""
        return translations.translate_house(table_rules.OF_SEVERAL_GAMES, self.own[0])

    @cached_property
    def of_tables(self) -> Mapping[str, HouseRule]:
        """The words of house rules that every table has."""
        return translations.translate_house(table_rules.OF_TABLES, self.own[0])

    @cached_property
    def values(self) -> Mapping[str, str]:
        """The words for values of house rules that mean the same in every rule."""
        return {value: self.own[0].get(f"house//{value}", told) for value, told in table_rules.VALUES.items()}

    @cached_property
    def choose_form(self) -> Callable[[int], int]:
        """A function from a number to the place of its form."""
        return translations.find_plural_rule(self._language)

    def of_game(self, game: str) -> GameWording:
        """The wording of a game, with English behind each missing word of its house rules."""
        english = find_wording(game)
        source = {**english.sentences, **translations.list_all_house_words(english.house)}
        source |= {f"talk/{talk}/{key}": told for talk, spoken in english.talks.items() for key, told in spoken.items()}
        sentences = translations.choose_current(translations.read_messages(self._language, game), source)
        talks = {
            talk: {key: sentences[f"talk/{talk}/{key}"] for key in spoken if f"talk/{talk}/{key}" in sentences}
            for talk, spoken in english.talks.items()
        }
        return GameWording(sentences, talks, translations.translate_house(english.house, sentences))


_ENGLISH: Final = _Source(
    (
        forms.SENTENCES,
        general.SENTENCES,
        table_rules.THEMES,
        gathering.SENTENCES,
        nights.SENTENCES,
        notices.SENTENCES,
        pictures.SENTENCES,
        practice.SENTENCES,
        daily.SENTENCES,
        peace.SENTENCES,
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
    forms.choose_english_form,
)
LANGUAGES: Final[dict[Language, Catalogues]] = {
    ENGLISH: _ENGLISH,
    **{Language(code): Translated(code) for code in translations.list_languages()},
}
_loaded: Final[set[Language]] = {ENGLISH}


async def load(language: Language) -> None:
    """Read the files of a language, on another thread, unless somebody has spoken it before."""
    if language not in _loaded:
        await asyncio.to_thread(catalogue_of, language, "", "")
        _loaded.add(language)


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
    known = LANGUAGES[language].of_game(game).sentences
    english = _ENGLISH.of_game(game).sentences
    return len(known.keys() & english.keys()) >= ENOUGH * len(english)


def spoken_at(game: str, language: Language) -> Language:
    """The language of a table of a game for readers of `language`; without a game, that language."""
    return language if language == ENGLISH or game not in NAMES or covers(language, game) else ENGLISH


@cache
def catalogue_of(language: Language, game: str, talk: str) -> Catalogue:
    """Every sentence of a language for a game and a talk, with English behind those that the language lacks.

    A sentence of the talk hides the game's own of the same key, and that hides the bot's.
    """
    sentences: dict[str, str] = {}
    for spoken in dict.fromkeys((ENGLISH, language)):
        known = LANGUAGES[spoken]
        for own in reversed(known.own):
            sentences |= own
        if game in NAMES:
            wording = known.of_game(game)
            sentences |= {**wording.sentences, **wording.talks.get(talk, {})}
    return sentences

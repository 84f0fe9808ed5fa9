"""The languages that the bot speaks: for each, its own sentences, and where the wording of a game is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple, NewType

from bot.wording import (
    consent,
    delivery,
    doctor,
    edge,
    fairness,
    forms,
    gathering,
    general,
    nights,
    notices,
    pictures,
    practice,
    privacy,
    table_panel,
    table_rules,
    tally,
)
from bot.wording.formatter import Catalogue
from bot.wording.game_wording import GameWording
from bot.wording.games import find_wording
from bot.wording.house_rule import HouseRule
from games.registry import NAMES

Language = NewType("Language", str)
"""A language that has catalogues, by the code that Discord uses for it ("en")."""

ENGLISH: Final = Language("en")
"""The language of a sentence that another language lacks."""


class Catalogues(NamedTuple):
    """Everything that the bot says in one language."""

    own: tuple[Catalogue, ...]
    """The bot's own sentences. A key is in one of them only."""
    of_game: Callable[[str], GameWording]
    """A function from the name of a game to its wording."""
    of_several_games: Mapping[str, HouseRule]
    """The words of house rules that several games have."""
    of_tables: Mapping[str, HouseRule]
    """The words of house rules that every table has."""
    values: Mapping[str, str]
    """The words for values of house rules that mean the same in every rule."""
    choose_form: Callable[[int], int]
    """A function from a number to the place of its form in "bone|bones"."""


_ENGLISH: Final = Catalogues(
    (
        forms.SENTENCES,
        general.SENTENCES,
        gathering.SENTENCES,
        nights.SENTENCES,
        notices.SENTENCES,
        pictures.SENTENCES,
        practice.SENTENCES,
        privacy.SENTENCES,
        consent.SENTENCES,
        table_panel.SENTENCES,
        fairness.SENTENCES,
        edge.SENTENCES,
        delivery.SENTENCES,
        tally.SENTENCES,
        doctor.SENTENCES,
    ),
    find_wording,
    table_rules.OF_SEVERAL_GAMES,
    table_rules.OF_TABLES,
    table_rules.VALUES,
    forms.choose_english_form,
)
LANGUAGES: Final[dict[Language, Catalogues]] = {ENGLISH: _ENGLISH}


def choose_language(*wishes: str) -> Language:
    """The first of these locales that has catalogues ("pt-BR", or else "pt"); English if none has."""
    codes = (code for wish in wishes for code in (wish, wish.partition("-")[0]))
    return next((Language(code) for code in codes if code in LANGUAGES), ENGLISH)


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

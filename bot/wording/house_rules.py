"""The names of house rules, and the themes that group them. Only identifiers are stored; people may type either.

A theme has a title and a sentence about it ("theme/time", "theme/time:plain").
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final

from bot.wording.house_rule import HouseRule
from bot.wording.languages import read_catalogues
from bot.wording.letters import simplify, simplify_words
from bot.wording.table_rules import THEMES as THEME_SENTENCES
from games.core.options import AnyOption, Preset
from games.registry import NAMES

if TYPE_CHECKING:
    from bot.wording.words import Words

THEMES: Final = tuple(key.removeprefix("theme/") for key in THEME_SENTENCES if ":" not in key)
"""The keys of the themes, in the order of the menu. Each rule names its theme (`HouseRule.theme`)."""


def find_house_rule(identifier: str, words: Words) -> HouseRule | None:
    """The words of a rule of the game or of any table, or None. Without a game, all games are searched."""
    return next((_fill(house[identifier], words) for house in _list_houses(words) if identifier in house), None)


def _fill(rule: HouseRule, words: Words) -> HouseRule:
    """Fill the terms in the words of a rule: "Plucking again for Eddie"."""
    values = {value: words.fill(spoken) for value, spoken in rule.values.items()}
    return rule._replace(name=words.fill(rule.name), values=values)


def name_house_rule(identifier: str, words: Words) -> str:
    """The name of a house rule, or its identifier in plain letters if it has no name."""
    rule = find_house_rule(identifier, words)
    return identifier.replace("_", " ") if rule is None else rule.name


def read_house_name(name: str, words: Words) -> str:
    """Turn the typed name or identifier of a house rule into its identifier: "Call mode" into "call_mode"."""
    said = simplify_words(name, "_")
    rules = (named for house in _list_houses(words) for named in house.items())
    found = (identifier for identifier, rule in rules if simplify(words.fill(rule.name)) == said)
    return next(found, said.replace(" ", "_"))


def describe_house_rule(option: AnyOption, words: Words) -> str:
    """A sentence about a house rule."""
    return words.say(f"option/{option.name}") if words.knows(f"option/{option.name}") else option.description


def name_preset(preset: str, words: Words) -> str:
    """The name of a preset of house rules as menus show it."""
    key = f"preset/{preset}"
    return words.say(key) if words.knows(key) else preset.replace("_", " ").capitalize()


def describe_preset(preset: Preset, words: Words) -> str:
    """A sentence about a preset of house rules."""
    key = f"preset/{preset.name}:plain"
    return words.say(key) if words.knows(key) else preset.description


def list_house_rules(words: Words) -> tuple[str, ...]:
    """The identifiers of the rules of a game and of its tables, in the order in which menus show them."""
    *own, several, tables = _list_houses(words)
    return tuple(dict.fromkeys(chain(several, *own, tables)))


def theme_of(identifier: str, words: Words) -> str:
    """The key of the theme of a house rule, or the last theme if the rule has no words."""
    rule = find_house_rule(identifier, words)
    return next((theme for theme in THEMES if rule is not None and rule.theme == theme), THEMES[-1])


def _list_houses(words: Words) -> list[Mapping[str, HouseRule]]:
    """The words of the game's own rules, or of every game's if the game is unknown; then those of rules of several
    games; then those of tables."""
    known = read_catalogues(words.spoken)
    own = (words.game,) if words.game in NAMES else NAMES
    return [*(known.of_game(name).house for name in own), known.of_several_games, known.of_tables]

"""The names of house rules. Only identifiers are stored; people may type names or identifiers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING

from bot.wording.house_rule import HouseRule
from bot.wording.languages import LANGUAGES
from bot.wording.letters import fold
from games.core.options import AnyOption, Preset
from games.registry import NAMES

if TYPE_CHECKING:
    from bot.wording.words import Words


def find_house_rule(identifier: str, words: Words) -> HouseRule | None:
    """The words of a rule of the game or of any table, or None. Without a game, all games are searched."""
    return next((_fill(house[identifier], words) for house in _houses(words) if identifier in house), None)


def _fill(rule: HouseRule, words: Words) -> HouseRule:
    """Fill the terms in the words of a rule: "Plucking again for Eddie"."""
    values = {value: words.fill(told) for value, told in rule.values.items()}
    return rule._replace(name=words.fill(rule.name), values=values)


def house_name(identifier: str, words: Words) -> str:
    """The name of a house rule, or its identifier in plain letters if it has no name."""
    rule = find_house_rule(identifier, words)
    return identifier.replace("_", " ") if rule is None else rule.name


def house_identifier(name: str, words: Words) -> str:
    """Turn the typed name or identifier of a house rule into its identifier: "Call mode" into "call_mode"."""
    said = " ".join(fold(name).replace("_", " ").split())
    rules = (named for house in _houses(words) for named in house.items())
    found = (identifier for identifier, rule in rules if fold(words.fill(rule.name)) == said)
    return next(found, said.replace(" ", "_"))


def describe_house_rule(option: AnyOption, words: Words) -> str:
    """A sentence about a house rule."""
    return words.say(f"option/{option.name}") if words.knows(f"option/{option.name}") else option.plain


def name_preset(preset: str, words: Words) -> str:
    """The name of a preset of house rules as menus show it."""
    key = f"preset/{preset}"
    return words.say(key) if words.knows(key) else preset.replace("_", " ").capitalize()


def describe_preset(preset: Preset, words: Words) -> str:
    """A sentence about a preset of house rules."""
    key = f"preset/{preset.name}:plain"
    return words.say(key) if words.knows(key) else preset.plain


def house_order(words: Words) -> tuple[str, ...]:
    """The identifiers of the rules of a game and of its tables, in the order in which menus show them."""
    *own, several, tables = _houses(words)
    return tuple(dict.fromkeys(chain(several, *own, tables)))


def _houses(words: Words) -> list[Mapping[str, HouseRule]]:
    """The words of the game's own rules, or of every game's if the game is unknown; then those of rules of several
    games; then those of tables."""
    known = LANGUAGES[words.spoken]
    own = (words.game,) if words.game in NAMES else NAMES
    return [*(known.of_game(name).house for name in own), known.of_several_games, known.of_tables]

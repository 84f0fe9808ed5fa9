"""The names of house rules. Only identifiers are stored; people may type names or identifiers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from bot.wording.games import find_wording
from bot.wording.house_rule import HouseRule
from bot.wording.table_rules import OF_SEVERAL_GAMES, OF_TABLES
from games.registry import NAMES


def words_of(identifier: str, game: str = "") -> HouseRule | None:
    """The words of a rule of the game or of any table, or None. Without a game, all games are searched."""
    return next((house[identifier] for house in _houses(game) if identifier in house), None)


def house_name(identifier: str, game: str = "") -> str:
    """The name of a house rule, or its identifier in plain letters if it has no name."""
    words = words_of(identifier, game)
    return identifier.replace("_", " ") if words is None else words.name


def house_identifier(name: str, game: str = "") -> str:
    """Turn the typed name or identifier of a house rule into its identifier: "Call mode" into "call_mode"."""
    said = " ".join(name.lower().replace("_", " ").split())
    found = (rule for house in _houses(game) for rule, words in house.items() if words.name.lower() == said)
    return next(found, said.replace(" ", "_"))


def house_order(game: str) -> tuple[str, ...]:
    """The identifiers of the rules of a game and of its tables, in the order in which menus show them."""
    *own, _, _ = _houses(game)
    return tuple(dict.fromkeys(chain(OF_SEVERAL_GAMES, *own, OF_TABLES)))


def _houses(game: str) -> list[Mapping[str, HouseRule]]:
    """The words of the game's own rules, or of every game's if `game` is unknown; then those of rules of several games;
    then those of tables."""
    own = (game,) if game in NAMES else NAMES
    return [*(find_wording(name).house for name in own), OF_SEVERAL_GAMES, OF_TABLES]

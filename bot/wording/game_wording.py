"""The form in which each game's module declares its wording, and the wording of each game."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from bot.wording.formatter import Catalogue
from bot.wording.house_rule import HouseRule
from games.roster import GAMES


class GameWording(NamedTuple):
    """All sentences of a game. `docs/adding-a-game.md` lists the keys that every game needs."""

    sentences: Catalogue
    talks: Mapping[str, Catalogue] = MappingProxyType({})
    """For each talk, the sentences that differ in it. The house rule marked `names_talk` chooses the table's talk."""
    house: Mapping[str, HouseRule] = MappingProxyType({})
    """The words of the game's house rules by identifier, in the order in which the menu of a theme shows them."""


def find_wording(game: str) -> GameWording:
    """Find the wording of a game. Raises KeyError if no game has this name."""
    return _load(GAMES[game].wording)


@cache
def _load(module: str) -> GameWording:
    wording: GameWording = import_module(module).WORDING
    return wording

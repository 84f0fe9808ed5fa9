"""The form in which each game's module declares its wording."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.wording.formatter import Catalogue
from bot.wording.house_rule import HouseRule


class GameWording(NamedTuple):
    """All sentences of a game. `docs/adding-a-game.md` lists the keys that every game needs."""

    sentences: Catalogue
    talks: Mapping[str, Catalogue] = MappingProxyType({})
    """By talk, the sentences that differ in it. The house rule marked `names_talk` chooses the table's talk."""
    house: Mapping[str, HouseRule] = MappingProxyType({})
    """The words of its house rules by identifier, in the order in which the menu of a theme shows them."""

"""The wording of one game, as its module in this package declares it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.wording.formatter import Catalogue
from bot.wording.house_rule import HouseRule


class GameWording(NamedTuple):
    """All sentences of a game. `docs/adding-a-game.md` lists the keys that every game needs."""

    sentences: Catalogue
    talks: Mapping[str, Catalogue] = MappingProxyType({})
    """By talk, the sentences that differ in it. The house rule with the mark `names_talk` chooses the table's talk."""
    house: Mapping[str, HouseRule] = MappingProxyType({})
    """Its house rules by identifier, in the order in which the menu of a theme shows them."""

"""The registered games, by name. A game is loaded at its first use."""

from collections.abc import KeysView
from importlib import import_module
from typing import Final

from games.core.game import AnyGame, Cover
from games.roster import GAMES

NAMES: Final[KeysView[str]] = GAMES.keys()
"""The names of all registered games, in the order in which they are listed."""


def cover(name: str) -> Cover:
    """The cover of the game called `name`. Raises KeyError for a name that is not in `NAMES`."""
    module: Cover = import_module(GAMES[name].package)
    return module


def game(name: str) -> AnyGame:
    """The game called `name`. Raises KeyError for a name that is not in `NAMES`."""
    loaded: AnyGame = import_module(f"{GAMES[name].package}.game").GAME
    return loaded

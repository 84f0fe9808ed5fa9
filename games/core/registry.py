"""The games that there are, by name."""

from importlib import import_module
from typing import Final

from games.core.game import Cover, Game

_PACKAGES: Final = {
    "pussers-bones": "games.pussers",
    "lombardy-bones": "games.lombardy",
    "duo-dominoes": "games.duo",
    "bonedoneskis": "games.bonedoneskis",
}
NAMES: Final = tuple(_PACKAGES)


def cover(name: str) -> Cover:
    """What stands on the box of the game called `name`. Raises KeyError for a name that is not in `NAMES`."""
    module: Cover = import_module(_PACKAGES[name])
    return module


def game(name: str) -> Game:
    """The game called `name`, loaded when it is first asked for. Raises KeyError for a name that is not in `NAMES`."""
    module: Game = import_module(f"{_PACKAGES[name]}.game")
    return module

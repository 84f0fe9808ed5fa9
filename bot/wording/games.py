"""The wording of each game."""

from functools import cache
from importlib import import_module

from bot.wording.game_wording import GameWording
from games.roster import GAMES


def find_wording(game: str) -> GameWording:
    """The wording of a game. Raises KeyError for a name that is no game's."""
    return _load(GAMES[game].wording)


@cache
def _load(module: str) -> GameWording:
    wording: GameWording = import_module(module).WORDING
    return wording

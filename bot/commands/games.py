"""The games that can be played here."""

from __future__ import annotations

from functools import cache

from games.core import registry
from games.core.game import Game


@cache
def playable() -> tuple[Game, ...]:
    """Every game of the registry."""
    return tuple(registry.game(name) for name in registry.NAMES)


def titles() -> tuple[tuple[str, str], ...]:
    """Each game's title and name, as the choices of an option."""
    return tuple((game.TITLE, game.NAME) for game in playable())

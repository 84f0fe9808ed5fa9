"""The games that can be played here."""

from __future__ import annotations

from functools import cache

from games.core import registry
from games.core.game import Game


@cache
def playable() -> tuple[Game, ...]:
    """Every game of the registry that is there."""
    found = []
    for name in registry.NAMES:
        try:
            game = registry.game(name)
        except ImportError:
            continue
        if hasattr(game, "VERBS"):
            found.append(game)
    return tuple(found)


def titles() -> tuple[tuple[str, str], ...]:
    """Each game's title and name, as the choices of an option."""
    return tuple((game.TITLE, game.NAME) for game in playable())

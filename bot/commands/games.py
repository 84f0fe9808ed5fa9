"""The games on offer."""

from __future__ import annotations

from games import registry
from games.core.game import Cover


def playable() -> tuple[Cover, ...]:
    """List the covers of all games; a game itself is loaded with its first table."""
    return tuple(registry.cover(name) for name in registry.NAMES)


def titles() -> tuple[tuple[str, str], ...]:
    """List each game's title and name, as the choices of an option."""
    return tuple((game.TITLE, game.NAME) for game in playable())

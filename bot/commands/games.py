"""The games that can be played here."""

from __future__ import annotations

from games.core import registry
from games.core.game import Cover


def playable() -> tuple[Cover, ...]:
    """What stands on the box of every game of the registry."""
    return tuple(registry.cover(name) for name in registry.NAMES)


def titles() -> tuple[tuple[str, str], ...]:
    """Each game's title and name, as the choices of an option."""
    return tuple((game.TITLE, game.NAME) for game in playable())

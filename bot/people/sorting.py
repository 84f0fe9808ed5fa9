"""The sorts that users chose for their own pieces.

A user's sorts are kept as words, the latest first: "low rank". A game uses the first of these words that is one
of its sorts, or else its usual sort. So a sort chosen for one game changes nothing in games without it.
"""

from __future__ import annotations

from games import registry
from games.core.game import Cover


def list_sorts() -> tuple[str, ...]:
    """Every sort of the registered games."""
    return tuple(dict.fromkeys(sort for name in registry.NAMES for sort in registry.cover(name).SORTS))


def find_sort(game: Cover, chosen: str) -> str:
    """The sort in use in a game, given all sorts that a user has `chosen`; empty if the game has only one order."""
    return next((sort for sort in (*chosen.split(), *game.SORTS) if sort in game.SORTS), "")


def find_next_sort(game: Cover, chosen: str) -> str:
    """The sort after the present one, in the order in which the game lists them; the first follows the last."""
    if not game.SORTS:
        return ""
    present = game.SORTS.index(find_sort(game, chosen))
    return game.SORTS[(present + 1) % len(game.SORTS)]


def choose_sort(sort: str, chosen: str) -> str:
    """Put a sort before those chosen earlier, and drop the other sorts of the games that have this sort.

    Raises ValueError for a word that is no game's sort.
    """
    rivals = {other for name in registry.NAMES if sort in (sorts := registry.cover(name).SORTS) for other in sorts}
    if not rivals:
        raise ValueError(sort[:40])
    return " ".join((sort, *(kept for kept in chosen.split() if kept not in rivals)))

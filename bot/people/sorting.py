"""The sorts that users chose for their own pieces.

A user's sorts are kept as words, the latest first: "low rank". A game takes the first that it has, or else its usual
one. So a sort chosen for one game changes nothing in games that lack it.
"""

from __future__ import annotations

from games import registry
from games.core.game import Cover


def list_sorts() -> tuple[str, ...]:
    """Every sort of the registered games."""
    return tuple(dict.fromkeys(sort for name in registry.NAMES for sort in registry.cover(name).SORTS))


def find_sort(game: Cover, chosen: str) -> str:
    """The sort that a user with these sorts has in a game; empty if their pieces have only one order there."""
    return next((sort for sort in (*chosen.split(), *game.SORTS) if sort in game.SORTS), "")


def find_next_sort(game: Cover, chosen: str) -> str:
    """The sort after the present one, in the order in which the game lists them; the first follows the last."""
    if not game.SORTS:
        return ""
    present = game.SORTS.index(find_sort(game, chosen))
    return game.SORTS[(present + 1) % len(game.SORTS)]


def choose_sort(sort: str, chosen: str) -> str:
    """Put a sort before those chosen earlier, without the others of the games that have it.

    Raises ValueError for a word that is no game's sort.
    """
    rivals = {other for name in registry.NAMES if sort in (sorts := registry.cover(name).SORTS) for other in sorts}
    if not rivals:
        raise ValueError(sort[:40])
    return " ".join((sort, *(kept for kept in chosen.split() if kept not in rivals)))

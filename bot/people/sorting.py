"""The sorts that users chose for their own pieces.

A user's sorts are stored as one text, the latest first: "low rank". A game uses the first of them that it offers, or
else its own default.
"""

from games import registry
from games.core.game import Cover


def find_sort(game: Cover, chosen: str) -> str:
    """The sort that a game uses for a user, given the sorts that they have `chosen`; "" if the game has no sorts."""
    return next((sort for sort in (*chosen.split(), *game.SORTS) if sort in game.SORTS), "")


def find_next_sort(game: Cover, chosen: str) -> str:
    """The game's sort after the one in use, with the first after the last; "" if the game has no sorts."""
    if not game.SORTS:
        return ""
    present = game.SORTS.index(find_sort(game, chosen))
    return game.SORTS[(present + 1) % len(game.SORTS)]


def choose_sort(sort: str, chosen: str) -> str:
    """The text of a user's sorts after they choose `sort`. Other sorts of games that have this sort are dropped.

    Raises ValueError if no game has this sort.
    """
    rivals = {other for name in registry.NAMES if sort in (sorts := registry.cover(name).SORTS) for other in sorts}
    if not rivals:
        raise ValueError(sort[:40])
    return " ".join((sort, *(kept for kept in chosen.split() if kept not in rivals)))

"""The times at which silence becomes a move."""

from tests.fifth_game.block.state import State


def deadline(state: State) -> int | None:
    """Always None: silence never becomes a move."""
    return None

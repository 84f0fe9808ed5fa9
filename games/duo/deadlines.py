"""The time at which the bot passes for a player who cannot play (DD-23)."""

from games.core.moves import AT_ONCE
from games.duo.state import State


def deadline(state: State) -> int | None:
    """`AT_ONCE` if the bot passes for the player to act; None if the table waits for their tile."""
    return AT_ONCE if state.must_pass else None

"""The times at which silence becomes a move (BD-22)."""

from games.bonedoneskis.state import State


def deadline(state: State) -> int | None:
    """The time at which silence becomes a move, in a round of calls, a choice or a turn (BD-22)."""
    if state.phase == "calling" and state.window is not None:
        return state.window.deadline
    if state.phase in ("trading", "choosing"):
        return state.since + state.house.choice_ms if state.house.choice_ms else None
    if state.phase == "betting":
        return state.since + state.house.bet_ms if state.house.bet_ms else None
    return None

"""The time at which a move is made for a seat that has not answered (BD-22)."""

from games.bonedoneskis.state import State
from games.bonedoneskis.view import Phase


def deadline(state: State) -> int | None:
    """The end of the time to answer in a round of calls, a choice or a turn (BD-22); None outside these."""
    if state.phase == Phase.CALLING and state.window is not None:
        return state.window.deadline
    if state.phase in (Phase.TRADING, Phase.CHOOSING):
        return state.since + state.house.choice_ms if state.house.choice_ms else None
    if state.phase == Phase.BETTING:
        return state.since + state.house.bet_ms if state.house.bet_ms else None
    return None

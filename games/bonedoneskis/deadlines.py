"""The time at which a move is made for a seat that has not answered (BD-22)."""

from games.bonedoneskis.state import State
from games.bonedoneskis.view import Phase


def deadline(state: State) -> int | None:
    """The end of the time to answer in a round of calls, a choice or a turn (BD-22); None outside these."""
    if state.phase == Phase.CALLING and state.window is not None:
        return state.window.deadline
    if state.phase in (Phase.TRADING, Phase.CHOOSING):
        return state.waiting_since + 1000 * state.house.choice_s if state.house.choice_s else None
    if state.phase == Phase.BETTING:
        return state.waiting_since + 1000 * state.house.bet_s if state.house.bet_s else None
    return None

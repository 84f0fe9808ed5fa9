"""The times at which something happens by itself (LB-52, LB-80, LB-81)."""

from games.lombardy.state import State
from games.lombardy.view import CALLING, Phase


def deadline(state: State) -> int | None:
    """The time at which silence becomes a move; None if it never does.

    The earliest time at which queued moves are judged, players or robots stop waiting (LB-81), or a last call closes
    (LB-52).
    """
    times = [words.at + state.house.grace_ms for words in state.heard]
    return min(
        (time for time in (*times, public_deadline(state), quiet_until(state)) if time is not None), default=None
    )


def quiet_until(state: State) -> int | None:
    """The time until which robots leave the last bone alone (LB-81)."""
    return None if state.quiet_from is None else state.quiet_from + 1000 * state.house.courtesy_seconds


def public_deadline(state: State) -> int | None:
    """The public part of the deadline, which does not depend on queued moves."""
    if state.phase == Phase.PLAY and state.waiting_from is not None and state.house.wait_ms:
        return state.waiting_from + state.house.wait_ms
    if state.phase in CALLING:
        return state.since + 1000 * state.house.last_call_s + state.house.grace_ms
    return None

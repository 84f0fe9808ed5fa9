"""The times at which a window closes by itself (PB-47)."""

from games.core.window import RACE
from games.pussers.state import State


def deadline(state: State) -> int | None:
    """The time at which the window closes by itself, in milliseconds (PB-47)."""
    window, public = state.calls.window, find_public_deadline(state)
    if window is None or window.closing is not RACE:
        return public
    times = [] if public is None else [public]
    times += [answer.at + window.grace_ms for answer in window.answers if answer.said != "pass"]
    return min(times, default=None)


def find_public_deadline(state: State) -> int | None:
    """The deadline as everybody may know it: in a race, it ignores calls already made, since these are secret."""
    window = state.calls.window
    if window is None:
        return None
    due = window.deadline
    if state.calls.pending is not None and window.closing is RACE:
        act_due = state.calls.pending.at + window.grace_ms
        return act_due if due is None else min(due, act_due)
    return due

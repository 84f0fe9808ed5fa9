"""Pussers Bones as a whole: satisfies games.core.game."""

from typing import Final

from games.pussers import EVENTS, NAME, RULES_VERSION, SEATS, TITLE, VERBS
from games.pussers.calls import deadline
from games.pussers.choices import choices
from games.pussers.decide import decide
from games.pussers.evolve import evolve, fold
from games.pussers.notation import read, write
from games.pussers.opening import begin
from games.pussers.options import OPTIONS, PRESETS
from games.pussers.project import view, viewer
from games.pussers.robot import robot
from games.pussers.scoring import receipts, transfers
from games.pussers.state import State

__all__ = [
    "EVENTS", "NAME", "OPTIONS", "PRESETS", "RULES_VERSION", "SEATS", "TITLE", "VERBS", "WORDS_WAIT", "begin",
    "choices", "deadline", "decide", "evolve", "fold", "idle", "read", "receipts", "revealed", "robot",
    "transfers", "view", "viewer", "write",
]  # fmt: skip


WORDS_WAIT: Final = False
idle: Final = None


def revealed(state: State) -> bool:
    """Whether the hand is over, so that its secret may be shown."""
    return state.phase in ("new", "between", "ruled_off")

"""Bonedoneskis as a whole: satisfies games.core.game."""

from typing import Final

from games.bonedoneskis import EVENTS, NAME, RULES_VERSION, SEATS, TITLE, VERBS
from games.bonedoneskis.choices import choices
from games.bonedoneskis.decide import begin, deadline, decide
from games.bonedoneskis.evolve import evolve, fold
from games.bonedoneskis.notation import read, write
from games.bonedoneskis.options import OPTIONS, PRESETS
from games.bonedoneskis.project import view, viewer
from games.bonedoneskis.receipts import receipts, transfers
from games.bonedoneskis.robot import robot
from games.bonedoneskis.state import State

__all__ = [
    "EVENTS", "NAME", "OPTIONS", "PRESETS", "RULES_VERSION", "SEATS", "TITLE", "VERBS", "WORDS_WAIT", "begin",
    "choices", "deadline", "decide", "evolve", "fold", "idle", "read", "receipts", "revealed", "robot",
    "transfers", "view", "viewer", "write",
]  # fmt: skip

WORDS_WAIT: Final = False
idle: Final = None


def revealed(state: State) -> bool:
    """Whether the hand is over, so that its secret may be shown."""
    return state.phase in ("between", "over")

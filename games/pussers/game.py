"""Pussers Bones as a whole: satisfies games.core.game."""

from games.pussers import EVENTS, NAME, RULES_VERSION, SEATS, TITLE, VERBS
from games.pussers.calls import deadline
from games.pussers.choices import choices
from games.pussers.decide import decide
from games.pussers.evolve import evolve, fold
from games.pussers.look import view
from games.pussers.notation import read, write
from games.pussers.opening import begin
from games.pussers.options import OPTIONS, PRESETS
from games.pussers.robot import robot
from games.pussers.scoring import receipts, transfers
from games.pussers.state import Table

__all__ = [
    "EVENTS", "NAME", "OPTIONS", "PRESETS", "RULES_VERSION", "SEATS", "TITLE", "VERBS", "begin", "choices", "deadline",
    "decide", "evolve", "fold", "read", "receipts", "revealed", "robot", "transfers", "view", "write",
]  # fmt: skip


def revealed(table: Table) -> bool:
    """Whether the hand is over, so that its secret may be shown."""
    return table.phase in ("new", "between", "ruled_off")

"""Bonedoneskis as a whole: satisfies games.core.game."""

from games.bonedoneskis import EVENTS, NAME, RULES_VERSION, SEATS, TITLE, VERBS
from games.bonedoneskis.decide import begin, deadline, decide
from games.bonedoneskis.evolve import evolve, fold
from games.bonedoneskis.look import view
from games.bonedoneskis.notation import choices, read, write
from games.bonedoneskis.options import OPTIONS, PRESETS
from games.bonedoneskis.receipts import receipts, transfers
from games.bonedoneskis.robot import robot
from games.bonedoneskis.state import Table


def revealed(table: Table) -> bool:
    """Whether the hand is over, so that its secret may be shown."""
    return table.phase in ("between", "over")


__all__ = [
    "EVENTS",
    "NAME",
    "OPTIONS",
    "PRESETS",
    "RULES_VERSION",
    "SEATS",
    "TITLE",
    "VERBS",
    "begin",
    "choices",
    "deadline",
    "decide",
    "evolve",
    "fold",
    "read",
    "receipts",
    "revealed",
    "robot",
    "transfers",
    "view",
    "write",
]

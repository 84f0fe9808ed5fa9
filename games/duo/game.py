"""Duo Dominoes as a whole: satisfies games.core.game."""

from games.duo import EVENTS, NAME, RULES_VERSION, SEATS, TITLE, VERBS
from games.duo.decide import begin, decide
from games.duo.evolve import evolve, fold
from games.duo.moves import Move
from games.duo.notation import read_words, write
from games.duo.options import OPTIONS, PRESETS
from games.duo.robot import robot
from games.duo.scoring import receipts, transfers
from games.duo.state import Table
from games.duo.view import View, choices, view

__all__ = [
    "EVENTS", "NAME", "OPTIONS", "PRESETS", "RULES_VERSION", "SEATS", "TITLE", "VERBS", "begin", "choices", "deadline",
    "decide", "evolve", "fold", "read", "receipts", "revealed", "robot", "transfers", "view", "write",
]  # fmt: skip


def deadline(table: Table) -> int | None:
    """No silence becomes a move in this game."""
    return None


def read(view: View, verb: str, words: str) -> Move:
    """The move that the words mean to this viewer. Raises Unreadable or Ambiguous."""
    return read_words(verb, words, view.line)


def revealed(table: Table) -> bool:
    """Whether the hand is over and its secret may be shown."""
    return table.phase != "play"

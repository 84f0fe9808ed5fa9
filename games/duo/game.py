"""Duo Dominoes as a whole: satisfies games.core.game."""

from typing import Final

from games.duo import EVENTS, NAME, RULES_VERSION, SEATS, TITLE, VERBS
from games.duo.choices import choices
from games.duo.decide import begin, decide
from games.duo.evolve import evolve, fold
from games.duo.moves import Move
from games.duo.notation import read_words, write
from games.duo.options import OPTIONS, PRESETS
from games.duo.project import view, viewer
from games.duo.robot import robot
from games.duo.scoring import receipts, transfers
from games.duo.state import State
from games.duo.view import View

__all__ = [
    "EVENTS", "NAME", "OPTIONS", "PRESETS", "RULES_VERSION", "SEATS", "TITLE", "VERBS", "WORDS_WAIT", "begin",
    "choices", "deadline", "decide", "evolve", "fold", "idle", "read", "receipts", "revealed", "robot",
    "transfers", "view", "viewer", "write",
]  # fmt: skip


WORDS_WAIT: Final = False
idle: Final = None


def deadline(state: State) -> int | None:
    """No silence becomes a move in this game."""
    return None


def read(view: View, verb: str, words: str) -> Move:
    """The move that the words mean to this viewer. Raises Unreadable or Ambiguous."""
    return read_words(verb, words, view.line)


def revealed(state: State) -> bool:
    """Whether the hand is over and its secret may be shown."""
    return state.phase != "play"

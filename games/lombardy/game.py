"""Lombardy Bones as a whole: satisfies games.core.game."""

from typing import Final

from games.lombardy import EVENTS, NAME, RULES_VERSION, SEATS, TITLE, VERBS
from games.lombardy.choices import choices
from games.lombardy.decide import begin, decide
from games.lombardy.evolve import evolve, fold
from games.lombardy.idle import idle_move as idle
from games.lombardy.moves import Move
from games.lombardy.notation import read_words, write
from games.lombardy.options import OPTIONS, PRESETS
from games.lombardy.ordering import deadline
from games.lombardy.project import view, viewer
from games.lombardy.robot import robot
from games.lombardy.scoring import receipts, transfers
from games.lombardy.state import State
from games.lombardy.view import View

__all__ = [
    "EVENTS", "NAME", "OPTIONS", "PRESETS", "RULES_VERSION", "SEATS", "TITLE", "VERBS", "WORDS_WAIT", "begin",
    "choices", "deadline", "decide", "evolve", "fold", "idle", "read", "receipts", "revealed", "robot",
    "transfers", "view", "viewer", "write",
]  # fmt: skip


WORDS_WAIT: Final = True
"""Words are judged a moment after they were said (LB-80), so the clock must run until then."""


def read(view: View, verb: str, words: str) -> Move:
    """The move that the words mean. Raises Unreadable."""
    return read_words(verb, words)


def revealed(state: State) -> bool:
    """Whether the deal is over and its secret may be shown."""
    return state.phase in ("counted", "over", "restart")

"""Lombardy Bones as a whole: satisfies games.core.game."""

from typing import TYPE_CHECKING, Final

from games.core.results import Stakes
from games.core.robots import Level
from games.lombardy import EVENTS, NAME, NOUN, RULES_VERSION, SEATS, SHORT_TITLE, SORTS, TITLE, VERBS
from games.lombardy.calls import is_call
from games.lombardy.choices import choices
from games.lombardy.deadlines import deadline
from games.lombardy.decide import begin, decide
from games.lombardy.evolve import evolve, fold
from games.lombardy.feats import FEAT_EVENTS, PARTNERS, RECORDS, feats
from games.lombardy.first_hand import FIRST_HAND
from games.lombardy.guess import guess
from games.lombardy.idle import idle_move as idle
from games.lombardy.notation import read, write
from games.lombardy.options import OPTIONS, PRESETS
from games.lombardy.outlook import outlook
from games.lombardy.places import shown_places
from games.lombardy.project import view, viewer
from games.lombardy.robot import robot
from games.lombardy.scoring import final_scores, receipts, transfers
from games.lombardy.shellback import ponder
from games.lombardy.state import State
from games.lombardy.view import View
from games.pieces.dominoes import DOMINOES

__all__ = [
    "EVENTS", "FEAT_EVENTS", "FIRST_HAND", "LEVELS", "NAME", "NOUN", "OPTIONS", "PARTNERS", "PIECES", "PRESETS",
    "RECORDS", "RULES_VERSION", "SEATS", "SHORT_TITLE", "SORTS", "STAKES", "TITLE", "VERBS", "WORDS_WAIT", "arrange",
    "begin", "choices", "deadline", "decide", "evolve", "feats", "final_scores", "fold", "guess", "idle", "is_call",
    "outlook", "ponder", "read", "receipts", "is_revealed", "robot", "shown_places", "transfers", "view", "viewer",
    "write",
]  # fmt: skip


PIECES: Final = DOMINOES
STAKES: Final = Stakes(by_points=True, evening=2.5)
LEVELS: Final = tuple(Level)
WORDS_WAIT: Final = True
"""Moves are judged a moment after they were sent (LB-80), so the clock must run until then."""


def arrange(view: View, order: str) -> View:
    """The unchanged view: bones have only one order."""
    return view


def is_revealed(state: State) -> bool:
    """True once the deal is over and its secret may be shown."""
    return state.phase in ("counted", "over", "restart")


if TYPE_CHECKING:  # A missing or mistyped member fails type checking here.
    from games import lombardy as _cover
    from games.core.game import Cover, Game
    from games.lombardy import game as _game
    from games.lombardy.events import Event
    from games.lombardy.moves import Move

    COVER: Cover = _cover
    GAME: Game[State, Event, Move, View] = _game

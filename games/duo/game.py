"""Duo Dominoes as a whole: satisfies games.core.game."""

from typing import TYPE_CHECKING, Final

from games.core.results import Stakes
from games.core.robots import Level
from games.duo import EVENTS, NAME, NOUN, RULES_VERSION, SEATS, SHORT_TITLE, SORTS, TITLE, VERBS
from games.duo.choices import choices
from games.duo.deadlines import deadline
from games.duo.decide import begin, decide
from games.duo.evolve import evolve, fold
from games.duo.feats import FEAT_EVENTS, PARTNERS, RECORDS, feats
from games.duo.first_hand import FIRST_HAND
from games.duo.guess import guess
from games.duo.notation import read, write
from games.duo.options import OPTIONS, PRESETS
from games.duo.outlook import outlook
from games.duo.places import shown_places
from games.duo.project import view, viewer
from games.duo.robot import robot
from games.duo.scoring import final_scores, receipts, transfers
from games.duo.shellback import ponder
from games.duo.state import State
from games.duo.view import View
from games.pieces.dominoes import DOMINOES

__all__ = [
    "EVENTS", "FEAT_EVENTS", "FIRST_HAND", "LEVELS", "NAME", "NOUN", "OPTIONS", "PARTNERS", "PIECES", "PRESETS",
    "RECORDS", "RULES_VERSION", "SEATS", "SHORT_TITLE", "SORTS", "STAKES", "TITLE", "VERBS", "WORDS_WAIT", "arrange",
    "begin", "choices", "deadline", "decide", "evolve", "feats", "final_scores", "fold", "guess", "idle", "is_call",
    "outlook", "ponder", "read", "receipts", "is_revealed", "robot", "shown_places", "transfers", "view", "viewer",
    "write",
]  # fmt: skip


PIECES: Final = DOMINOES
STAKES: Final = Stakes(by_points=True, evening=1.5)
LEVELS: Final = tuple(Level)
WORDS_WAIT: Final = False
idle: Final = None
is_call: Final = None


def arrange(view: View, order: str) -> View:
    """The unchanged view: tiles have only one order."""
    return view


def is_revealed(state: State) -> bool:
    """True once the hand is over and its secret may be shown."""
    return state.phase != "play"


if TYPE_CHECKING:  # A missing or mistyped member fails type checking here.
    from games import duo as _cover
    from games.core.game import Cover, Game
    from games.duo import game as _game
    from games.duo.events import Event
    from games.duo.moves import Move

    COVER: Cover = _cover
    GAME: Game[State, Event, Move, View] = _game

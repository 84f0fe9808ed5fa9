"""Bonedoneskis as a whole: satisfies games.core.game."""

from typing import TYPE_CHECKING, Final

from games.bonedoneskis import EVENTS, NAME, NOUN, RULES_VERSION, SEATS, SHORT_TITLE, SORTS, TITLE, VERBS
from games.bonedoneskis.calls import is_call
from games.bonedoneskis.choices import choices
from games.bonedoneskis.deadlines import deadline
from games.bonedoneskis.decide import begin, decide
from games.bonedoneskis.evolve import evolve, fold
from games.bonedoneskis.feats import FEAT_EVENTS, PARTNERS, RECORDS, feats
from games.bonedoneskis.first_hand import FIRST_HAND
from games.bonedoneskis.notation import read, write
from games.bonedoneskis.options import OPTIONS, PRESETS
from games.bonedoneskis.outlook import outlook
from games.bonedoneskis.places import shown_places
from games.bonedoneskis.project import view, viewer
from games.bonedoneskis.robot import robot
from games.bonedoneskis.scoring import final_scores, receipts, transfers
from games.bonedoneskis.state import State
from games.bonedoneskis.view import View
from games.core.results import Stakes
from games.core.robots import Level
from games.pieces.cards import CARDS

__all__ = [
    "EVENTS", "FEAT_EVENTS", "FIRST_HAND", "LEVELS", "NAME", "NOUN", "OPTIONS", "PARTNERS", "PIECES", "PRESETS",
    "RECORDS", "RULES_VERSION", "SEATS", "SHORT_TITLE", "SORTS", "STAKES", "TITLE", "VERBS", "WORDS_WAIT", "arrange",
    "begin", "choices", "deadline", "decide", "evolve", "feats", "final_scores", "fold", "guess", "idle", "is_call",
    "outlook", "ponder", "read", "receipts", "is_revealed", "robot", "shown_places", "transfers", "view", "viewer",
    "write",
]  # fmt: skip

PIECES: Final = CARDS
STAKES: Final = Stakes(evening=1_600)
LEVELS: Final = (Level.DECKHAND, Level.OLD_HAND, Level.SHELLBACK)
WORDS_WAIT: Final = False
idle: Final = None
guess: Final = None
ponder: Final = None


def arrange(view: View, order: str) -> View:
    """The view unchanged, since cards have one order only."""
    return view


def is_revealed(state: State) -> bool:
    """True if the hand is over and its secrets may be shown."""
    return state.phase in ("between", "over")


if TYPE_CHECKING:  # A missing or mistyped member fails type checking here.
    from games import bonedoneskis as _cover
    from games.bonedoneskis import game as _game
    from games.bonedoneskis.events import Event
    from games.bonedoneskis.moves import Move
    from games.core.game import Cover, Game

    COVER: Cover = _cover
    GAME: Game[State, Event, Move, View] = _game

"""Bonedoneskis as a whole: satisfies games.core.game."""

from collections.abc import Iterable
from typing import Final

from games.bonedoneskis import EVENTS, NAME, NOUN, RULES_VERSION, SEATS, SHORT_TITLE, SORTS, TITLE, VERBS
from games.bonedoneskis.calls import is_call
from games.bonedoneskis.choices import choices
from games.bonedoneskis.decide import begin, deadline, decide
from games.bonedoneskis.events import Duelled, Event, HandBegan, Reshuffled
from games.bonedoneskis.evolve import evolve, fold
from games.bonedoneskis.feats import FEAT_EVENTS, PARTNERS, RECORDS, feats
from games.bonedoneskis.notation import read, write
from games.bonedoneskis.options import OPTIONS, PRESETS
from games.bonedoneskis.project import view, viewer
from games.bonedoneskis.receipts import receipts, transfers
from games.bonedoneskis.robot import robot
from games.bonedoneskis.sampling import outlook
from games.bonedoneskis.state import State
from games.bonedoneskis.view import View
from games.core.places import Drawing, Shown, list_shown_unique
from games.core.results import Stakes
from games.core.robots import Level
from games.pieces.cards import CARDS

__all__ = [
    "EVENTS", "FEAT_EVENTS", "LEVELS", "NAME", "NOUN", "OPTIONS", "PARTNERS", "PIECES", "PRESETS", "RECORDS",
    "RULES_VERSION", "SEATS", "SHORT_TITLE", "SORTS", "STAKES", "TITLE", "VERBS", "WORDS_WAIT", "arrange", "begin",
    "choices", "deadline", "decide", "evolve", "feats", "final_scores", "fold", "guess", "idle", "is_call", "outlook",
    "ponder", "read", "receipts", "is_revealed", "robot", "shown_places", "transfers", "view", "viewer", "write",
]  # fmt: skip

PIECES: Final = CARDS
STAKES: Final = Stakes(evening=1_600)
LEVELS: Final = (Level.DECKHAND, Level.OLD_HAND)
WORDS_WAIT: Final = False
idle: Final = None
guess: Final = None
ponder: Final = None


def final_scores(event: Event) -> tuple[int, ...] | None:
    """None for every event: the game has no final score, since chips go from seat to seat."""
    return None


def arrange(view: View, order: str) -> View:
    """The view unchanged, since cards have one order only."""
    return view


def is_revealed(state: State) -> bool:
    """True if the hand is over and its secrets may be shown."""
    return state.phase in ("between", "over")


def shown_places(before: State | None, drawings: Iterable[Drawing]) -> Shown:
    """For each order of a hand, the places of the pieces that everybody was shown."""
    return list_shown_unique(drawings, (HandBegan, Reshuffled), aside=(Duelled,))

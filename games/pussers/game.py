"""Pussers Bones as a whole: satisfies games.core.game."""

from typing import TYPE_CHECKING, Final

from games.core.results import Stakes
from games.core.robots import Level
from games.pieces.bones import Bone, is_numbered
from games.pieces.speech import BONES
from games.pussers import EVENTS, NAME, NOUN, RULES_VERSION, SEATS, SHORT_TITLE, SORTS, TITLE, VERBS
from games.pussers.calls import is_call
from games.pussers.choices import choices
from games.pussers.deadlines import deadline
from games.pussers.decide import begin, decide
from games.pussers.evolve import evolve, fold
from games.pussers.feats import FEAT_EVENTS, PARTNERS, RECORDS, feats
from games.pussers.first_hand import FIRST_HAND
from games.pussers.notation import read, write
from games.pussers.options import OPTIONS, PRESETS
from games.pussers.places import shown_places
from games.pussers.project import view, viewer
from games.pussers.robot import robot
from games.pussers.scoring import final_scores, receipts, transfers
from games.pussers.state import State
from games.pussers.view import View

__all__ = [
    "EVENTS", "FEAT_EVENTS", "FIRST_HAND", "LEVELS", "NAME", "NOUN", "OPTIONS", "PARTNERS", "PIECES", "PRESETS",
    "RECORDS", "RULES_VERSION", "SEATS", "SHORT_TITLE", "SORTS", "STAKES", "TITLE", "VERBS", "WORDS_WAIT", "arrange",
    "begin", "choices", "deadline", "decide", "evolve", "feats", "final_scores", "fold", "guess", "idle", "is_call",
    "outlook", "ponder", "read", "receipts", "is_revealed", "robot", "shown_places", "transfers", "view", "viewer",
    "write",
]  # fmt: skip


PIECES: Final = BONES
STAKES: Final = Stakes(worth="cents_per_point", evening=58)
LEVELS: Final = tuple(Level)
WORDS_WAIT: Final = False
idle: Final = None
guess: Final = None
ponder: Final = None
outlook: Final = None


def arrange(view: View, order: str) -> View:
    """The view with its own bones in another order: "suit", or "rank", which groups equal numbers."""
    return view._replace(rack=tuple(sorted(view.rack, key=_rank))) if order == "rank" else view


def _rank(bone: Bone) -> tuple[int, int]:
    return (bone % 9, bone // 9) if is_numbered(bone) else (9, bone)


def is_revealed(state: State) -> bool:
    """True if the hand is over and its secrets may be shown."""
    return state.phase in ("new", "between", "ruled_off")


if TYPE_CHECKING:  # A missing or mistyped member fails type checking here.
    from games import pussers as _cover
    from games.core.game import Cover, Game
    from games.pussers import game as _game
    from games.pussers.events import Event
    from games.pussers.moves import Move

    COVER: Cover = _cover
    GAME: Game[State, Event, Move, View] = _game

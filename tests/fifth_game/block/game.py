"""Block as a whole: satisfies games.core.game."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from games.core.results import Stakes
from games.core.robots import Level
from games.pieces.dominoes import DOMINOES
from tests.fifth_game.block import EVENTS, NAME, NOUN, RULES_VERSION, SEATS, SHORT_TITLE, SORTS, TITLE, VERBS
from tests.fifth_game.block.choices import choices
from tests.fifth_game.block.deadlines import deadline
from tests.fifth_game.block.decide import begin, decide
from tests.fifth_game.block.evolve import evolve, fold
from tests.fifth_game.block.feats import FEAT_EVENTS, PARTNERS, RECORDS, feats
from tests.fifth_game.block.notation import read, write
from tests.fifth_game.block.options import OPTIONS, PRESETS
from tests.fifth_game.block.places import shown_places
from tests.fifth_game.block.project import view, viewer
from tests.fifth_game.block.robot import robot
from tests.fifth_game.block.scoring import final_scores, receipts, transfers
from tests.fifth_game.block.state import State
from tests.fifth_game.block.view import View

__all__ = [
    "EVENTS", "FEAT_EVENTS", "FIRST_HAND", "LEVELS", "NAME", "NOUN", "OPTIONS", "PARTNERS", "PIECES", "PRESETS",
    "RECORDS", "RULES_VERSION", "SEATS", "SHORT_TITLE", "SORTS", "STAKES", "TITLE", "VERBS", "WORDS_WAIT", "arrange",
    "begin", "choices", "deadline", "decide", "evolve", "feats", "final_scores", "fold", "guess", "idle", "is_call",
    "outlook", "ponder", "read", "receipts", "is_revealed", "robot", "shown_places", "transfers", "view", "viewer",
    "write",
]  # fmt: skip

PIECES: Final = DOMINOES
STAKES: Final = Stakes(by_points=True, evening=3)
LEVELS: Final = (Level.DECKHAND, Level.OLD_HAND)
WORDS_WAIT: Final = False
FIRST_HAND: Final = None
idle: Final = None
is_call: Final = None
guess: Final = None
ponder: Final = None
outlook: Final = None


def arrange(view: View, order: str) -> View:
    """The view with the viewer's own bones in ascending or descending order."""
    return replace(view, holding=tuple(sorted(view.holding, reverse=order == "high")))


def is_revealed(state: State) -> bool:
    """True once the hand is over and its secret may be shown."""
    return state.phase != "play"


if TYPE_CHECKING:  # A missing or mistyped member fails type checking here.
    from games.core.game import Cover, Game
    from tests.fifth_game import block as _cover
    from tests.fifth_game.block import game as _game
    from tests.fifth_game.block.events import Event
    from tests.fifth_game.block.moves import Move

    COVER: Cover = _cover
    GAME: Game[State, Event, Move, View] = _game

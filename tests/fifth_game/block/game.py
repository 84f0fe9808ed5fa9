"""Block as a whole: its cover, rules and robots as one value."""

from dataclasses import replace
from typing import Final

from games.core.game import Game
from games.core.places import shown_unique
from games.core.results import Stakes
from games.core.robots import Level
from games.pieces.dominoes import DOMINOES
from tests.fifth_game import block
from tests.fifth_game.block.choices import choices, read, write
from tests.fifth_game.block.decide import begin, decide
from tests.fifth_game.block.events import Dealt, Event
from tests.fifth_game.block.evolve import evolve, fold
from tests.fifth_game.block.moves import Move
from tests.fifth_game.block.options import OPTIONS, PRESETS
from tests.fifth_game.block.project import view
from tests.fifth_game.block.robot import robot
from tests.fifth_game.block.scoring import FEAT_EVENTS, RECORDS, feats, final_scores, receipts, transfers
from tests.fifth_game.block.state import State
from tests.fifth_game.block.view import Phase, View


def arrange(view: View, order: str) -> View:
    """The view with the viewer's own bones in ascending or descending order."""
    return replace(view, holding=tuple(sorted(view.holding, reverse=order == "high")))


def is_revealed(state: State) -> bool:
    """True once the hand is over and its secret may be shown."""
    return state.phase != Phase.PLAY


GAME: Final[Game[State, Event, Move, View]] = Game(
    cover=block,
    FEAT_EVENTS=FEAT_EVENTS,
    LEVELS=(Level.DECKHAND, Level.OLD_HAND),
    OPTIONS=OPTIONS,
    PIECES=DOMINOES,
    PRESETS=PRESETS,
    RECORDS=RECORDS,
    STAKES=Stakes(by_points=True, evening=3),
    arrange=arrange,
    begin=begin,
    choices=choices,
    decide=decide,
    evolve=evolve,
    feats=feats,
    final_scores=final_scores,
    fold=fold,
    read=read,
    receipts=receipts,
    is_revealed=is_revealed,
    robot=robot,
    shown_places=shown_unique((Dealt,)),
    transfers=transfers,
    view=view,
    write=write,
)

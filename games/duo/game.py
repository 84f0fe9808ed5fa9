"""Duo Dominoes as a whole: its cover, rules and robots as one value."""

from typing import Final

from games import duo
from games.core.game import Game
from games.core.places import make_shown_places
from games.core.results import Stakes
from games.core.robots import Level
from games.duo.choices import choices
from games.duo.decide import begin, deadline, decide
from games.duo.events import Dealt, Event, ThrownIn
from games.duo.evolve import evolve, fold
from games.duo.feats import FEAT_EVENTS, PARTNERS, RECORDS, feats
from games.duo.first_hand import FIRST_HAND
from games.duo.moves import Move
from games.duo.notation import read, write
from games.duo.occasions import find_occasion
from games.duo.options import OPTIONS, PRESETS
from games.duo.project import view
from games.duo.real_table import score_real, tap_real
from games.duo.robot import robot
from games.duo.scoring import final_scores, receipts, transfers
from games.duo.shellback import appraise_move, outlook, ponder
from games.duo.state import State
from games.duo.view import Phase, View
from games.pieces.dominoes import DOMINOES


def is_revealed(state: State) -> bool:
    """True once the hand is over and its secret may be shown."""
    return state.phase != Phase.PLAY


GAME: Final[Game[State, Event, Move, View]] = Game(
    cover=duo,
    FEAT_EVENTS=FEAT_EVENTS,
    FIRST_HAND=FIRST_HAND,
    LEVELS=(Level.DECKHAND, Level.OLD_HAND, Level.SHELLBACK),
    OPTIONS=OPTIONS,
    PARTNERS=PARTNERS,
    PIECES=DOMINOES,
    PRESETS=PRESETS,
    RECORDS=RECORDS,
    STAKES=Stakes(by_points=True, typical_evening=1.5),
    appraise=appraise_move,
    begin=begin,
    choices=choices,
    deadline=deadline,
    decide=decide,
    evolve=evolve,
    feats=feats,
    final_scores=final_scores,
    find_occasion=find_occasion,
    fold=fold,
    outlook=outlook,
    ponder=ponder,
    read=read,
    receipts=receipts,
    is_revealed=is_revealed,
    robot=robot,
    score_real=score_real,
    tap_real=tap_real,
    shown_places=make_shown_places((Dealt, ThrownIn)),
    transfers=transfers,
    view=view,
    write=write,
)

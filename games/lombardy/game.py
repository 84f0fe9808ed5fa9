"""Lombardy Bones as a whole: its cover, rules and robots as one value."""

from typing import Final

from games import lombardy
from games.core.game import Game
from games.core.places import make_shown_places
from games.core.results import Stakes
from games.core.robots import Level
from games.lombardy.choices import choices
from games.lombardy.deadlines import deadline, idle_move
from games.lombardy.decide import begin, decide
from games.lombardy.decisions.calls import announces_call
from games.lombardy.events import Dealt, Event
from games.lombardy.evolve import evolve, fold
from games.lombardy.feats import FEAT_EVENTS, PARTNERS, RECORDS, feats, find_losses, find_wrong_call
from games.lombardy.first_hand import FIRST_HAND
from games.lombardy.moves import Move
from games.lombardy.notation import read, write
from games.lombardy.occasions import find_occasion
from games.lombardy.options import DAILY, OPTIONS, PRESETS
from games.lombardy.project import view
from games.lombardy.real_table import score_real
from games.lombardy.real_taps import tap_real
from games.lombardy.robot import robot
from games.lombardy.scoring import final_scores, receipts, transfers
from games.lombardy.shellback import appraise_move, outlook, ponder
from games.lombardy.state import State
from games.lombardy.view import Phase, View
from games.pieces.dominoes import DOMINOES


def is_revealed(state: State) -> bool:
    """True once the deal is over and its secret may be shown."""
    return state.phase in (Phase.COUNTED, Phase.OVER, Phase.RESTART)


GAME: Final[Game[State, Event, Move, View]] = Game(
    cover=lombardy,
    DAILY=DAILY,
    FEAT_EVENTS=FEAT_EVENTS,
    FIRST_HAND=FIRST_HAND,
    LEVELS=(Level.DECKHAND, Level.OLD_HAND, Level.SHELLBACK),
    OPTIONS=OPTIONS,
    PARTNERS=PARTNERS,
    PIECES=DOMINOES,
    PRESETS=PRESETS,
    RECORDS=RECORDS,
    STAKES=Stakes(by_points=True, typical_evening=2.5),
    JUDGES_LATER=True,  # moves are judged a moment after they were sent (LB-80)
    appraise=appraise_move,
    begin=begin,
    choices=choices,
    deadline=deadline,
    decide=decide,
    evolve=evolve,
    feats=feats,
    final_scores=final_scores,
    find_losses=find_losses,
    find_wrong_call=find_wrong_call,
    find_occasion=find_occasion,
    fold=fold,
    idle=idle_move,
    announces_call=announces_call,
    outlook=outlook,
    ponder=ponder,
    read=read,
    receipts=receipts,
    is_revealed=is_revealed,
    robot=robot,
    score_real=score_real,
    tap_real=tap_real,
    shown_places=make_shown_places((Dealt,)),
    transfers=transfers,
    view=view,
    write=write,
)

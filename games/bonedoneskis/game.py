"""Bonedoneskis as a whole: its cover, rules and robots as one value."""

from typing import Final

from games import bonedoneskis
from games.bonedoneskis.choices import choices
from games.bonedoneskis.deadlines import deadline
from games.bonedoneskis.decide import begin, decide
from games.bonedoneskis.decisions.calls import announces_call
from games.bonedoneskis.events import Duelled, Event, HandBegan, Reshuffled
from games.bonedoneskis.evolve import evolve, fold
from games.bonedoneskis.feats import FEAT_EVENTS, RECORDS, feats, find_losses, find_wrong_call
from games.bonedoneskis.first_hand import FIRST_HAND
from games.bonedoneskis.moves import Move, SitDown
from games.bonedoneskis.notation import read, write
from games.bonedoneskis.occasions import find_occasion
from games.bonedoneskis.options import OPTIONS, PRESETS
from games.bonedoneskis.project import view
from games.bonedoneskis.real_table import score_real
from games.bonedoneskis.real_taps import tap_real
from games.bonedoneskis.robot import robot
from games.bonedoneskis.robots.appraisal import appraise_move
from games.bonedoneskis.robots.sampling import outlook
from games.bonedoneskis.scoring import receipts, transfers
from games.bonedoneskis.state import State
from games.bonedoneskis.view import Phase, View
from games.core.game import Game
from games.core.places import make_shown_places
from games.core.results import Stakes
from games.core.robots import Level
from games.pieces.cards import CARDS


def is_revealed(state: State) -> bool:
    """True if the hand is over and its secrets may be shown."""
    return state.phase in (Phase.BETWEEN, Phase.OVER)


GAME: Final[Game[State, Event, Move, View]] = Game(
    cover=bonedoneskis,
    FEAT_EVENTS=FEAT_EVENTS,
    FIRST_HAND=FIRST_HAND,
    LEVELS=(Level.DECKHAND, Level.OLD_HAND, Level.SHELLBACK),
    OPTIONS=OPTIONS,
    PIECES=CARDS,
    PRESETS=PRESETS,
    RECORDS=RECORDS,
    STAKES=Stakes(typical_evening=1_600),
    appraise=appraise_move,
    begin=begin,
    choices=choices,
    deadline=deadline,
    decide=decide,
    evolve=evolve,
    feats=feats,
    find_losses=find_losses,
    find_wrong_call=find_wrong_call,
    find_occasion=find_occasion,
    fold=fold,
    announces_call=announces_call,
    outlook=outlook,
    read=read,
    receipts=receipts,
    is_revealed=is_revealed,
    robot=robot,
    score_real=score_real,
    tap_real=tap_real,
    sit=SitDown(),
    shown_places=make_shown_places((HandBegan, Reshuffled), aside=(Duelled,)),
    transfers=transfers,
    view=view,
    write=write,
)

"""Pussers Bones as a whole: its cover, rules and robots as one value."""

from typing import Final

from games import pussers
from games.core.game import Game
from games.core.results import Stakes
from games.core.robots import Level
from games.pieces.bones import Bone, is_numbered
from games.pieces.speech import BONES
from games.pussers.choices import choices
from games.pussers.deadlines import deadline
from games.pussers.decide import begin, decide
from games.pussers.decisions.calls import announces_call
from games.pussers.events import Event
from games.pussers.evolve import evolve, fold
from games.pussers.feats import FEAT_EVENTS, RECORDS, feats, find_wrong_call
from games.pussers.first_hand import FIRST_HAND
from games.pussers.losses import find_losses
from games.pussers.moves import Move
from games.pussers.notation import read, write
from games.pussers.occasions import find_occasion
from games.pussers.options import DAILY, OPTIONS, PRESETS
from games.pussers.places import shown_places
from games.pussers.project import view
from games.pussers.real_table import score_real
from games.pussers.real_taps import tap_real
from games.pussers.robot import robot
from games.pussers.robots.appraisal import appraise_move
from games.pussers.scoring import receipts, transfers
from games.pussers.state import State
from games.pussers.view import Phase, View
from games.pussers.washout import find_building


def arrange(view: View, order: str) -> View:
    """The view with its own bones in another order: "suit", or "rank", which groups equal numbers."""
    return view._replace(rack=tuple(sorted(view.rack, key=_find_rank_key))) if order == "rank" else view


def _find_rank_key(bone: Bone) -> tuple[int, int]:
    return (bone % 9, bone // 9) if is_numbered(bone) else (9, bone)


def is_revealed(state: State) -> bool:
    """True if the hand is over and its secrets may be shown."""
    return state.phase in (Phase.NEW, Phase.BETWEEN, Phase.RULED_OFF)


GAME: Final[Game[State, Event, Move, View]] = Game(
    cover=pussers,
    CLOTHS=("blanket",),
    DAILY=DAILY,
    FEAT_EVENTS=FEAT_EVENTS,
    FIRST_HAND=FIRST_HAND,
    LEVELS=(Level.DECKHAND, Level.OLD_HAND, Level.SHELLBACK),
    OPTIONS=OPTIONS,
    PIECES=BONES,
    PRESETS=PRESETS,
    RECORDS=RECORDS,
    STAKES=Stakes(worth_option="cents_per_point", typical_evening=58),
    appraise=appraise_move,
    arrange=arrange,
    begin=begin,
    choices=choices,
    deadline=deadline,
    decide=decide,
    evolve=evolve,
    feats=feats,
    find_building=find_building,
    find_losses=find_losses,
    find_wrong_call=find_wrong_call,
    find_occasion=find_occasion,
    fold=fold,
    announces_call=announces_call,
    read=read,
    receipts=receipts,
    is_revealed=is_revealed,
    robot=robot,
    score_real=score_real,
    tap_real=tap_real,
    shown_places=shown_places,
    transfers=transfers,
    view=view,
    write=write,
)

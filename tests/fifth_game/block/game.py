"""Block as a whole: its cover, rules and robots as one value, and what may be seen of a state."""

from dataclasses import replace
from typing import Final

from games.core import Level, Seat
from games.core.game import Game
from games.core.places import make_shown_places
from games.core.results import Stakes
from games.pieces.dominoes import DOMINOES, dominoes_of
from tests.fifth_game import block
from tests.fifth_game.block.decide import begin, decide
from tests.fifth_game.block.events import Dealt, Event
from tests.fifth_game.block.evolve import State, evolve, fold
from tests.fifth_game.block.moves import Move, choices, read, write
from tests.fifth_game.block.options import OPTIONS, PRESETS
from tests.fifth_game.block.robot import robot
from tests.fifth_game.block.scoring import FEAT_EVENTS, RECORDS, feats, final_scores, receipts, transfers
from tests.fifth_game.block.view import Ending, Phase, View


def view(state: State, seat: Seat | None) -> View:
    """The table as `seat` (None: the crowd) may see it, with hidden bones left out (BL-3)."""
    playing = state.phase == Phase.PLAY
    ended = state.ended
    return View(
        seat=seat,
        players=state.players,
        phase=state.phase.value,
        hand=state.hand,
        to_act=(state.turn,) if playing else (),
        deadline=None,
        scores=state.scores,
        over=state.phase == Phase.OVER,
        turn=state.turn if playing else None,
        leader=state.leader,
        holding=() if seat is None else dominoes_of(state.holdings[seat]),
        counts=tuple(held.bit_count() for held in state.holdings),
        sleeping=state.sleeping,
        line=state.line,
        lacking=tuple(state.lacking),
        target=state.house.game_points,
        ending=None if ended is None else Ending(ended.how, ended.holdings, ended.winner, ended.points),
    )


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
    STAKES=Stakes(by_points=True, typical_evening=3),
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
    shown_places=make_shown_places((Dealt,)),
    transfers=transfers,
    view=view,
    write=write,
)

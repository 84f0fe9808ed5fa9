"""Builds views from a state. Only views leave the game, so hidden bones stay hidden (BL-3)."""

from games.core.seats import Seat
from games.pieces.dominoes import in_mask
from tests.fifth_game.block.state import State
from tests.fifth_game.block.view import Ending, Phase, View


def view(state: State, seat: Seat | None) -> View:
    """The table as `seat` (None: the crowd) may see it."""
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
        holding=() if seat is None else in_mask(state.holdings[seat]),
        counts=tuple(held.bit_count() for held in state.holdings),
        sleeping=state.sleeping,
        line=state.line,
        lacking=tuple(state.lacking),
        target=state.house.game_points,
        ending=None if ended is None else Ending(ended.how, ended.holdings, ended.winner, ended.points),
    )

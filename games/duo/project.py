"""Build views from a state. Only this code lets a seat see hidden tiles (DD-4)."""

from games.core.seats import Seat
from games.duo.state import State, duo_of
from games.duo.view import Phase, Step, View
from games.pieces.dominoes import dominoes_of


def view(state: State, seat: Seat | None) -> View:
    """The table as `seat`, or the crowd, may see it."""
    playing = state.phase == Phase.PLAY
    return View(
        seat=seat,
        players=4,
        phase=state.phase.value,
        hand=state.hand,
        to_act=(state.turn,) if playing else (),
        deadline=None,
        scores=tuple(state.score[duo_of(Seat(player))] for player in range(4)),
        over=state.phase == Phase.OVER,
        turn=state.turn if playing else None,
        starter=state.starter,
        opening=state.opening,
        holding=() if seat is None else dominoes_of(state.holdings[seat]),
        counts=tuple(held.bit_count() for held in state.holdings),
        line=state.line,
        steps=tuple(Step(*step) for step in state.steps),
        passed_on=tuple(state.passed_on),
        score=state.score,
        games=state.games,
        goal=state.house.game_points,
        faithful=not state.house.guarded,
        ending=state.ended,
        game_over=state.game_over,
        house=state.house,
    )

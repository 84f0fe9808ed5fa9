"""Moves made for a player whose clock has run out (LB-82). They never hold a double back or make a call."""

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.ending import still_to_speak
from games.lombardy.moves import Answer, Done, Draw, Knock, Move, NoScore
from games.lombardy.state import UNASKED, State
from games.lombardy.turn import could_play, may_draw
from games.lombardy.view import Phase
from games.pieces.dominoes import DOUBLE_MASK, Domino


def idle_move(state: State, seat: Seat) -> Move:
    """The bot's move for an idle player: their highest double or none, a pass, "no score" or "done".

    If the house rules forbid a pass, it is a draw or the first bone that fits. Raises Refused (LB-82) if the table is
    not waiting for that player.
    """
    if state.phase == Phase.LEAD and state.answers[seat] == UNASKED:
        doubles = state.holdings[seat] & DOUBLE_MASK
        return Answer(Domino(doubles.bit_length() - 1) if doubles else None)
    if (
        state.phase in (Phase.PLAY, Phase.LAST_CALL)
        and state.window == seat
        and (state.phase == Phase.LAST_CALL or state.waiting_from is not None)
    ):
        return NoScore()
    if state.phase == Phase.PLAY and state.turn == seat and state.waiting_from is None:
        return _idle_turn(state, seat)
    if seat in still_to_speak(state):
        return Done()
    raise Refused("LB-82", "nothing_due")


def _idle_turn(state: State, seat: Seat) -> Move:
    house = state.house
    must_play = house.pass_when_able == "forbidden"
    if must_play and could_play(state, seat):
        return state.legal[0]
    return Draw() if (must_play or house.pass_before_draw == "forbidden") and may_draw(state) else Knock()

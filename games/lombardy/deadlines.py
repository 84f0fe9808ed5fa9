"""The times at which something happens by itself, and the moves for players whose clock has run out (LB-52, LB-80 to
LB-82)."""

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.decisions.ending import list_still_to_speak
from games.lombardy.decisions.turn import can_play, may_draw
from games.lombardy.moves import Answer, Done, Draw, Knock, Move, NoScore
from games.lombardy.state import UNANSWERED, State
from games.lombardy.view import CALLING_PHASES, Phase
from games.pieces.dominoes import DOUBLE_MASK, Domino


def deadline(state: State) -> int | None:
    """The time at which silence becomes a move; None if it never does.

    It is the earliest time at which queued moves are judged, players or robots stop waiting (LB-81), or a last call
    closes (LB-52).
    """
    times = [queued.at + state.house.grace_ms for queued in state.heard]
    return min(
        (time for time in (*times, public_deadline(state), quiet_deadline(state)) if time is not None), default=None
    )


def quiet_deadline(state: State) -> int | None:
    """The time until which robots leave the last bone alone (LB-81)."""
    return None if state.quiet_from is None else state.quiet_from + 1000 * state.house.courtesy_seconds


def public_deadline(state: State) -> int | None:
    """The public part of the deadline, which does not depend on queued moves."""
    if state.phase == Phase.PLAY and state.waiting_from is not None and state.house.wait_ms:
        return state.waiting_from + state.house.wait_ms
    if state.phase in CALLING_PHASES:
        if not state.heard and not list_still_to_speak(state):  # of a release that asked everybody there (LB-91)
            return state.since
        return state.since + 1000 * state.house.last_call_s + state.house.grace_ms
    return None


def idle_move(state: State, seat: Seat) -> Move:
    """The bot's move for an idle player: their highest double or none, a pass, "no score" or "done".

    The bot never holds back a double and never makes a call. If the house rules forbid a pass, the move is the first
    bone that fits, or a draw. Raises Refused (LB-82) if the table is not waiting for that player.
    """
    if state.phase == Phase.LEAD and state.answers[seat] == UNANSWERED:
        doubles = state.holdings[seat] & DOUBLE_MASK
        return Answer(Domino(doubles.bit_length() - 1) if doubles else None)
    if state.to_score == seat and (state.phase == Phase.LAST_CALL or state.waiting_from is not None):
        return NoScore()
    if state.phase == Phase.PLAY and state.turn == seat and state.waiting_from is None:
        return _find_idle_turn_move(state, seat)
    if seat in list_still_to_speak(state):
        return Done()
    raise Refused("LB-82", "nothing_due")


def _find_idle_turn_move(state: State, seat: Seat) -> Move:
    house = state.house
    must_play = house.pass_when_able == "forbidden"
    if must_play and can_play(state, seat):
        return state.legal_plays[0]
    return Draw() if (must_play or house.pass_before_draw == "forbidden") and may_draw(state) else Knock()

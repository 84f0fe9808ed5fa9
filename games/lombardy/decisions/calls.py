"""Called scores and their windows (LB-30 to LB-36)."""

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.decisions.ending import close_if_done
from games.lombardy.events import Called, Event, RenegeCalled, Waived
from games.lombardy.evolve import Unfolding
from games.lombardy.moves import NoScore, Score
from games.lombardy.scoring import find_loss
from games.lombardy.state import State


def judge_call(state: State, seat: Seat, number: int, total: int) -> Called:
    """Judge a call. A call is right if its number is the total and a positive multiple of five (LB-31, LB-32)."""
    right = number == total and number % 5 == 0
    change = number if right else find_loss(state.sheet, seat, state.house.wrong_score_penalty, state.house)
    return Called(seat, number, right, change, False)


def announces_call(event: Event) -> bool:
    """True for a score, "no score" or renege that a player called. Scores that the bot writes (LB-91) are no calls."""
    return isinstance(event, Waived | RenegeCalled) or (isinstance(event, Called) and not event.automatic)


def _require_window(state: State, seat: Seat) -> None:
    """Raise Refused unless the seat may call the score of its last bone now."""
    if state.house.automatic:
        raise Refused("LB-91", "scores_automatic")
    if state.to_score != seat:
        raise Refused("LB-35", "no_window")


def judge_score(unfolding: Unfolding, seat: Seat, move: Score, said_at: int) -> None:
    """Judge a called score."""
    state = unfolding.state
    _require_window(state, seat)
    if move.number < 1:
        raise Refused("LB-34", "nought")
    unfolding.add(judge_call(state, seat, move.number, state.total))
    close_if_done(unfolding)


def judge_no_score(unfolding: Unfolding, seat: Seat, move: NoScore, said_at: int) -> None:
    """Judge a "no score"."""
    _require_window(unfolding.state, seat)
    unfolding.add(Waived(seat))
    close_if_done(unfolding)

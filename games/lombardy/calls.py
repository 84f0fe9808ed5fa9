"""Called scores and their windows (LB-30 to LB-36)."""

from collections.abc import Sequence

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.ending import last_call_over
from games.lombardy.events import Called, Event, Waived
from games.lombardy.evolve import evolve
from games.lombardy.moves import NoScore, Score
from games.lombardy.scoring import loss
from games.lombardy.state import Table


def called(table: Table, seat: Seat, number: int, total: int) -> Called:
    """A call judged: right for the total of that bone, a multiple of five above nought (LB-31), else wrong (LB-32)."""
    right = number == total and number % 5 == 0
    change = number if right else loss(table.sheet, seat, table.house.wrong_score, table.house)
    return Called(seat, number, right, change, False)


def is_a_score(number: object) -> bool:
    """Whether a number can be called at all: 1 or more (LB-32, LB-34)."""
    return type(number) is int and number >= 1


def _own_window(table: Table, seat: Seat) -> None:
    if table.house.automatic:
        raise Refused("LB-91", "scores_automatic")
    if table.window != seat:
        raise Refused("LB-35", "no_window")


def judge_score(table: Table, seat: Seat, move: Score, at: int, now: int) -> Sequence[Event]:
    """Takes a call of a score."""
    _own_window(table, seat)
    if not is_a_score(move.number):
        raise Refused("LB-34", "nought")
    call = called(table, seat, move.number, table.total)
    return (call, *last_call_over(evolve(table, call), now))


def judge_no_score(table: Table, seat: Seat, move: NoScore, at: int, now: int) -> Sequence[Event]:
    """Takes a "no score"."""
    _own_window(table, seat)
    waived = Waived(seat)
    return (waived, *last_call_over(evolve(table, waived), now))

"""Losses at Pussers Bones that are certain: tie-ups passed over, fines, and the cost of one's own wall."""

from games.core.results import Loss
from games.core.seats import Seat
from games.pieces.bones import Bone
from games.pussers.choices import ties_up
from games.pussers.events import Discarded, Event, Paid, TurnCame
from games.pussers.feats import find_wrong_call
from games.pussers.project import view
from games.pussers.state import State
from games.pussers.view import CALLING, TURN


def find_losses(before: State, event: Event, after: State) -> tuple[Loss, ...]:
    """Tie-ups passed over, on one's own bone or a discard (PB-44), fines (PB-81, PB-82), the own wall (PB-14)."""
    if isinstance(event, Discarded) and before.phase is TURN and event.seat == before.turn:
        return _list_passed_over(before, (event.seat,), None)
    if isinstance(event, TurnCame) and before.phase is CALLING and before.latest is not None:
        others = tuple(Seat(seat) for seat in range(before.players) if seat != before.thrower)
        return _list_passed_over(before, others, before.discards[before.latest].bone)
    if isinstance(event, Paid) and event.reason == "own_wall":
        return (Loss(event.seat, "own_wall", -event.amounts[event.seat]),)
    wrong = find_wrong_call(event)
    return () if wrong is None else (Loss(wrong.seat, "wrong_call", wrong.cost),)


def _list_passed_over(table: State, seats: tuple[Seat, ...], bone: Bone | None) -> tuple[Loss, ...]:
    return tuple(Loss(seat, "passed_over", of_a_win=True) for seat in seats if ties_up(view(table, seat), bone))

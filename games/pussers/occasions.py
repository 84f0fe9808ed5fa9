"""Events that the robots of Pussers Bones talk about: a fed Do Bone, a robbery, a dear hand, a mistake, a wash-out."""

from collections.abc import Sequence
from typing import Final

from games.core.occasion import Occasion
from games.pussers.events import Discarded, Event, HandOver, Paid, Robbed, ShitTiedUp, TiedUp

DEAR: Final = 50
"""The payment, in "a bit", from which robots remark on a hand."""


def find_occasion(events: Sequence[Event]) -> Occasion | None:
    """Find the occasion that the last of these public events gives; None if it gives none."""
    match events[-1]:
        case TiedUp() as tied:
            return _find_do_bone_occasion(tied, events[:-1])
        case Paid(seat=seat, reason="tie_up", a_bit=a_bit) if a_bit >= DEAR:
            return Occasion("dear", by=(seat,), amount=a_bit)
        case Paid(seat=seat, reason="own_wall"):
            return Occasion("own_wall", of=(seat,))
        case ShitTiedUp(seat=seat):
            return Occasion("shit", of=(seat,))
        case HandOver(how="wash_out"):
            return Occasion("wash_out")
        case _:
            return None


def _find_do_bone_occasion(tied: TiedUp, before: Sequence[Event]) -> Occasion | None:
    """The occasion "fed" or "robbed" if the Do bone came from another seat (PB-44, PB-48); None if the wall gave it."""
    for event in reversed(before):
        if isinstance(event, Robbed):
            return Occasion("robbed", by=(tied.seat,), of=(event.seat,))
        if isinstance(event, Discarded):
            if tied.source != "discard":
                return None
            return Occasion("fed", by=(tied.seat,), of=(event.seat,))
    return None

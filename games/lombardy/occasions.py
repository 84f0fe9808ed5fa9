"""Events that the robots of Lombardy Bones talk about: big scores, wrong calls, reneges, and the ends of hands and
games."""

from collections.abc import Sequence
from typing import Final

from games.core.occasion import Occasion
from games.core.seats import Seat
from games.lombardy.events import Called, Counted, Event, GameOver, RenegeCalled

BIG: Final = 15
"""The least score of one bone that is worth a word."""


def find_occasion(events: Sequence[Event]) -> Occasion | None:
    """Find what the last of these public events gives to talk about; None if nothing."""
    match events[-1]:
        case Called(seat=seat, right=True, number=number) if number >= BIG:
            return Occasion("scores", by=(seat,), amount=number)
        case Called(seat=seat, right=False):
            return Occasion("wrong", of=(seat,))
        case RenegeCalled(seat=seat, true=True, offenders=offenders):
            return Occasion("renege", by=(seat,), of=offenders)
        case RenegeCalled(seat=seat):
            return Occasion("no_renege", of=(seat,))
        case Counted(out=out, pips=pips) if out is not None:
            most = max(range(len(pips)), key=pips.__getitem__)
            return Occasion("out", by=(out,), of=(Seat(most),), amount=pips[most])
        case GameOver(winners=winners):
            return Occasion("game", by=winners)
        case _:
            return None

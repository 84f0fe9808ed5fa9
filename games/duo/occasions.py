"""Events that the robots of Duo Dominoes talk about: the ends of hands and games, and three knocks in a row."""

from collections.abc import Sequence

from games.core.occasion import Occasion
from games.core.seats import Seat
from games.duo.events import Event, GameWon, HandEnded, Laid, Passed

_KNOCKS = 3
"""The knocks in a row after which a player has the line to themselves."""


def find_occasion(events: Sequence[Event]) -> Occasion | None:
    """Find what the last of these public events gives to talk about; None if nothing."""
    match events[-1]:
        case HandEnded(how="out", last=last, winners=winners, points=points):
            return Occasion("out", by=(last,), of=_list_others(winners), amount=points)
        case HandEnded(last=last, winners=winners, points=points):
            if last in winners:
                return Occasion("blocked", by=(last,), of=_list_others(winners), amount=points)
            return Occasion("blocked_badly", by=winners, of=(last,), amount=points)
        case GameWon(winners=winners):
            return Occasion("game", by=winners, of=_list_others(winners))
        case Passed():
            return _find_three_knock(events)
        case _:
            return None


def _list_others(winners: tuple[Seat, Seat]) -> tuple[Seat, ...]:
    return tuple(seat for seat in map(Seat, range(4)) if seat not in winners)


def _find_three_knock(events: Sequence[Event]) -> Occasion | None:
    """The occasion of a tile after which everybody else has knocked, the last of them just now (DD-23)."""
    laid, *after = events[-1 - _KNOCKS :]
    knocked = [event.seat for event in after if isinstance(event, Passed)]
    if len(knocked) < _KNOCKS or not isinstance(laid, Laid):
        return None
    return Occasion("three_knock", by=(laid.seat,), of=(knocked[-1],))

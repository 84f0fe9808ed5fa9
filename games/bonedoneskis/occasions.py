"""Events that the robots of Bonedoneskis talk about: thefts, trades, wars, the nine of spades, and big pots."""

from collections.abc import Sequence
from typing import Final

from games.bonedoneskis.events import Duelled, Event, HandEnded, NinePaid, Stolen, Traded, TurnedUp
from games.core.occasion import Occasion
from games.core.seats import Seat

BIG: Final = 1_500
"""The least winnings of a hand, in hundredths of a chip, that are worth a word."""


def find_occasion(events: Sequence[Event]) -> Occasion | None:
    """Find the occasion for talk in the last of these public events; None if there is none."""
    match events[-1]:
        case Stolen(seat=seat, victim=victim):
            return Occasion("stolen", by=(seat,), of=(victim,))
        case Traded(seat=seat, other=other, chosen=True):
            return Occasion("traded", by=(seat,), of=(other,))
        case Duelled(first=first, second=second, winner=winner):
            return Occasion("duel", by=(winner,), of=(second if winner == first else first,))
        case NinePaid(seat=seat, amounts=amounts) if any(amounts):
            payers = tuple(Seat(other) for other, paid in enumerate(amounts) if paid and other != seat)
            return Occasion("nine", by=(seat,), of=payers)
        case TurnedUp(by=by, seat=seat) if by != seat:
            return Occasion("looked", by=(by,), of=(seat,))
        case HandEnded(how="bonedoneskis", seat=seat, net=net) if seat is not None:
            return Occasion("bonedoneskis", by=(seat,), of=_find_biggest_loser(net))
        case HandEnded(seat=seat, net=net) if seat is not None and net[seat] >= BIG:
            return Occasion("pot", by=(seat,), of=_find_biggest_loser(net), amount=net[seat])
        case _:
            return None


def _find_biggest_loser(net: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seat that lost most, alone in a tuple; () if nobody lost."""
    least = min(net)
    return (Seat(net.index(least)),) if least < 0 else ()

"""The outlook of a hand, for its replay: how often each duo wins if the hidden tiles are dealt anew."""

from games.core.chance import Chance
from games.duo.endgame import Position
from games.duo.guess import dealer
from games.duo.valuation import able
from games.duo.view import Phase, View


def outlook(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """By seat, the share of `samples` deals in which the seat's duo wins the hand; () while no hand is played."""
    if view.phase != Phase.PLAY or view.turn is None or view.line.first is None:
        return ()
    turn, may_hold, house = view.turn, able(view), view.house
    last = next(step.seat for step in reversed(view.plays) if step.tile is not None)
    deal = dealer(view)
    won = 0
    all_others = house.out_counts == "all_others"
    for _ in range(samples):
        ends = (view.line.shown[0], view.line.shown[1])
        rest = Position(deal(chance), ends, turn, last, may_hold, all_others=all_others, faithful=view.faithful)
        won += rest.result() > 0
    share = won / samples
    return (share, 1.0 - share, share, 1.0 - share)

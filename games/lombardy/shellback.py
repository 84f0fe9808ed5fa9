"""The third level of robots for Lombardy Bones: it deals what it cannot see many times over, and plays each move out.

What cannot be seen is dealt as the table's passes, draws and answers make likely. A move is worth the points by which
this seat then comes out ahead of the mean of the others; an old hand's valuation settles what the deals leave open.
Once few bones are left and none can be drawn, each deal is solved instead (`games/lombardy/endgame.py`). It calls and
answers like an old hand, but misses no score.
"""

from typing import Final

from games.core.chance import Chance
from games.core.robots import Level, Thought
from games.core.search import search
from games.lombardy.endgame import SOLVED, Ending
from games.lombardy.guess import guesser
from games.lombardy.moves import Draw, Knock, Move, Play
from games.lombardy.open_hand import OpenHand
from games.lombardy.robot import call_score, candidates, robot, valuation
from games.lombardy.state import State
from games.lombardy.view import View

_TRUST: Final = 0.5
"""The share of an old hand's valuation that is believed before anything is played out."""
_MOST: Final = 25.0
"""The most points of such a valuation that count."""


def ponder(view: View, chance: Chance, samples: int) -> Thought[Move] | None:
    """The move that gains most in `samples` deals; None where there is nothing to think about."""
    if view.phase != "play" or view.turn != view.seat or view.seat is None:
        return None
    usual = robot(view, chance, Level.SHELLBACK)
    moves = candidates(view)
    if usual is None or len(moves) < 2 or not isinstance(usual.move, Play | Draw | Knock):
        return None
    seat, others, guess = view.seat, view.players - 1, guesser(view)
    ends = not view.drawable and view.house.all_pass_ends and sum(view.counts) <= SOLVED
    endings: dict[tuple[int, ...], Ending] = {}

    def worth(dealt: State, move: Move) -> float:
        if ends:
            points = endings.setdefault(tuple(dealt.holdings), Ending(dealt)).gains(move)
        else:
            hand = OpenHand(dealt)
            hand.play(move)
            hand.finish()
            points = tuple(hand.points)
        mine = points[seat]
        return mine - (sum(points) - mine) / others

    trusted = [_TRUST * min(_MOST, valuation(view, move)) for move in moves]
    found = search(moves, [guess(chance) for _ in range(samples)], worth, trusted)
    return Thought(call_score(view, moves[found.place]), *found.reason)

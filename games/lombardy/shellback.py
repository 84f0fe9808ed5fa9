"""The third level of robots for Lombardy Bones: it deals the hidden bones many times, and tries each move in each deal.

The deals mostly agree with the passes, draws and answers at the table. A move is worth this seat's lead over the mean
of the others at the end of the hand, plus a part of an old hand's valuation. Once few bones are left and none can be
drawn, each deal is solved instead of played out (`games/lombardy/endgame.py`). The robot calls and answers like an old
hand, but misses no score.
"""

from typing import Final

from games.core.chance import Chance
from games.core.robots import LEAST_LEAD, Level, Thought, compare
from games.core.search import search
from games.lombardy.endgame import SOLVED, OpenEnding
from games.lombardy.guess import make_guesser
from games.lombardy.moves import Draw, Knock, Move, Play
from games.lombardy.open_hand import OpenHand
from games.lombardy.robot import call_score, find_amount, list_candidates, piece_of, robot, weigh_parts
from games.lombardy.state import State
from games.lombardy.view import Phase, View

_TRUST: Final = 0.25
"""The share of an old hand's valuation that is added to a move's mean over the deals."""
_SCALE: Final = 100.0
"""The factor for a lead in a reason, which is told in hundredths of a point."""
_MOST: Final = 25.0
"""The most points of an old hand's valuation that count."""


def ponder(view: View, chance: Chance, samples: int) -> Thought[Move] | None:
    """The move that gains most in `samples` deals, with its reason; None if there is nothing to think about."""
    if view.phase != Phase.PLAY or view.turn != view.seat or view.seat is None:
        return None
    usual = robot(view, chance, Level.SHELLBACK)
    moves = list_candidates(view)
    if usual is None or len(moves) < 2 or not isinstance(usual.move, Play | Draw | Knock):
        return None
    seat, others, guess = view.seat, view.players - 1, make_guesser(view)
    solvable = not view.drawable and view.house.all_pass == "ends_hand" and sum(view.counts) <= SOLVED
    endings: dict[tuple[int, ...], OpenEnding] = {}

    def worth(dealt: State, move: Move) -> float:
        if solvable:
            points = endings.setdefault(tuple(dealt.holdings), OpenEnding(dealt)).find_gains(move)
        else:
            hand = OpenHand(dealt)
            hand.play(move)
            hand.finish()
            points = tuple(hand.points)
        mine = points[seat]
        return mine - (sum(points) - mine) / others

    trusted = [_TRUST * min(_MOST, sum(weigh_parts(view, move).values())) for move in moves]
    found = search(moves, [guess(chance) for _ in range(samples)], worth, trusted, piece_of)
    best, rival = moves[found.place], moves[found.rival]
    also, amount_facts = compare(
        (best, weigh_parts(view, best)), (rival, weigh_parts(view, rival)), find_amount, LEAST_LEAD
    )
    why, facts = found.explain(_SCALE)
    return Thought(call_score(view, best), why, {**facts, **amount_facts}, rival, also)

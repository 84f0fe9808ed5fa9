"""The third level of robots for Duo Dominoes: it deals what it cannot see many times over, and plays each tile out.

The deals agree with every pass, and an old hand's valuation settles what they leave open. Once few tiles are left, a
deal is solved instead of played out. A tile is worth the chance to win the game after this hand.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from games.core.chance import Chance
from games.core.robots import Thought
from games.core.search import search
from games.core.seats import after
from games.duo.choices import plays
from games.duo.endgame import Position
from games.duo.guess import guesser
from games.duo.moves import Play
from games.duo.robot import worth
from games.duo.view import View
from games.pieces.dominoes import ALL, HALVES, PIPS, is_double, other_half

_HANDS: Final = (10, 18, 24, 30, 38, 48)
"""Typical points of a hand."""
_FAR_GAME: Final = 300
"""Points of a game above which its chances are taken from the difference alone."""
_WEIGHTS: Final = tuple(PIPS[tile] + (4 if is_double(tile) else 0) for tile in ALL)
_TRUST: Final = 0.015
"""The chance to win that a point of an old hand's valuation seems worth."""
_MOST: Final = 20.0
"""The most points of such a valuation that count."""
_WHIMS: Final = 8
"""Pips by which players in a deal depart from laying their heaviest tile."""


class _Deal(NamedTuple):
    held: Sequence[int]
    order: Sequence[int]
    """The tiles in the order in which everybody in this deal lays them."""


def ponder(view: View, chance: Chance, samples: int) -> Thought | None:
    """The tile that wins most in so many deals; None where there is nothing to think about."""
    open_to_me = plays(view)
    seat = view.seat
    if seat is None or len(open_to_me) < 2 or len(view.holding) < 2:
        return None
    guess = guesser(view)

    def deal() -> _Deal:
        whims = [weight + chance.below(_WHIMS) for weight in _WEIGHTS]
        return _Deal(guess(chance).holdings, sorted(ALL, key=whims.__getitem__, reverse=True))

    def plays_out(deal: _Deal, play: Play) -> float:
        held = [*deal.held]
        held[seat] &= ~(1 << play.tile)
        points = Position(held, _ends(view, play), after(seat, 4), seat, view.house.all_others).result(deal.order)
        chances = _chances(view, points)
        return 1.0 - chances if seat % 2 else chances

    trusted = [_TRUST * max(-_MOST, min(_MOST, sum(worth(view, play).values()))) for play in open_to_me]
    found = search(open_to_me, [deal() for _ in range(samples)], plays_out, trusted)
    return Thought(open_to_me[found.place], "best_in_deals", {"best": found.best_in, "deals": found.deals})


def _ends(view: View, play: Play) -> tuple[int, int]:
    """The numbers at both ends after a tile."""
    if not play.end:
        high, low = HALVES[play.tile]
        return high, low
    a, b = view.line.shown
    return (other_half(play.tile, a), b) if play.end == "A" else (a, other_half(play.tile, b))


def _chances(view: View, points: int) -> float:
    """The chance of duo X to win the game after a hand with this result."""
    x, y = view.score
    x, y = (x + points, y) if points > 0 else (x, y - points)
    needs_x, needs_y = view.game_points - x, view.game_points - y
    if view.game_points > _FAR_GAME and min(needs_x, needs_y) > 0:
        return 0.5 + (needs_y - needs_x) / (2.0 * view.game_points) + points * 1e-4
    return _win(needs_x, needs_y) + points * 1e-4


@cache
def _win(x: int, y: int) -> float:
    """The chance of duo X to win a game when it lacks `x` points and the other duo `y`; either wins a hand alike.

    Remembered for every pair up to `_FAR_GAME`, some 90,000 numbers at most.
    """
    if x <= 0 or y <= 0:
        return float(y > 0)
    wins = sum(_win(x - points, y) + _win(x, y - points) for points in _HANDS)
    return wins / (2 * len(_HANDS))

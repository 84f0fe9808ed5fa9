"""The likelihood of guessed hands: how well they explain the tiles that their players laid.

The assumed player values tiles like an old hand, but prefers the better ones a little less firmly than an old hand
does, and sometimes lays a tile at random.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from math import exp
from typing import Final, NamedTuple

from games.core.chance import Chance
from games.duo.valuation import find_ends_after, list_landings, weigh_tile
from games.duo.view import View
from games.pieces.dominoes import FULL, WITH

_TEMPERATURE: Final = 2.5
"""The difference in an old hand's valuation that makes a tile e times as likely to be laid: the higher it is, the less
firmly players prefer the better tiles."""
_AT_RANDOM: Final = 0.05
"""The share of tiles that are laid at random."""
_FRACTIONS: Final = 1 << 30
"""The number of steps between 0 and 1 for a random fraction."""


class _Choice(NamedTuple):
    """A tile that a hidden player laid, and the table before it."""

    seat: int
    tile: int
    ends: tuple[int, int] | None
    """The numbers at both ends; None before the first tile."""
    new_ends: tuple[int, int]
    """The numbers at both ends after the tile."""
    table: int
    counts: tuple[int, ...]
    may_hold: tuple[int, ...]
    free: bool
    """False for a 6-6 that had to lead."""

    def find_likelihood(self, mine: int) -> float:
        """The probability that a player who holds `mine` lays this tile there."""
        if not self.free:
            return 1.0
        chosen, values = 0.0, []
        for tile, a, b in list_landings(mine, self.ends):
            kept, table = mine ^ 1 << tile, self.table | 1 << tile
            value = sum(weigh_tile(self.seat, kept, table, self.counts, self.may_hold, tile, a, b))
            values.append(value)
            if tile == self.tile and (a, b) in (self.new_ends, self.new_ends[::-1]):
                chosen = value
        if len(values) < 2:
            return 1.0
        preferred = exp(chosen / _TEMPERATURE) / sum([exp(value / _TEMPERATURE) for value in values])
        return (1.0 - _AT_RANDOM) * preferred + _AT_RANDOM / len(values)


class Evidence:
    """Evidence about the hidden holdings of a view: the tiles laid from them."""

    __slots__ = ("_choices",)

    def __init__(self, view: View) -> None:
        self._choices = _list_choices(view)

    def find_likelihood(self, held: Sequence[int]) -> float:
        """The probability of all tiles laid so far by hidden players, if these are the holdings now."""
        likely, holdings = 1.0, [*held]
        for choice, chance_of in self._choices:
            holdings[choice.seat] |= 1 << choice.tile
            likely *= chance_of(holdings[choice.seat])
        return likely

    def draw(self, guesses: Sequence[tuple[int, ...]], deals: int, chance: Chance) -> list[tuple[int, ...]]:
        """Draw `deals` of the guesses in proportion to their likelihoods; a guess may be drawn more than once."""
        sums = list(accumulate(map(self.find_likelihood, guesses)))
        step = sums[-1] / deals
        mark, found, at = step * chance.below(_FRACTIONS) / _FRACTIONS, [], 0
        for _ in range(deals):
            while sums[at] < mark and at < len(sums) - 1:
                at += 1
            found.append(guesses[at])
            mark += step
        return found


def _list_choices(view: View) -> list[tuple[_Choice, Callable[[int], float]]]:
    """The choices of the hidden players, the latest first, each with a function from holding to likelihood.

    The function caches its results, since late in a hand the same few holdings are guessed again and again.
    """
    found: list[tuple[_Choice, Callable[[int], float]]] = []
    ends: tuple[int, int] | None = None
    table, counts, may_hold = 0, [7, 7, 7, 7], [FULL] * 4
    for step in view.steps:
        seat, tile = step.seat, step.tile
        if tile is None:
            if ends is not None and not view.faithful:
                may_hold[seat] &= ~(WITH[ends[0]] | WITH[ends[1]])
            continue
        new_ends = find_ends_after(ends, tile, step.end)
        if seat != view.seat:
            free = ends is not None or not view.opening
            choice = _Choice(seat, tile, ends, new_ends, table, tuple(counts), tuple(may_hold), free)
            found.append((choice, cache(choice.find_likelihood)))
        ends, table = new_ends, table | 1 << tile
        counts[seat] -= 1
    return found[::-1]

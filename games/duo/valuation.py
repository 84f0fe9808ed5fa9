"""An old hand's valuation of a tile. It takes plain ints, and serves robots' moves and hands that are played out."""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final

from games.duo.view import View
from games.pieces.dominoes import ALL, DOUBLE_MASK, FULL, HALVES, PIPS, WITH, Domino, mask, pips_of

PARTS: Final = ("sheds", "double", "keeps_many", "goes_on", "next_passes", "partner_plays", "last_passes")
"""The parts of the worth of a tile that does not end the hand."""
NEXT_PASSES, PARTNER_PASSES, LAST_PASSES = 12.0, -4.0, 3.4
"""The worth if the next adversary, the partner or the last adversary is sure to pass."""
A_NUMBER: Final = 1.3
"""The worth of keeping one more number in hand."""
A_WAY: Final = 0.5
"""The worth of one more tile in hand that fits an end."""
_DOUBLE: Final = tuple(3.4 if DOUBLE_MASK >> tile & 1 else 0.0 for tile in ALL)
_SHEDS: Final = tuple(tuple(pips * (0.28 + 0.32 * (7 - fewest) / 7) for pips in PIPS) for fewest in range(8))
"""The worth of getting rid of a tile's weight. The first index is the fewest tiles that an adversary holds, the second
is the tile."""
_KEEPS: Final = tuple(sum(A_NUMBER for _ in range(numbers)) for numbers in range(8))
"""The worth of keeping different numbers in hand, by their count."""


def _list_numbers(base: int) -> tuple[int, ...]:
    """For each subset of the seven tiles from `base` on, the mask of the numbers on its tiles."""
    of_tile = [1 << HALVES[base + bit][0] | 1 << HALVES[base + bit][1] for bit in range(7)]
    masks = [0]
    for numbers in of_tile:
        masks += [found | numbers for found in masks]
    return tuple(masks)


_A, _B, _C, _D = map(_list_numbers, (0, 7, 14, 21))
"""For each quarter of a holding, by its seven bits: the mask of the numbers on its tiles."""


def weigh_tile(
    seat: int, mine: int, table: int, counts: Sequence[int], may_hold: Sequence[int], tile: int, a: int, b: int
) -> tuple[float, ...]:
    """The worth of the tile that `seat` just laid: a number for each of `PARTS`, or only one if the tile ends the hand.

    `mine` are the tiles that the player keeps, `table` the tiles laid by now, `a` and `b` the numbers at the ends, and
    `may_hold` the tiles that each seat may hold, judged by its passes.
    """
    if not mine:
        return (1000.0,)
    unseen = FULL ^ mine ^ table
    wanted = WITH[a] | WITH[b]
    if not (mine | unseen) & wanted:
        return (_weigh_blocking(seat, mine, unseen, counts),)
    right, partner, left = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    for_right, for_partner, for_left = unseen & may_hold[right], unseen & may_hold[partner], unseen & may_hold[left]
    fewest = min(counts[right], counts[left])
    kept = (_A[mine & 127] | _B[mine >> 7 & 127] | _C[mine >> 14 & 127] | _D[mine >> 21]).bit_count()
    return (
        _SHEDS[fewest][tile],
        _DOUBLE[tile],
        _KEEPS[kept],
        A_WAY * ((mine & WITH[a]).bit_count() + (mine & WITH[b]).bit_count()),
        NEXT_PASSES * _find_chance_of_none(for_right.bit_count(), (for_right & wanted).bit_count(), counts[right]),
        PARTNER_PASSES
        * _find_chance_of_none(for_partner.bit_count(), (for_partner & wanted).bit_count(), counts[partner]),
        LAST_PASSES * _find_chance_of_none(for_left.bit_count(), (for_left & wanted).bit_count(), counts[left]),
    )


def find_ends_after(ends: Sequence[int] | None, tile: Domino, end: str) -> tuple[int, int]:
    """The numbers at both ends once this tile lies at `end`. For the first tile, `ends` is None or `end` is ""."""
    if ends is None or not end:
        high, low = HALVES[tile]
        return high, low
    a, b = ends
    return (PIPS[tile] - a, b) if end == "A" else (a, PIPS[tile] - b)


def list_landings(mine: int, ends: tuple[int, int] | None) -> list[tuple[int, int, int]]:
    """Every way to lay one of these tiles: the tile, and then the numbers at ends A and B. Equal ends count as one."""
    found = []
    if ends is None:
        while mine:
            tile = (mine & -mine).bit_length() - 1
            mine &= mine - 1
            found.append((tile, *HALVES[tile]))
        return found
    a, b = ends
    at_a, at_b = WITH[a], 0 if a == b else WITH[b]
    fitting = mine & (at_a | at_b)
    while fitting:
        bit = fitting & -fitting
        fitting ^= bit
        tile = bit.bit_length() - 1
        if at_a & bit:
            found.append((tile, PIPS[tile] - a, b))
        if at_b & bit:
            found.append((tile, a, PIPS[tile] - b))
    return found


def find_possible_tiles(view: View) -> list[int]:
    """For each seat, the mask of the tiles that it may hold, judged by its passes. In a faithful game passes prove
    nothing (DD-51)."""
    return [FULL if view.faithful else _list_tiles_without(numbers) for numbers in view.passed_on]


@cache
def _list_tiles_without(numbers: int) -> int:
    """The mask of the tiles without any of these numbers. A player who passed on them holds no other tiles (DD-23)."""
    return mask(tile for tile in ALL if not any(numbers >> half & 1 for half in HALVES[tile]))


@cache
def _find_chance_of_none(pool: int, fitting: int, held: int) -> float:
    """The probability that none of `held` tiles fits. They are drawn from `pool` tiles, of which `fitting` fit."""
    return comb(pool - fitting, held) / comb(pool, held) if held <= pool - fitting else 0.0


def _weigh_blocking(seat: int, mine: int, unseen: int, counts: Sequence[int]) -> float:
    """The worth of blocking now: positive if the player's duo can expect fewer pips (DD-32). Unseen tiles count with
    their mean weight."""
    right, partner, left = (counts[(seat + step) & 3] for step in (1, 2, 3))
    weight = pips_of(unseen) / max(1, right + partner + left)
    return 50.0 if pips_of(mine) + weight * partner < weight * (right + left) else -50.0

"""Robots for Duo Dominoes: they play from a view alone, for their duo.

The old hand estimates the chance that each other player holds nothing that fits the line it would leave, from the
unseen tiles and from earlier passes. It prefers tiles that make its adversaries pass but not its partner, gets rid of
weight and doubles, and keeps many different numbers. It blocks when the expected sums favour its duo. The deckhand lays
its heaviest tile that fits.
"""

from functools import cache
from math import comb
from typing import Final

from games.core.chance import Chance
from games.core.robots import Level, Thought, weigh
from games.duo.choices import plays
from games.duo.moves import Knock, Next, Play
from games.duo.view import View
from games.pieces.dominoes import ALL, HALVES, PIPS, WITH, is_double, mask, value
from games.pieces.line import Line

_FULL: Final = mask(ALL)
_PASSES: Final = {1: ("next_passes", 12.0), 2: ("partner_plays", -4.0), 3: ("last_passes", 3.4)}
"""By steps to a player's seat, the value of that player's certain pass: next adversary, partner, last adversary."""


def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND) -> Thought | None:
    """Choose a robot's move at this level, with its reason; None to stay silent."""
    if view.phase == "between":
        return Thought(Next(), "next")
    if view.seat is None or view.turn != view.seat:
        return None
    open_to_me = plays(view)
    if not open_to_me:
        return Thought(Knock(), "nothing_fits")
    if len(open_to_me) == 1:
        return Thought(open_to_me[0], "only_one")
    if level is Level.DECKHAND:
        return weigh(open_to_me, lambda play: {"heaviest": PIPS[play.tile]}, chance)
    return weigh(open_to_me, lambda play: worth(view, play), chance)


def worth(view: View, play: Play) -> dict[str, float]:
    """An old hand's valuation of a tile, in parts."""
    assert view.seat is not None
    line = view.line.laid(play.tile, play.end) if play.end else Line.begun(play.tile)
    mine = mask(view.holding) & ~(1 << play.tile)
    unseen = _FULL & ~mine & ~line.on_table
    if not mine:
        return {"goes_out": 1000.0}
    if not (mine | unseen) & line.wanted:
        return {"blocks": _worth_of_blocking(view, mine, unseen)}
    fewest = min(view.counts[(view.seat + 1) % 4], view.counts[(view.seat + 3) % 4])
    parts = {
        "sheds": PIPS[play.tile] * (0.28 + 0.32 * (7 - fewest) / 7),
        "double": 3.4 if is_double(play.tile) else 0.0,
        "keeps_many": sum(1.3 for number in range(7) if mine & WITH[number]),
        "goes_on": sum(0.5 * (mine & WITH[number]).bit_count() for number in line.shown),
    }
    for step, (part, weight) in _PASSES.items():
        seat = (view.seat + step) % 4
        able = unseen if view.faithful else unseen & ~_with_any(view.passed_on[seat])
        parts[part] = weight * _lacking(able.bit_count(), (able & line.wanted).bit_count(), view.counts[seat])
    return parts


@cache
def _with_any(numbers: int) -> int:
    """The tiles with a number of this mask. A player who passed on these numbers holds none of them (DD-23)."""
    return mask(tile for tile in ALL if any(numbers >> half & 1 for half in HALVES[tile]))


@cache
def _lacking(able: int, fitting: int, held: int) -> float:
    """The probability that `held` tiles, drawn from `able` tiles of which `fitting` fit, include none that fits."""
    return comb(able - fitting, held) / comb(able, held) if held <= able - fitting else 0.0


def _worth_of_blocking(view: View, mine: int, unseen: int) -> float:
    """The value of blocking now: positive if the robot's duo can expect fewer pips (DD-32), by unseen weight and tile
    counts."""
    assert view.seat is not None
    right, partner, left = (view.counts[(view.seat + step) % 4] for step in (1, 2, 3))
    weight = value(unseen) / max(1, right + partner + left)
    return 50.0 if value(mine) + weight * partner < weight * (right + left) else -50.0

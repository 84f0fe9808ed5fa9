"""Robots for Duo Dominoes: they play from a view alone, for their duo.

The old hand reckons how likely each of the others is to hold nothing that fits what it would leave, by the tiles it
has not seen and by what they have passed on. It lays what makes the adversaries pass and its partner not, gets rid of
weight and doubles, keeps many numbers, and blocks when the sums that can be expected are on its side. The deckhand lays
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
"""The worth of a sure pass by the player this many seats on: the next adversary, the partner, the last."""


def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND) -> Thought | None:
    """The move of a robot of this level, and why; None where it has nothing to say."""
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
    return weigh(open_to_me, lambda play: _worth(view, play), chance)


def _worth(view: View, play: Play) -> dict[str, float]:
    assert view.seat is not None
    line = view.line.laid(play.tile, play.end) if play.end else Line.begun(play.tile)
    mine = mask(view.holding) & ~(1 << play.tile)
    unseen = _FULL & ~mine & ~line.on_table
    if not mine:
        return {"goes_out": 1000.0}
    if not (mine | unseen) & line.wanted:
        return {"blocks": _worth_of_blocking(view, mine, unseen)}
    fewest = min(view.counts[(view.seat + 1) % 4], view.counts[(view.seat + 3) % 4])
    worth = {
        "sheds": PIPS[play.tile] * (0.28 + 0.32 * (7 - fewest) / 7),
        "double": 3.4 if is_double(play.tile) else 0.0,
        "keeps_many": sum(1.3 for number in range(7) if mine & WITH[number]),
        "goes_on": sum(0.5 * (mine & WITH[number]).bit_count() for number in line.shown),
    }
    for step, (part, weight) in _PASSES.items():
        seat = (view.seat + step) % 4
        able = unseen if view.faithful else unseen & ~_with_any(view.passed_on[seat])
        worth[part] = weight * _lacking(able.bit_count(), (able & line.wanted).bit_count(), view.counts[seat])
    return worth


@cache
def _with_any(numbers: int) -> int:
    """The tiles with a number of this mask of numbers: who has passed on them holds none (DD-23)."""
    return mask(tile for tile in ALL if any(numbers >> half & 1 for half in HALVES[tile]))


@cache
def _lacking(able: int, fitting: int, held: int) -> float:
    """The chance that a holding of `held` tiles, out of `able` of which `fitting` fit, has none that fits."""
    return comb(able - fitting, held) / comb(able, held) if held <= able - fitting else 0.0


def _worth_of_blocking(view: View, mine: int, unseen: int) -> float:
    """A block is good when the own duo can be expected to have fewer pips (DD-32): unseen weight by tiles held."""
    assert view.seat is not None
    right, partner, left = (view.counts[(view.seat + step) % 4] for step in (1, 2, 3))
    weight = value(unseen) / max(1, right + partner + left)
    return 50.0 if value(mine) + weight * partner < weight * (right + left) else -50.0

"""A robot for Duo Dominoes: it plays from a view alone, for its duo.

It gets rid of weight and doubles, keeps numbers that it can go on with, leaves its partner what he has not passed on
and the adversaries what they have, and blocks when the sums that can be expected are on its side.
"""

from games.core.chance import Chance
from games.duo.moves import Knock, Move, Next, Play
from games.duo.view import View, plays
from games.pieces.dominoes import ALL, HALVES, PIPS, WITH, is_double, mask
from games.pieces.line import Line


def robot(view: View, chance: Chance) -> Move | None:
    """The robot's move, or None where it has nothing to say."""
    if view.phase == "between":
        return Next()
    if view.seat is None or view.turn != view.seat:
        return None
    open_to_me = plays(view)
    if len(open_to_me) < 2:
        return open_to_me[0] if open_to_me else Knock()
    return max(open_to_me, key=lambda play: (_worth(view, play), chance.below(1024)))


def _worth(view: View, play: Play) -> float:
    assert view.seat is not None
    line = view.line.laid(play.tile, play.end) if play.end else Line.begun(play.tile)
    mine = mask(view.holding) & ~(1 << play.tile)
    unseen = mask(ALL) & ~mine & ~line.on_table
    if not mine:
        return 1000.0
    if not (mine | unseen) & line.wanted:
        return _worth_of_blocking(view, mine, unseen)
    worth = PIPS[play.tile] * 0.35 + (1.5 if is_double(play.tile) else 0.0)
    worth += 1.2 * (mine & line.wanted).bit_count()
    held = [0] * 7
    for number in range(7):
        held[number] = (mine & WITH[number]).bit_count()
    worth += sum(0.3 for number in range(7) if held[number])
    left, partner, right = ((view.seat + step) % 4 for step in (1, 2, 3))
    for number in set(line.shown):
        bit = 1 << number
        outstanding = (unseen & WITH[number]).bit_count()
        worth += 2.0 if view.passed_on[left] & bit else 0.0
        worth += 0.8 if view.passed_on[right] & bit else 0.0
        worth -= 1.5 if view.passed_on[partner] & bit else 0.0
        worth += 0.6 * held[number] - 0.35 * outstanding
        if any(step.seat == partner and step.tile is not None and number in HALVES[step.tile] for step in view.plays):
            worth += 0.4
    if _closed_to(view, left, line):
        worth += 3.0
    if _closed_to(view, partner, line):
        worth -= 2.0
    return worth


def _closed_to(view: View, seat: int, line: Line) -> bool:
    """Whether the seat has passed on every number that is open now."""
    return all(view.passed_on[seat] >> number & 1 for number in line.shown)


def _worth_of_blocking(view: View, mine: int, unseen: int) -> float:
    """A block is good when the own duo can be expected to have fewer pips (DD-32): unseen weight by tiles held."""
    assert view.seat is not None
    others = [seat for seat in range(4) if seat != view.seat]
    tiles = sum(view.counts[seat] for seat in others) or 1
    weight = sum(PIPS[tile] for tile in ALL if unseen >> tile & 1) / tiles
    own = sum(PIPS[tile] for tile in ALL if mine >> tile & 1)
    expected = own + weight * view.counts[(view.seat + 2) % 4]
    against = weight * (view.counts[(view.seat + 1) % 4] + view.counts[(view.seat + 3) % 4])
    return 50.0 if expected < against else -50.0

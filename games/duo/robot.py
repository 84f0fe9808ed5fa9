"""Robots for Duo Dominoes. They play from a view alone, for their duo.

The old hand looks at the unseen tiles and at earlier passes, and estimates how likely each other player is to have
nothing that fits. It prefers tiles that make its adversaries pass but not its partner. It gets rid of weight and
doubles, keeps many different numbers, and blocks when the expected sums favour its duo. The deckhand lays its heaviest
tile that fits.
"""

from games.core.chance import Chance
from games.core.robots import EVEN, Level, Temper, Thought, slip, weigh
from games.core.view import own_seat
from games.duo.choices import list_plays
from games.duo.moves import Knock, Move, Next, Play
from games.duo.valuation import PARTS, find_possible_tiles, weigh_tile
from games.duo.view import Phase, View
from games.pieces.dominoes import PIPS, mask
from games.pieces.line import Line, is_first_alike


def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND, temper: Temper = EVEN) -> Thought[Move] | None:
    """Choose a robot's move at this level, with its reason; None to stay silent."""
    if view.phase == Phase.BETWEEN:
        return Thought(Next(), "next")
    if view.seat is None or view.turn != view.seat:
        return None
    open_plays, last = list_distinct_plays(view), len(view.holding) == 1
    if not open_plays:
        return Thought(Knock(), "nothing_fits")
    if len(open_plays) == 1:
        return Thought(open_plays[0], ("goes_out" if last else "only_one") if view.steps else "must_lead")
    if level is Level.DECKHAND:
        thought = slip(weigh(open_plays, lambda play: {"heaviest": PIPS[play.tile]}, chance), chance, temper)
    else:
        thought = weigh(open_plays, lambda play: weigh_parts(view, play), chance, temper)
    return Thought(thought.move, "goes_out") if last else thought


def list_distinct_plays(view: View) -> list[Play]:
    """Every tile that fits, once if both ends show the same number."""
    return [play for play in list_plays(view) if is_first_alike(play.end, view.line.shown)]


def weigh_parts(view: View, play: Play) -> dict[str, float]:
    """An old hand's valuation of a play, as named parts."""
    line = view.line.lay(play.tile, play.end) if play.end else Line.begin(play.tile)
    mine = mask(view.holding) & ~(1 << play.tile)
    a, b = line.shown
    found = weigh_tile(own_seat(view), mine, line.on_table, view.counts, find_possible_tiles(view), play.tile, a, b)
    if len(found) == 1:
        return {"blocks" if mine else "goes_out": found[0]}
    return dict(zip(PARTS, found, strict=True))

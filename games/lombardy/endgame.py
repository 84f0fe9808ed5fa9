"""The end of a hand of Lombardy Bones with all bones face up and nothing left to draw, solved exactly.

Every seat makes the move that puts it farthest ahead of the mean of the others, given that the seats after it do the
same. The moves are those that a robot weighs: bones for which nobody can call renege, and a pass where the house rules
allow it (LB-21, LB-41). Everybody calls their scores. `tests/games/lombardy/test_endgame.py` checks the results against
the engine.
"""

from collections.abc import Sequence
from typing import Final

from games.core.seats import Seat
from games.lombardy.moves import Move, Play
from games.lombardy.scoring import score_count
from games.lombardy.state import list_following
from games.lombardy.view import View
from games.pieces.dominoes import DOUBLE_MASK, Domino, pips_of
from games.pieces.line import ENDS, FITS, Line

SOLVED: Final = 7
"""The end is solved once all hands together hold this many bones or fewer. Solving 100 deals then takes no longer than
playing them out; with one more bone it takes up to ten times as long."""

Points = tuple[int, ...]
"""The points of each seat."""
Holdings = tuple[int, ...]
"""For each seat, the mask of the bones that it holds."""


class OpenEnding:
    """The end of a hand with all bones known and nothing left to draw, where a round of passes ends it (LB-27)."""

    __slots__ = ("_above", "_bare", "_held", "_house", "_known", "_may_always_pass", "_next", "_view")

    def __init__(self, view: View, held: Holdings) -> None:
        self._view, self._held = view, held
        self._house = view.house
        self._bare = view.house.bare_ends_count
        self._may_always_pass = view.house.pass_when_able != "forbidden"
        first = view.line.first or 0
        self._above = DOUBLE_MASK & ~((2 << first) - 1) if view.house.hears_renege else 0
        self._next = list_following(view.players, view.clockwise)
        self._known: dict[object, Points] = {}
        """The gains found so far, by position; several orders of moves lead to the same position."""

    def find_gains(self, move: Move) -> Points:
        """The points of each seat if the seat to act makes this move, and everybody plays their best from there.

        Any move other than `Play` counts as a pass.
        """
        line, turn = self._view.line, int(self._view.turn or 0)
        if isinstance(move, Play):
            return self._lay(self._held, line, turn, move)
        return self._pass(self._held, line, turn, self._view.dry_passes)

    def _find_best(self, held: Holdings, line: Line, turn: int, dry: int) -> Points:
        places = line.places
        position = (held, places, turn, dry)
        known = self._known.get(position)
        if known is not None:
            return known
        mine = held[turn]
        best: Points = ()
        seen = []
        innocent = mine & ~self._above
        if not self._may_always_pass and not any(innocent & FITS[shown] for shown in places):
            innocent = mine
        for place, shown in enumerate(places):
            if shown in seen:
                continue  # an earlier place shows the same, and leads to the same points
            seen.append(shown)
            fitting = innocent & FITS[shown]
            while fitting:
                bit = fitting & -fitting
                fitting ^= bit
                points = self._lay(held, line, turn, Play(Domino(bit.bit_length() - 1), ENDS[place]))
                if not best or _measure_lead(points, turn) > _measure_lead(best, turn):
                    best = points
        if self._may_always_pass or not best:
            points = self._pass(held, line, turn, dry)
            if not best or _measure_lead(points, turn) > _measure_lead(best, turn):
                best = points
        self._known[position] = best
        return best

    def _lay(self, held: Holdings, line: Line, turn: int, play: Play) -> Points:
        line = line.lay(play.bone, play.end)
        held = (*held[:turn], held[turn] & ~(1 << play.bone), *held[turn + 1 :])
        total = line.sum_ends(self._bare)
        if not held[turn]:
            rest = self._count(held, Seat(turn))
        elif not line.wanted & ~line.on_table:
            rest = self._count(held, None)
        else:
            rest = self._find_best(held, line, self._next[turn], 0)
        if not total or total % 5:
            return rest
        return (*rest[:turn], rest[turn] + total, *rest[turn + 1 :])

    def _pass(self, held: Holdings, line: Line, turn: int, dry: int) -> Points:
        if dry + 1 >= len(held):
            return self._count(held, None)
        return self._find_best(held, line, self._next[turn], dry + 1)

    def _count(self, held: Holdings, out: Seat | None) -> Points:
        return score_count([pips_of(bones) for bones in held], out, self._house)


def _measure_lead(points: Sequence[int], seat: int) -> float:
    """The lead of a seat over the mean of the others, times the number of others."""
    return points[seat] * len(points) - sum(points)

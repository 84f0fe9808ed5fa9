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
from games.lombardy.state import State
from games.pieces.dominoes import DOUBLE_MASK, FULL, pips_of
from games.pieces.line import AFTER, BARE, COUNTS, ENDS, FITS

SOLVED: Final = 7
"""The end is solved once all hands together hold this many bones or fewer. Solving 100 deals then takes no longer than
playing them out; with one more bone it takes up to ten times as long."""

Points = tuple[int, ...]
"""The points of each seat."""
Holdings = tuple[int, ...]
"""For each seat, the mask of the bones that it holds."""


class OpenEnding:
    """The end of a hand with all bones known and nothing left to draw, where a round of passes ends it (LB-27)."""

    __slots__ = ("_above", "_bare", "_held", "_house", "_known", "_line", "_may_always_pass", "_next", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._house = state.house
        self._held = tuple(state.holdings)
        self._line = (state.line.places, state.line.pips_at_ends, state.line.on_table)
        self._bare = state.house.bare_ends_count
        self._may_always_pass = state.house.pass_when_able != "forbidden"
        first = state.line.first or 0
        self._above = DOUBLE_MASK & ~((2 << first) - 1) if state.house.hears_renege else 0
        self._next = [*map(int, state.following)]
        self._known: dict[object, Points] = {}
        """The gains found so far, by position; several orders of moves lead to the same position."""

    def find_gains(self, move: Move) -> Points:
        """The points of each seat if the seat to act makes this move, and everybody plays their best from there.

        Any move other than `Play` counts as a pass.
        """
        state = self._state
        places, pips, table = self._line
        if isinstance(move, Play):
            return self._lay(self._held, places, pips, table, int(state.turn), move.bone, ENDS.index(move.end))
        return self._pass(self._held, places, pips, table, int(state.turn), state.dry_row)

    def _find_best(self, held: Holdings, places: tuple[int, ...], pips: int, table: int, turn: int, dry: int) -> Points:
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
                points = self._lay(held, places, pips, table, turn, bit.bit_length() - 1, place)
                if not best or _measure_lead(points, turn) > _measure_lead(best, turn):
                    best = points
        if self._may_always_pass or not best:
            points = self._pass(held, places, pips, table, turn, dry)
            if not best or _measure_lead(points, turn) > _measure_lead(best, turn):
                best = points
        self._known[position] = best
        return best

    def _lay(
        self, held: Holdings, places: tuple[int, ...], pips: int, table: int, turn: int, bone: int, place: int
    ) -> Points:
        shown = places[place]
        pips += COUNTS[AFTER[shown][bone]] - COUNTS[shown]
        if len(places) == 2 and shown >= BARE > places[1 - place]:  # LB-11
            pips -= 2 * (shown - BARE)
            places = (*places, shown, shown)
        places = (*places[:place], AFTER[shown][bone], *places[place + 1 :])
        table |= 1 << bone
        held = (*held[:turn], held[turn] & ~(1 << bone), *held[turn + 1 :])
        total = pips
        if self._bare:
            total += sum([other - BARE for other in places[2:] if other >= BARE])
        if not held[turn]:
            rest = self._count(held, Seat(turn))
        elif not any(FITS[other] & ~table & FULL for other in places):
            rest = self._count(held, None)
        else:
            rest = self._find_best(held, places, pips, table, self._next[turn], 0)
        if not total or total % 5:
            return rest
        return (*rest[:turn], rest[turn] + total, *rest[turn + 1 :])

    def _pass(self, held: Holdings, places: tuple[int, ...], pips: int, table: int, turn: int, dry: int) -> Points:
        if dry + 1 >= len(held):
            return self._count(held, None)
        return self._find_best(held, places, pips, table, self._next[turn], dry + 1)

    def _count(self, held: Holdings, out: Seat | None) -> Points:
        return score_count([pips_of(bones) for bones in held], out, self._house)


def _measure_lead(points: Sequence[int], seat: int) -> float:
    """The lead of a seat over the mean of the others, times the number of others."""
    return points[seat] * len(points) - sum(points)

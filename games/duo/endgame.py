"""Hands of Duo Dominoes with all tiles face up, without the engine: played out quickly, or solved.

`tests/games/duo/test_shellback.py` plays the same hands with the engine and demands the same points.
"""

from collections.abc import Sequence
from typing import Final

from games.core.seats import Seat
from games.duo.scoring import blocked, out
from games.pieces.dominoes import HALVES, PIPS, WITH

SOLVED: Final = 8
"""The number of tiles left at which a hand is solved instead of played out."""
_WORST: Final = 1_000
_BITS: Final = tuple(1 << tile for tile in range(28))


class Position:
    """A hand with all tiles face up: holdings as masks, the numbers at both ends, the seat in turn, and the seat that
    laid the last tile. `result` plays on to the end and changes it."""

    __slots__ = ("a", "all_others", "b", "held", "last", "turn")

    def __init__(self, held: Sequence[int], ends: tuple[int, int], turn: int, last: int, all_others: bool) -> None:
        self.held = [*held]
        self.a, self.b = ends
        self.turn = turn
        self.last = last
        self.all_others = all_others

    def result(self, order: Sequence[int]) -> int:
        """The points of the hand, above zero for duo X: everyone lays the first of `order` that fits, and the last few
        tiles are played as well as can be."""
        held, a, b, turn, last = self.held, self.a, self.b, self.turn, self.last
        left = sum([each.bit_count() for each in held])
        passes = 0
        while left > SOLVED:
            wanted = WITH[a] | WITH[b]
            fitting = held[turn] & wanted
            if not fitting:
                passes += 1
                if passes == 4:
                    return _signed(*blocked(held, Seat(last)))
                turn = (turn + 1) & 3
                continue
            passes = 0
            for tile in order:
                if fitting & _BITS[tile]:
                    break
            mine = held[turn] = held[turn] & ~_BITS[tile]
            left -= 1
            if not mine:
                return _signed(*out(held, Seat(turn), self.all_others))
            high, low = HALVES[tile]
            at_a, at_b = a in (high, low), b in (high, low)
            if at_a and at_b:
                keeps_b, keeps_a = mine & (WITH[high + low - a] | WITH[b]), mine & (WITH[high + low - b] | WITH[a])
                at_a = keeps_b.bit_count() >= keeps_a.bit_count()
            if at_a:
                a = high + low - a
            else:
                b = high + low - b
            last = turn
            turn = (turn + 1) & 3
        return solve(tuple(held), a, b, turn, last, self.all_others)


def solve(held: tuple[int, ...], a: int, b: int, turn: int, last: int, all_others: bool) -> int:
    """The points of the hand with best play from both sides, above zero for duo X."""
    return _best(held, a, b, turn, last, all_others, -_WORST, _WORST)


def _best(held: tuple[int, ...], a: int, b: int, turn: int, last: int, all_others: bool, least: int, most: int) -> int:
    """The result by alpha-beta search. A player who can play must; others pass (DD-22, DD-23)."""
    wanted = WITH[a] | WITH[b]
    for _ in range(4):
        fitting = held[turn] & wanted
        if fitting:
            break
        turn = (turn + 1) & 3
    else:
        return _signed(*blocked(held, Seat(last)))
    for_x = not turn & 1
    best = -_WORST if for_x else _WORST
    while fitting:
        tile = fitting.bit_length() - 1
        fitting ^= _BITS[tile]
        left = held[turn] ^ _BITS[tile]
        after = (*held[:turn], left, *held[turn + 1 :])
        halves = HALVES[tile]
        ends = [(PIPS[tile] - a, b)] if a in halves else []
        if b in halves and a != b:
            ends.append((a, PIPS[tile] - b))
        for new_a, new_b in ends:
            if left:
                result = _best(after, new_a, new_b, (turn + 1) & 3, turn, all_others, least, most)
            else:
                result = _signed(*out(after, Seat(turn), all_others))
            if for_x:
                best = max(best, result)
                least = max(least, result)
            else:
                best = min(best, result)
                most = min(most, result)
            if least >= most:
                return best
    return best


def _signed(duo: int, points: int) -> int:
    return -points if duo else points

"""Hands of Duo Dominoes with all tiles face up, played out quickly or solved, without the engine.

`tests/games/duo/test_shellback.py` plays the same hands with the engine and demands the same points.
"""

from collections.abc import Sequence
from typing import Final

from games.core.seats import Seat
from games.duo.scoring import score_block, score_out
from games.duo.valuation import list_landings, weigh_tile
from games.pieces.dominoes import BIT, FULL, HALVES, PIPS, WITH

SOLVED: Final = 6
"""The number of tiles left at which a hand is solved instead of played out."""
_WORST: Final = 1_000
"""More points than a hand can have."""
_BEYOND: Final = 1e9
"""More than any tile is worth."""


class Position:
    """A hand with all tiles known. Players still choose by what their own seat would see.

    `held` are the holdings, `ends` the numbers at both ends, `turn` the seat to act and `last` the seat that laid the
    last tile. `may_hold` are the tiles that each seat may hold, judged by its passes; in a faithful game a pass proves
    nothing. Call `play_out` only once: it changes the position.
    """

    __slots__ = ("a", "all_others", "b", "faithful", "held", "last", "may_hold", "table", "turn")

    def __init__(
        self,
        held: Sequence[int],
        ends: tuple[int, int],
        turn: int,
        last: int,
        may_hold: Sequence[int],
        *,
        all_others: bool,
        faithful: bool,
    ) -> None:
        self.held = [*held]
        self.a, self.b = ends
        self.turn = turn
        self.last = last
        self.may_hold = [*may_hold]
        self.table = FULL & ~(held[0] | held[1] | held[2] | held[3])
        self.all_others = all_others
        self.faithful = faithful

    def play_out(self, heaviest: bool = False) -> int:
        """Play the hand out and return its points, positive for duo X and negative for duo Y.

        Everyone plays like an old hand until `SOLVED` tiles are left; these are played perfectly. With `heaviest`,
        everyone lays their heaviest tile to the end.
        """
        held, turn, table = self.held, self.turn, self.table
        left = sum([hand.bit_count() for hand in held])
        counts = [hand.bit_count() for hand in held]
        passes = 0
        while left > SOLVED or heaviest:
            fitting = held[turn] & (WITH[self.a] | WITH[self.b])
            if not fitting:
                passes += 1
                if passes == 4:
                    return _sign(*score_block(held, Seat(self.last)))
                if not self.faithful:
                    self.may_hold[turn] &= ~(WITH[self.a] | WITH[self.b])
                turn = (turn + 1) & 3
                continue
            passes = 0
            if heaviest:
                ways = list_landings(held[turn], (self.a, self.b))
                tile, self.a, self.b = max(ways, key=lambda landing: PIPS[landing[0]])
            else:
                tile, self.a, self.b = self._choose(turn, table, counts)
            table |= BIT[tile]
            held[turn] ^= BIT[tile]
            counts[turn] -= 1
            left -= 1
            if not held[turn]:
                return _sign(*score_out(held, Seat(turn), self.all_others))
            self.last = turn
            turn = (turn + 1) & 3
        return solve((held[0], held[1], held[2], held[3]), self.a, self.b, turn, self.last, self.all_others)

    def _choose(self, turn: int, table: int, counts: Sequence[int]) -> tuple[int, int, int]:
        """The tile that an old hand would lay, and the ends that it leaves."""
        mine = self.held[turn]
        ways = list_landings(mine, (self.a, self.b))
        chosen, most = ways[0], -_BEYOND
        if len(ways) > 1:
            for landing in ways:
                tile, a, b = landing
                bit = BIT[tile]
                worth = sum(weigh_tile(turn, mine ^ bit, table | bit, counts, self.may_hold, tile, a, b))
                if worth > most:
                    chosen, most = landing, worth
        return chosen


def solve(held: tuple[int, ...], a: int, b: int, turn: int, last: int, all_others: bool) -> int:
    """The points of the hand with best play from both sides, positive for duo X and negative for duo Y."""
    return _search(held, a, b, turn, last, all_others, -_WORST, _WORST)


def _search(
    held: tuple[int, ...], a: int, b: int, turn: int, last: int, all_others: bool, least: int, most: int
) -> int:
    """The result by alpha-beta search. A player who can play must; others pass (DD-22, DD-23)."""
    wanted = WITH[a] | WITH[b]
    for _ in range(4):
        fitting = held[turn] & wanted
        if fitting:
            break
        turn = (turn + 1) & 3
    else:
        return _sign(*score_block(held, Seat(last)))
    for_x = not turn & 1
    best = -_WORST if for_x else _WORST
    while fitting:
        tile = fitting.bit_length() - 1
        fitting ^= BIT[tile]
        left = held[turn] ^ BIT[tile]
        after = (*held[:turn], left, *held[turn + 1 :])
        halves = HALVES[tile]
        ends = [(PIPS[tile] - a, b)] if a in halves else []
        if b in halves and a != b:
            ends.append((a, PIPS[tile] - b))
        for new_a, new_b in ends:
            if left:
                result = _search(after, new_a, new_b, (turn + 1) & 3, turn, all_others, least, most)
            else:
                result = _sign(*score_out(after, Seat(turn), all_others))
            if for_x:
                best = max(best, result)
                least = max(least, result)
            else:
                best = min(best, result)
                most = min(most, result)
            if least >= most:
                return best
    return best


def _sign(duo: int, points: int) -> int:
    return -points if duo else points

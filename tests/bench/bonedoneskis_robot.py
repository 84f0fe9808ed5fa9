"""Winnings and thinking time of the robot of Bonedoneskis: `python -m tests.bench bonedoneskis_robot`.

There are two tables of four. At one the robot sits with three players who choose at random, at the other with three who
only check and call. Each table plays 2,000 hands, and everybody tops up to the buy-in before each hand. A figure is the
robot's mean winnings a hand in cents, with half the width of the 95 % interval. The longest answer is the most
processor time that one move took at tables of eight shellbacks. A robot draws a fixed number of samples, so a slow
machine changes the time and not the play.
"""

import math
import random
import statistics
import time

from games.bonedoneskis.betting import may_fold
from games.bonedoneskis.decide import begin, play
from games.bonedoneskis.evolve import fold
from games.bonedoneskis.moves import Call, Check, Done, Fold, Next, TopUp
from games.bonedoneskis.options import OPTIONS
from games.bonedoneskis.project import view
from games.bonedoneskis.robot import robot
from games.bonedoneskis.state import State
from games.bonedoneskis.unfolding import Unfolding
from games.core.options import settle
from games.core.robots import Level
from games.core.seats import Seat
from tests.bench.bonedoneskis import Luck, Row, answer, make_act

LONGEST_MS = 50.0


class Session:
    """A table: robots of a level in the first seats; then players who choose at random, or only check and call."""

    def __init__(self, players: int, robots: int, level: Level, callers: bool, seed: int) -> None:
        self.luck, self.chance = random.Random(seed), Luck(seed)
        options = settle(OPTIONS, {"max_seats": 8})
        self.unfolding = Unfolding(fold(begin(players, options, 0, self.chance)), 0, self.chance)
        self.robots, self.level, self.callers = robots, level, callers
        self.longest = 0.0

    def play_hand(self) -> int:
        """Play a hand; return the winnings of seat 0."""
        unfolding, table = self.unfolding, self.unfolding.state
        unfolding.events.clear()
        for seat in range(table.players):
            if table.stacks[seat] < table.house.buy_in:
                play(unfolding, Seat(seat), TopUp())
        play(unfolding, Seat(0), Next())
        while table.phase != "between":
            seat = _waited_for(table)
            if seat < self.robots:
                seen = view(table, seat)
                started = time.thread_time()
                thought = robot(seen, self.chance, self.level)
                self.longest = max(self.longest, time.thread_time() - started)
                assert thought is not None
                play(unfolding, seat, thought.move)
            elif table.phase == "betting":
                play(unfolding, seat, self._bet(table))
            elif table.phase == "calling":
                play(unfolding, seat, Done())
            else:
                answer(unfolding, self.luck)
        assert table.ended is not None
        return table.ended.net[0]

    def _bet(self, table: State) -> object:
        acts = table.betting_round.acts
        if self.callers and ("call" in acts or "check" in acts):
            return Call() if "call" in acts else Check()
        moves = [make_act(name) for name in acts]
        return self.luck.choice([*moves, Fold()] if may_fold(table) else moves)


def _waited_for(table: State) -> Seat:
    if table.phase == "calling" and table.window is not None:
        return table.window.awaited[0]
    if table.phase == "betting" and table.betting is not None:
        return table.betting.acting[0]
    assert table.asked is not None
    return table.asked.seat


def measure(quick: bool) -> list[Row]:
    """The rows of this module: each mean with half of its 95 % interval, and the longest answer."""
    rows: list[Row] = []
    for callers, name in ((False, "at random"), (True, "who only call")):
        session = Session(4, 1, Level.OLD_HAND, callers, 11)
        nets = [session.play_hand() for _ in range(100 if quick else 2_000)]
        mean, half = statistics.fmean(nets), 1.96 * statistics.stdev(nets) / math.sqrt(len(nets))
        rows.append((f"robot against 3 {name}: cents a hand / half interval", mean, half, mean / half, 1.0))
    session = Session(8, 8, Level.SHELLBACK, False, 12)
    for _ in range(4 if quick else 60):
        session.play_hand()
    longest = 1000 * session.longest
    rows.append(("longest answer of a robot, ms / allowed", longest, LONGEST_MS, LONGEST_MS / longest, 1.0))
    return rows


if __name__ == "__main__":
    from tests.bench.__main__ import main

    main(["bonedoneskis_robot"])

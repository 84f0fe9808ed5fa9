"""Hands of robots with a rule or a temper of their own, for `styles` and `tempers`.

The challenger plays each deal in every seat in turn, among other robots, so that the luck of deal and seat cancels out.
In Duo Dominoes two challengers play it as either duo. The figure is the challenger's mean lead over its opponents in a
hand (points or cents), and in Duo Dominoes the share of games that the challengers win above a half.
"""

import hashlib
import statistics
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from games.bonedoneskis.game import GAME as bonedoneskis
from games.core import Chance, Level, SecretChance, settle
from games.core.moves import Lapse
from games.core.robots import EVEN, Temper, Thought, make_robot_chance, think
from games.duo.game import GAME as duo
from games.lombardy.game import GAME as lombardy
from games.pussers.game import GAME as pussers
from tests.bench.dominoes import Luck
from tests.laboratory.robot_sessions import list_to_ask

Robot = Callable[[Any, Chance], Thought | None]
_MOST_MOVES: Final = 5_000
_QUICK_CALLS: Final = {"call_mode": "race", "race_grace_ms": 0}


class Contest(NamedTuple):
    """A game in which robots compete."""

    game: Any
    find_sheet: Callable[[Any], Sequence[float] | None]
    """find_sheet(state): the points or cents of each seat at the end of the hand; None before it."""
    seatings: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), (3,))
    """The seats in which the challengers play each deal."""
    house: dict[str, Any] = {}


def _find_winners(table: Any) -> Sequence[float] | None:
    return None if not table.game_over else (0.25, -0.25) * 2 if table.score[0] > table.score[1] else (-0.25, 0.25) * 2


CONTESTS: Final = {
    "Bonedoneskis": Contest(bonedoneskis, lambda table: table.ended and table.ended.net),
    "Lombardy": Contest(
        lombardy, lambda table: table.sheet if table.phase in ("counted", "over") else None, house=_QUICK_CALLS
    ),
    "Pussers": Contest(
        pussers, lambda table: table.sheet.scores if table.phase == "between" else None, house=_QUICK_CALLS
    ),
    "Duo": Contest(duo, _find_winners, ((0, 2), (1, 3))),
}


def make_robot(game: Any, level: Level, temper: Temper = EVEN) -> Robot:
    """The robot of a game at a level, with a temper."""
    return lambda view, chance: think(game, view, chance, level, temper=temper)


def remember(robot: Robot) -> Robot:
    """The same robot, which thinks only once about what it has just met. The hands of a deal are alike until the
    challenger's first own move."""

    @lru_cache(10_000)
    def answer(view: Any, mark: int) -> Thought | None:
        return robot(view, Luck(mark))

    return lambda view, chance: answer(view, chance.below(1 << 30))


def play_hand(contest: Contest, seated: Sequence[Robot], seed: str) -> Sequence[float]:
    """The sheet after a hand with these robots; in Duo Dominoes, after a game. Raises RuntimeError if it has no end."""
    game, secret, at = contest.game, hashlib.sha256(seed.encode()).digest(), 0
    table = game.fold(game.begin(len(seated), settle(game.OPTIONS, contest.house), 0, SecretChance(secret, (), 0)))
    for counter in range(1, _MOST_MOVES):
        sheet = contest.find_sheet(table) if counter > 1 else None
        if sheet is not None:
            return sheet
        at += 1
        for seat in list_to_ask(game.view(table, None), len(seated)):
            thought = seated[seat](game.view(table, seat), make_robot_chance(secret, counter, seat))
            if thought is not None:
                who, move = seat, thought.move
                break
        else:
            at = max(at, game.deadline(table) or at)
            who, move = None, Lapse()
        table = game.decide(table, who, move, at, SecretChance(secret, (), counter)).state
    raise RuntimeError(f"the hand {seed!r} does not end")


def measure_leads(name: str, challenger: Robot, opponent: Robot, deals: int) -> tuple[float, float]:
    """The mean lead of the challengers over their opponents, and half of its 95 % interval."""
    contest = CONTESTS[name]
    found = []
    for deal in range(deals):
        leads = []
        for own in contest.seatings:
            seated = [challenger if seat in own else opponent for seat in range(4)]
            sheet = play_hand(contest, seated, f"strength/{deal}")
            mine, theirs = ([sheet[seat] for seat in range(4) if (seat in own) is ours] for ours in (True, False))
            leads.append(statistics.mean(mine) - statistics.mean(theirs))
        found.append(statistics.mean(leads))
    return statistics.mean(found), 1.96 * statistics.stdev(found) / deals**0.5

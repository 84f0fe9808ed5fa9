"""Each level of robots against the one below it, at every game: `python -m tests.bench levels`.

Shellbacks play fewer deals, since they take long.

The robots of the two levels sit in alternate seats. Each deal is played at two tables, at the second with the seats
swapped, so that the luck of deal and seat cancels out. Four robots sit down, or as many as the game allows. Each table
plays one hand. The figure is the mean lead of the upper level over the lower in points (or cents), with half of its
95 % interval.
"""

import statistics
from itertools import pairwise
from typing import Any, Final

from games.core import Level, Options, settle
from games.core.game import Game
from games.registry import NAMES, game as game_of
from tests.bench.rows import Row
from tests.laboratory.robot_sessions import play_session

MOST_PLAYERS: Final = 4


def list_pairs(game: Game, shellbacks: bool = False) -> list[tuple[Level, Level]]:
    """Each pair of neighbouring levels of a game, the lower level first."""
    return [*pairwise(level for level in game.LEVELS if shellbacks or level is not Level.SHELLBACK)]


def measure_lead(game: Game, levels: tuple[Level, Level], house: Options, deal: int) -> float:
    """The lead of the upper level over the lower one in a deal: the mean over both ways to sit."""
    return statistics.mean(_measure_lead_at(game, levels, house, deal, first) for first in (0, 1))


def _measure_lead_at(game: Game, levels: tuple[Level, Level], house: Options, deal: int, first: int) -> float:
    seats = range(min(game.SEATS[1], MOST_PLAYERS))
    upper = seats[first::2]
    around = tuple(levels[seat in upper] for seat in seats)
    events: list[Any] = []
    scores: tuple[int, ...] = ()
    for hand, _ in play_session(game, around, house, f"levels/{deal}"):
        events += hand
        crowd = game.view(game.fold(events), None)
        scores = crowd.scores
        if crowd.hand > 1:
            break
    return sum(score if seat in upper else -score for seat, score in enumerate(scores)) / len(upper)


def measure_mean_lead(name: str, levels: tuple[Level, Level], deals: int) -> tuple[float, float]:
    """The mean lead over this number of deals, and half of its 95 % interval."""
    game = game_of(name)
    house = settle(game.OPTIONS)
    found = [measure_lead(game, levels, house, deal) for deal in range(deals)]
    return statistics.mean(found), 1.96 * statistics.stdev(found) / deals**0.5


def measure(quick: bool) -> list[Row]:
    """A row for each game and pair of levels.

    The ratio is the mean lead divided by half of its interval; it must be at least 1.
    """
    rows = []
    for name in NAMES:
        for levels in list_pairs(game_of(name), shellbacks=not quick):
            deals = 30 if quick else 300 if Level.SHELLBACK in levels else 1_000
            ahead, half = measure_mean_lead(name, levels, deals)
            lower, upper = (level.replace("_", " ") for level in levels)
            rows.append(Row(f"{name}: {upper} above {lower}, a hand / half interval", ahead, half, ahead / half, 1.0))
    return rows

"""Each level of robots but the shellback beats the one below; tests/bench/levels.py measures by how much."""

import statistics

import pytest

from games import registry
from games.core import Level, settle
from games.core.game import Game
from tests.bench.levels import list_pairs, measure_lead
from tests.effort import rounds
from tests.fifth_game import NAMES as GAMES, registered
from tests.left_out import MORE_GAMES, mark_thorough

FEWEST, MOST = 10, rounds(40, 40, 80)
"""The fewest deals before the test may pass, and the most deals before it fails."""


with registered():
    LEVELLED = [name for name in GAMES if list_pairs(registry.game(name))]


@pytest.mark.parametrize("name", mark_thorough(LEVELLED, MORE_GAMES, but=["duo-dominoes", "block-dominoes"]))
def test_each_level_beats_the_one_below(name: str) -> None:
    game = registry.game(name)
    for levels in list_pairs(game):
        assert measure_mean_lead(game, levels) > 0, f"{name}: play better as {levels[1]} than as {levels[0]}"


def measure_mean_lead(game: Game, levels: tuple[Level, Level]) -> float:
    """The mean lead of the upper level, over as many deals as it takes to be sure."""
    ahead: list[float] = []
    for deal in range(MOST):
        ahead.append(measure_lead(game, levels, settle(game.OPTIONS), deal))
        clear = len(ahead) >= FEWEST and statistics.mean(ahead) > 2 * statistics.stdev(ahead) / len(ahead) ** 0.5
        if clear:
            break
    return statistics.mean(ahead)

"""Old hands beat deckhands at every game; tests/bench/levels.py measures the margin over thousands of hands."""

import statistics

import pytest

from games import registry
from games.core.options import settle
from games.core.robots import Level
from tests.bench.levels import ahead_at
from tests.effort import rounds
from tests.fifth_game import NAMES as GAMES
from tests.fifth_game import registered

FEWEST, MOST = 20, rounds(40, 160, 160)
"""The fewest tables before the test may pass, and the most tables before it fails."""


with registered():
    LEVELLED = [name for name in GAMES if {Level.DECKHAND, Level.OLD_HAND} <= {*registry.game(name).LEVELS}]


@pytest.mark.parametrize("name", LEVELLED)
def test_the_upper_level_beats_the_lower(name: str) -> None:
    game = registry.game(name)
    ahead: list[float] = []
    for number in range(MOST):
        ahead.append(ahead_at(game, settle(game.OPTIONS), number))
        clear = len(ahead) >= FEWEST and statistics.mean(ahead) > 2 * statistics.stdev(ahead) / len(ahead) ** 0.5
        if clear:
            break
    assert statistics.mean(ahead) > 0

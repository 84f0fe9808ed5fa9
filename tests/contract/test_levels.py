"""Old hands beat deckhands at every game; tests/bench/levels.py measures the margin over a thousand deals."""

import statistics

import pytest

from games import registry
from games.core.options import settle
from games.core.robots import Level
from tests.bench.levels import ahead_in
from tests.effort import rounds
from tests.fifth_game import NAMES as GAMES
from tests.fifth_game import registered
from tests.left_out import MORE_GAMES, mark_thorough

FEWEST, MOST = 10, rounds(15, 40, 80)
"""The fewest deals before the test may pass, and the most deals before it fails."""


with registered():
    LEVELLED = [name for name in GAMES if {Level.DECKHAND, Level.OLD_HAND} <= {*registry.game(name).LEVELS}]


@pytest.mark.parametrize("name", mark_thorough(LEVELLED, MORE_GAMES, only=["pussers-bones", "bonedoneskis"]))
def test_the_upper_level_beats_the_lower(name: str) -> None:
    game = registry.game(name)
    ahead: list[float] = []
    for deal in range(MOST):
        ahead.append(ahead_in(game, settle(game.OPTIONS), deal))
        clear = len(ahead) >= FEWEST and statistics.mean(ahead) > 2 * statistics.stdev(ahead) / len(ahead) ** 0.5
        if clear:
            break
    assert statistics.mean(ahead) > 0

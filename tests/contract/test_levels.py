"""Each level of the robots beats the level below; tests/bench/levels.py measures how far, over thousands of hands."""

import statistics

import pytest

from games.core.options import settle
from games.core.registry import game as game_of
from tests.bench.levels import ahead_at

TABLES = {"duo-dominoes": 150, "lombardy-bones": 40, "pussers-bones": 150, "bonedoneskis": 160}


@pytest.mark.parametrize("name", TABLES)
def test_the_upper_level_beats_the_lower(name: str) -> None:
    game = game_of(name)
    ahead = [ahead_at(game, settle(game.OPTIONS), number) for number in range(TABLES[name])]
    assert statistics.mean(ahead) > 0

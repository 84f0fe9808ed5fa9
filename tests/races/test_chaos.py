"""A short run of `make chaos`, always with the same choices: three processes on PostgreSQL, a robot, two kills."""

from __future__ import annotations

import random

from tests.races.chaos import Evening, play


async def test_what_a_killed_process_leaves_is_whole() -> None:
    evening = Evening("duo-dominoes", "postgresql", 3, 1, connections=3)
    await play(evening, 2, random.Random(3))
    assert evening.kills == 2
    assert evening.unheard == 0

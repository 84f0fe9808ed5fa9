"""A short run of `make chaos`, always with the same choices: three processes on PostgreSQL, a robot and two kills."""

from __future__ import annotations

import random

from tests.races.chaos import Evening, play


async def test_nothing_is_lost_or_doubled_when_processes_are_killed() -> None:
    evening = Evening("duo-dominoes", "postgresql", 3, 1, connections=3)
    await play(evening, 2, random.Random(3))
    assert evening.kills == 2
    assert evening.unheard == 0

"""Two short runs of `make chaos`, always with the same choices.

One kills twice among three processes on PostgreSQL, with a robot at the table. The others make one fault each.
"""

import random

import pytest

from tests.left_out import LONGER, mark_thorough
from tests.races import faults
from tests.races.chaos import Evening, play

FAULTS = ("cut after its effect", "the tally's channel deleted", "a kick of a minute")


@pytest.mark.thorough(LONGER)
async def test_nothing_is_lost_or_doubled_when_processes_are_killed() -> None:
    evening = Evening("duo-dominoes", "postgresql", 3, 1, connections=3)
    await play(evening, 2, random.Random(3))
    assert evening.kills == 2


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("fault", mark_thorough(FAULTS, LONGER, but=[FAULTS[0]]))
async def test_after_a_fault_every_announcement_stands_once_and_the_table_has_one_board(fault: str) -> None:
    runs = await faults.run(1, 1, (fault,))
    assert runs.drawn == {fault: 1}
    assert (runs.idle, runs.lost, runs.doubled, runs.boards) == (0, [], [], [])

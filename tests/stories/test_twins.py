"""Two evenings of Pussers Bones that differ only in hidden bones: whoever cannot see these bones is shown the same.

The wall of the second evening has two bones in each other's places, one of them hidden in another's rack. Everybody
says the same. Texts, pictures, alt texts, labels, custom ids, edits, answers, completions: whatever Discord could show
to Bear, or to a stranger in the channel, must not tell the two evenings apart.
"""

import random
from pathlib import Path

import pytest

from games.pieces.bones import FULL_SET
from games.pussers.game import GAME as pussers
from tests.left_out import LONGER
from tests.stories.dealt_evenings import Rehearsal, assert_twins, record_evening
from tests.stories.evening import NAMES

MOVES = 48
HOUSE = {"call_mode": "everyone-decides", "decide_timeout_s": "0"}


@pytest.mark.thorough(LONGER)
async def test_what_a_person_receives_does_not_depend_on_hidden_bones(tmp_path: Path) -> None:
    order = list(FULL_SET)
    random.Random(7).shuffle(order)
    rehearsal = Rehearsal(pussers, 4, dict(HOUSE))
    script, other = rehearsal.twins(order, MOVES, 7)
    begun = [(-1, "next"), *script]
    asks = ["discard", "setout"]
    one = await record_evening(tmp_path / "one", "pussers-bones", NAMES, HOUSE, order, begun, asks)
    two = await record_evening(tmp_path / "two", "pussers-bones", NAMES, HOUSE, other, begun, asks)
    assert_twins(one, two, "Bear", "Normie")

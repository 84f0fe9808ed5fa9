"""A short league: robots of every level against each other in many houses (`tests/bench/league.py` has all of them)."""

import pytest

from games.registry import NAMES
from tests.bench.league import QUICK, run
from tests.effort import rounds


@pytest.mark.parametrize("name", NAMES)
def test_no_robot_errs_at_any_table(name: str) -> None:
    faults = run(name, 1, rounds(3 * QUICK, QUICK, QUICK))
    assert faults.hands >= 2
    assert not faults.counts, faults.where

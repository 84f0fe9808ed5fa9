"""A short calibration of the outlooks that *How it went* tells (`tests/bench/outlooks.py` has the figures)."""

import pytest

from tests.bench.outlooks import TABLES, Table, by_phase, compare_with_equal
from tests.effort import rounds

FOUR = [table for table in TABLES if table.players == 4]


@pytest.mark.parametrize("table", FOUR, ids=lambda table: table.game)
def test_what_is_told_is_better_than_saying_nothing(table: Table) -> None:
    hands = 6 if table.game == "lombardy-bones" else 12  # its hands are long
    told = [one for of_phase in by_phase(table, rounds(60, hands, hands), 30).values() for one in of_phase]
    assert compare_with_equal(told) > 1.0
    assert all(0.0 <= one.share <= 1.0 for one in told)

"""The garbage collector: off while modules are imported, on again but rarer afterwards, also after an error."""

import gc

import pytest

from bot.ops.garbage import THRESHOLDS, freeze_startup_objects
from tests.left_out import MORE_CASES, mark_thorough


@pytest.mark.parametrize("fails", mark_thorough([False, True], MORE_CASES, but=[True]))
def test_the_collector_is_off_inside_the_block_and_skips_the_imported_objects_afterwards(fails: bool) -> None:
    frozen = gc.get_freeze_count()
    lasting = [[number] for number in range(1_000)]
    try:
        with freeze_startup_objects():
            assert not gc.isenabled()
            if fails:
                raise ImportError
    except ImportError:
        assert fails
    assert gc.isenabled()
    assert gc.get_threshold() == THRESHOLDS
    assert gc.get_freeze_count() >= frozen + len(lasting)

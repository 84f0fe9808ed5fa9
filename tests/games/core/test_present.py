"""Values that must not be None: a part of a state, which the error names, and the seat of a view."""

import pytest

from games.bonedoneskis.options import House
from games.bonedoneskis.state import State
from games.core.folding import Misplaced, must_have
from games.core.view import own_seat
from tests.render.samples import duo


def test_a_present_part_is_returned() -> None:
    assert must_have(0, "stack") == 0


def test_a_part_that_is_missing_is_named() -> None:
    with pytest.raises(Misplaced, match="snowmen"):
        must_have(None, "snowmen")


def test_a_table_without_a_round_says_so() -> None:
    state = State(House())
    for read in (lambda: state.betting_round, lambda: state.call_round):
        with pytest.raises(Misplaced):
            read()


def test_the_crowd_has_no_seat_of_its_own() -> None:
    assert own_seat(duo(seat=2)) == 2
    with pytest.raises(ValueError, match="crowd"):
        own_seat(duo(seat=None))

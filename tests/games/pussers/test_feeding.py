"""Old hands that throw what others may want, late in a hand (`robots_feed`)."""

import pytest

from games.core.robots import Level
from games.pieces.bones import from_code
from games.pussers.moves import Discard
from games.pussers.options import DAILY, OPTIONS, PRESETS
from games.pussers.robot import robot
from games.pussers.robots.old_hand import _LATE
from tests.games.handed_chance import HandedChance
from tests.games.pussers.at_table import EDDIE, TableAt, counts

RACK = "R1 R1 R1 S2 S2 S2 B3 B3 B3 WE WE R5 S7 B8"
"""Three bones are alone."""


def choose_throw(left: int, robots_feed: bool) -> tuple[object, str]:
    """The throw of an old hand who has seen one Seven Stick and three Eight Balls thrown, and its reason."""
    table = TableAt(f"plucked: yes; rack eddie: {RACK}; wall: S1", suits="any", robots_feed=robots_feed)
    view = table.view(EDDIE)._replace(thrown_out=counts("S7 B8 B8 B8"), left=left)
    thought = robot(view, HandedChance(), Level.OLD_HAND)
    assert thought is not None and isinstance(thought.move, Discard)
    return thought.move, thought.why


def test_pb_33_late_in_a_hand_an_old_hand_throws_the_bone_of_which_fewest_are_out() -> None:
    assert choose_throw(_LATE, robots_feed=True) == (Discard(from_code("R5")), "feeds")


@pytest.mark.parametrize(("left", "feeds"), [(_LATE + 1, True), (_LATE, False)])
def test_pb_33_earlier_and_elsewhere_it_throws_the_bone_that_it_can_use_least(left: int, feeds: bool) -> None:
    assert choose_throw(left, robots_feed=feeds) == (Discard(from_code("B8")), "less_likely")


def test_pb_33_it_is_off_unless_somebody_chooses_it_and_never_on_at_the_hand_of_the_day() -> None:
    (option,) = (known for known in OPTIONS if known.name == "robots_feed")
    assert option.default is False and DAILY["robots_feed"] is False
    assert [preset.name for preset in PRESETS if preset.values.get("robots_feed")] == ["any_suits"]

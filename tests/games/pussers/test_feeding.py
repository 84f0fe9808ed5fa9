"""Old hands that throw what others may want, late in a hand (`robots_feed`)."""

import pytest

from games.core import Level
from games.pieces.bones import from_code
from games.pussers.moves import Discard
from games.pussers.options import DAILY, OPTIONS, PRESETS
from games.pussers.robot import robot
from games.pussers.robots.old_hand import _LATE
from tests.games.handed_chance import HandedChance
from tests.games.pussers.at_table import EDDIE, TableAt, counts

FAR = "R1 R1 R1 S2 S2 S2 B3 B3 WE WE R5 S7 B8 B9"
"""Three bones are lacking, and four are alone."""
NEAR = "R1 R1 R1 S2 S2 S2 B3 B3 B3 WE WE R5 S7 B8"


def choose_throw(left: int, robots_feed: bool = True, rack: str = FAR) -> tuple[object, str]:
    """The throw of an old hand who has seen some bones thrown, most of them Eight Balls, and its reason."""
    table = TableAt(f"plucked: yes; rack eddie: {rack}; wall: S1", suits="any", robots_feed=robots_feed)
    view = table.view(EDDIE)._replace(thrown_out=counts("S7 B8 B8 B8 B9"), left=left)
    thought = robot(view, HandedChance(), Level.OLD_HAND)
    assert thought is not None and isinstance(thought.move, Discard)
    return thought.move, thought.why


def test_pb_33_an_old_hand_far_from_a_hand_throws_the_bone_of_which_fewest_are_out() -> None:
    assert choose_throw(_LATE) == (Discard(from_code("R5")), "feeds")


@pytest.mark.parametrize(("left", "feeds", "rack"), [(_LATE + 1, True, FAR), (_LATE, False, FAR), (_LATE, True, NEAR)])
def test_pb_33_otherwise_it_throws_the_bone_that_it_can_use_least(left: int, feeds: bool, rack: str) -> None:
    assert choose_throw(left, feeds, rack) == (Discard(from_code("B8")), "weighs")


def test_pb_33_it_is_off_unless_somebody_chooses_it_and_never_on_at_the_hand_of_the_day() -> None:
    (option,) = (known for known in OPTIONS if known.name == "robots_feed")
    assert option.default is False and DAILY["robots_feed"] is False
    assert [preset.name for preset in PRESETS if preset.values.get("robots_feed")] == ["any_suits"]

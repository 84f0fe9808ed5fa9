"""What a player is building: a line that follows from their own view after their last move, and from nothing else."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from games.core import Seat, settle
from games.pieces.bones import FULL_SET, count_kinds, from_code
from games.pussers.options import OPTIONS, House
from games.pussers.robots.robot_aims import MAJORS
from games.pussers.view import TraySet
from games.pussers.washout import find_aim, find_building
from games.registry import game
from tests.contract.driver import Session
from tests.effort import rounds
from tests.render import samples
from tests.views import changed


def test_it_knows_nothing_of_a_working_bone_a_discard_or_another_rack() -> None:
    """A property of views: only the own rack, the own tray and the house decide."""
    view: Any = samples.pussers(0)
    own = changed(view, house=House(building=True), ending=None)
    found = find_building(own)
    assert found is not None and found.lacking >= 1
    others = tuple(
        chair if chair.seat == own.seat else chair._replace(sets=(), pretties=(), rack=1) for chair in own.chairs
    )
    for change in ({"working": None}, {"discards": (), "latest": None}, {"chairs": others}, {"left": 3}):
        assert find_building(changed(own, **change)) == found


@pytest.mark.parametrize(
    ("rack", "opened", "house", "needs"),
    [
        ("S1 S1 S1 B5 B5 WS WS", "R4 S6", House(suits="any"), "double"),
        ("S1 S1 S1 B5 B5 WS WS", "R4 S6", House(suits="any", minimum_doubles=0), ""),
        ("S1 S1 S1 B5 B5 WS WS", "R4 DR", House(suits="any"), ""),
        ("S1 S1 S1 B5 B5 DR DR", "R4 S6", House(suits="any"), ""),  # a Blood gives one
        ("S1 S1 S1 B5 WS WS R9", "R4 S6", House(suits="any"), ""),  # two bones short
        ("R1 R1 R1 R5 R5 R8 R8", "R4 R6", House(), ""),  # pure
    ],
)
def test_pb_66_the_hand_that_is_a_bone_short_may_lack_a_double(
    rack: str, opened: str, house: House, needs: str
) -> None:
    """The breeze is Wally. A working bone and a discard change nothing."""
    view: Any = samples.pussers(0)
    sets = tuple(TraySet("pair", from_code(code)) for code in opened.split())
    chairs = tuple(chair._replace(sets=sets, pretties=(), breeze=2) for chair in view.chairs)
    own = changed(view, house=house, ending=None, chairs=chairs, rack=tuple(map(from_code, rack.split())))
    for change in ({}, {"working": from_code("DR")}, {"discards": (), "latest": None}):
        found = find_building(changed(own, **change))
        assert found is not None and found.needs == needs
        assert (found.lacking == 1) == ("R9" not in rack)


def test_pb_66_nothing_is_said_once_no_set_can_bring_the_double_any_more() -> None:
    view: Any = samples.pussers(0)
    sets = tuple(TraySet("pair", from_code(code)) for code in ("R4", "S6", "B2", "B5"))
    chairs = tuple(chair._replace(sets=sets, pretties=(), breeze=2) for chair in view.chairs)
    own = changed(view, house=House(suits="any"), ending=None, chairs=chairs, rack=(from_code("S1"),))
    assert find_building(own) is None


@pytest.mark.parametrize("house", [House(building=False), House(enforcement="faithful"), House(mistaken_calls="on")])
def test_it_is_off_where_the_house_says_so_and_where_mistakes_are_possible(house: House) -> None:
    view: Any = samples.pussers(0)
    assert find_building(changed(view, house=house, ending=None)) is None


def test_it_stays_the_same_while_a_window_is_open() -> None:
    session = Session(game("pussers-bones"), 4, settle(OPTIONS, {"suits": "any"}), 1)
    seen: dict[tuple[Any, ...], Any] = {}
    for _ in session.steps("robots", rounds(150, 400, 2_000)):
        for seat in map(Seat, range(4)):
            view: Any = session.view(seat)
            if view.phase == "calling":
                built = find_building(view)
                assert seen.setdefault((seat, view.hand, view.latest), built) == built
    assert len(seen) > 40


def test_pb_51_no_other_choice_of_sets_and_a_double_up_would_lack_fewer() -> None:
    """Every choice of kinds is tried, for racks of majors alone."""
    majors = [bone for bone in FULL_SET if bone in MAJORS.inside]
    for seed in range(rounds(40, 100, 400)):
        counts = count_kinds(tuple(Random(seed).sample(majors, seed % 14)))
        held = [counts[kind] for kind in MAJORS.inside]
        most = max(
            sum(min(3, held[kind]) for kind in sets if kind != pair) + min(2, held[pair])
            for sets in combinations(range(len(held)), 5)
            for pair in sets
        )
        if (found := find_aim((), counts, House()))[1] is MAJORS:
            assert found[0] == 14 - most

"""The line that tells a player what they are building. It follows from their own bones alone."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from games.core import Seat, settle
from games.pieces.bones import FULL_SET, Bone, code, count_kinds, from_code
from games.pussers.options import OPTIONS, House
from games.pussers.robots.robot_aims import MAJORS
from games.pussers.view import DiscardedBone, TraySet
from games.pussers.washout import find_aim, find_building
from games.registry import game
from tests.contract.driver import Session
from tests.effort import rounds
from tests.render import samples
from tests.views import changed


def test_it_knows_nothing_of_a_later_discard_or_another_rack() -> None:
    """A property of views: only the own rack and tray, the house, and what lay open at the last own move decide."""
    view: Any = samples.pussers(0)
    own = changed(view, house=House(building=True), ending=None)
    found = find_building(own)
    assert found is not None and found.lacking >= 1
    others = tuple(
        chair if chair.seat == own.seat else chair._replace(sets=(), pretties=(), rack=1) for chair in own.chairs
    )
    known = tuple(own.discards[: 1 + max(at for at, one in enumerate(own.discards) if one.seat == own.seat)])
    for change in ({"discards": known, "latest": None}, {"chairs": others}, {"left": 3}):
        assert find_building(changed(own, **change)) == found


def at_table(
    rack: str,
    opened: str = "",
    *,
    house: House,
    breeze: int = 2,
    pretties: str = "",
    working: str = "",
    thrown: str = "",
) -> Any:
    """A view of a seat with these bones. Its breeze is Wally unless told otherwise."""
    view: Any = samples.pussers(0)
    sets = tuple(TraySet("pair", from_code(code)) for code in opened.split())
    own = tuple(map(from_code, pretties.split()))
    chairs = tuple(chair._replace(sets=sets, pretties=own, breeze=breeze) for chair in view.chairs)
    plucked = from_code(working) if working else None
    bones = tuple(map(from_code, rack.split()))
    # "S5" and "+S5": a bone that another seat threw, or another seat has taken; "!": the seat's own last throw.
    discards = tuple(
        DiscardedBone(view.seat if code == "!" else Seat(1), from_code("R9" if code == "!" else code[-2:]), taken)
        for code in thrown.split()
        for taken in [Seat(2) if code[0] == "+" else None]
    )
    return changed(
        view,
        house=house,
        ending=None,
        chairs=chairs,
        rack=bones,
        working=plucked,
        discards=discards,
        plucked=bool(working),
        turn=view.seat if working else Seat(1),
    )


@pytest.mark.parametrize(
    ("rack", "opened", "more", "needs"),
    [
        ("S1 S1 S1 B5 B5 WS WS", "R4 S6", {}, "double/none/2"),
        ("S1 S1 S1 B5 WS WS R9", "R4 S6", {}, "double/none/2"),
        ("S1 S1 S1 B5 B5 WS WS", "R4 S6", {"house": House(suits="any", minimum_doubles=0)}, ""),
        ("S1 S1 S1 B5 B5 WS WS", "R4 DR", {}, "double/has DR"),
        ("S1 S1 S1 B5 B5 DR DR", "R4 S6", {}, "double/none/2"),  # the Blood that would do gives one
        ("S1 S1 S1 WW WW WW B5", "R4 S6", {"pretties": "N3 F4"}, "double/has WW N3"),
        ("S1 S1 S1 B5 B5 WS WS", "R4 S6", {"breeze": 0}, "double/eddie"),
        (
            "S1 S1 S1 B5 B5 WS WS",
            "R4 S6",
            {"pretties": "F3", "house": House(suits="any", minimum_doubles=2)},
            "double/has F3",
        ),
        ("S1", "R4 S6 B2 B5", {}, "double/late"),  # no set can bring it any more
        ("R1 R1 R1 R5 R5 R8 R8", "R4 R6", {"house": House()}, ""),  # pure
        ("R1 R9 S1 S9 B1 B9 WE WS WW WN DR S7 S8", "", {}, ""),  # a Moon
    ],
)
def test_pb_66_the_line_tells_the_double_that_own_bones_give_or_lack(
    rack: str, opened: str, more: dict[str, Any], needs: str
) -> None:
    own = at_table(rack, opened, **{"house": House(suits="any"), **more})
    for change in ({}, {"discards": (), "latest": None}):
        found = find_building(changed(own, **change))
        assert found is not None
        assert " ".join((found.needs, *map(code, map(Bone, found.named)))).strip() == needs


@pytest.mark.parametrize(
    ("rack", "working", "lacking", "alike"),
    [
        ("S1 S1 S1 B5 B5 B6 WS", "", 2, "B5"),
        ("S1 S1 S1 B5 B5 B6 WS", "R9", 2, "B5"),
        ("S1 S1 S1 B5 B5 B6 WS", "WS", 1, "B5 WS"),  # each would do
        ("S1 S1 S1 B5 B5 WS WS", "S1", 1, "B5 WS"),
    ],
)
def test_the_best_thirteen_of_the_fourteen_bones_count(rack: str, working: str, lacking: int, alike: str) -> None:
    found = find_building(at_table(rack, "R4 S6", house=House(suits="any"), working=working))
    assert found is not None
    assert (found.lacking, " ".join(map(code, map(Bone, found.alike)))) == (lacking, alike)


@pytest.mark.parametrize(
    ("rack", "working", "alike"),
    [
        ("S1 S1 S1 B5 B5 DR DR", "", "DR"),  # a Five Ball would leave the hand without a double
        ("S1 S1 S1 B5 B5 DR DR", "R9", "DR"),
        ("S1 S1 S1 B5 B5 R8 R8", "", "R8 B5"),  # neither gives one, which the line says
    ],
)
def test_pb_66_only_bones_that_leave_a_hand_with_a_double_are_named(rack: str, working: str, alike: str) -> None:
    found = find_building(at_table(rack, "R4 S6", house=House(suits="any"), working=working))
    assert found is not None
    assert {*map(code, map(Bone, found.alike))} == {*alike.split()}


@pytest.mark.parametrize(
    ("rack", "thrown", "working", "alike", "out"),
    [
        ("S1 S1 S1 B5 B5 R8 R8", "B5 B5 !", "", "R8", ""),
        ("S1 S1 S1 B5 B5 R8 R8", "B5 !", "", "R8 B5", ""),
        ("S1 S1 S1 B5 B5 R8 R8", "B5 ! B5", "", "R8 B5", ""),  # thrown since the own last move
        ("S1 S1 S1 B5 B5 R8 R8", "B5 ! B5", "R9", "R8", ""),
        ("S1 S1 S1 B5 B5 R8 R8", "B5 B5 R8 R8 !", "", "", "R8 B5"),
        ("S1 S1 S1 B5 B5 B5 R8", "+R8 !", "", "", "R8"),
        ("S1 S1 S1 B5 B5 B5 R8", "! +R8", "", "R8", ""),
        ("S1 S1 S1 B5 B5 B6 R8", "B5 B5 !", "", "", ""),  # two lack
        ("S1 S2 S3 S4 S5 S6 S8 WE WS WW WW R8 B1", "!", "", "S7 S9 WN", ""),  # a Lizard
        ("S1 S2 S3 S4 S5 S6 S8 WE WS WW WW R8 B1", "S7 S7 S7 S7 !", "", "", "S7"),
    ],
)
def test_bones_that_are_all_out_are_not_waited_for(rack: str, thrown: str, working: str, alike: str, out: str) -> None:
    """A newcomer waited for a bone of which all four had been thrown."""
    opened = "R4 S6" if len(rack) < 24 else ""
    found = find_building(at_table(rack, opened, house=House(suits="any"), working=working, thrown=thrown))
    assert found is not None
    assert {*map(code, map(Bone, found.alike))} == {*alike.split()}
    assert {code(Bone(kind)) for kind in found.named if found.needs == "out"} == {*out.split()}


def test_a_bone_is_out_once_another_seat_took_it_for_an_all_of() -> None:
    own = at_table("S1 S2 S3 S4 S5 S6 S8 S9 WE WS WW WW WN", house=House(suits="any"), thrown="+S7 !")
    seven = from_code("S7")
    for how, coming, out in (("pair", (seven,), ()), ("open", (), (seven,))):
        chairs = (*own.chairs[:2], own.chairs[2]._replace(sets=(TraySet(how, seven),)), own.chairs[3])
        found = find_building(changed(own, chairs=chairs))
        assert found is not None and found.lacking == 1
        assert (found.alike, found.named if found.needs == "out" else ()) == (coming, out)


def test_nothing_is_said_once_no_bone_lacks() -> None:
    assert find_building(at_table("S1 S1 S1 B5 B5 WS WS", "R4 S6", house=House(suits="any"), working="WS")) is None


@pytest.mark.parametrize("house", [House(building=False), House(enforcement="faithful"), House(mistaken_calls="on")])
def test_it_is_off_where_the_house_says_so_and_where_mistakes_are_possible(house: House) -> None:
    view: Any = samples.pussers(0)
    assert find_building(changed(view, house=house, ending=None)) is None


def test_it_stays_the_same_from_a_throw_to_the_next_move() -> None:
    session = Session(game("pussers-bones"), 4, settle(OPTIONS, {"suits": "any"}), 1)
    seen: dict[tuple[Any, ...], Any] = {}
    for _ in session.steps("robots", rounds(150, 400, 2_000)):
        for seat in map(Seat, range(4)):
            view: Any = session.view(seat)
            throws = sum(one.seat == seat for one in view.discards)
            if view.phase == "calling" or (
                view.phase in ("turn", "robbing") and not (view.turn == seat and view.plucked)
            ):
                built = find_building(view)
                assert seen.setdefault((seat, view.hand, throws), built) == built
    assert len(seen) > 30


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


def test_of_two_hands_that_are_equally_near_the_dearer_one_is_named() -> None:
    """A hint went for Majors, and the line for pairs in any suit."""
    found = find_building(at_table("DR DR WE WE R1 R1 S9 S9 B9 R4 S5 B6 B7", house=House(suits="any")))
    assert found is not None and found.aim == "majors"

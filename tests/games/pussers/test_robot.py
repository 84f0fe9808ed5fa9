"""The robots of Pussers Bones: their aims, the calls that they miss, and the penalties that they never pay."""

from typing import Any

import pytest

from games import registry
from games.core import Level, settle
from games.core.robots import Thought
from games.pussers.events import Paid
from games.pussers.moves import Break, Discard, Pass, Pluck, Yes
from games.pussers.options import OPTIONS
from games.pussers.robot import robot
from tests.contract.driver import Session
from tests.effort import rounds
from tests.games.handed_chance import HandedChance
from tests.games.pussers.at_table import EDDIE, WALLY, TableAt
from tests.games.pussers.test_opening import set_up_break, wall_with
from tests.left_out import MORE_CASES, mark_thorough

THROWN = "plucked: yes; rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7 B8"
TWO = "rack wally: R1 R1 R2 R2 R4 R4 R5 R6 S1 S2 S5 B1 B2"


@pytest.mark.parametrize(("level", "luck", "does"), [
    (Level.DECKHAND, 92, Thought(Pass(), "overslept")),
    (Level.OLD_HAND, 97, Thought(Pass(), "overslept")),
    (Level.OLD_HAND, 96, Thought(Yes(), "serves", {"aim": "aim/ricks", "this": 3, "other": 2}, Pass())),
    (Level.SHELLBACK, 99, Thought(Yes(), "raises/2", {}, Pass())),
])  # fmt: skip
def test_pb_41_only_a_shellback_never_misses_a_yes_by_chance(level: Level, luck: int, does: Thought) -> None:
    table = TableAt(f"{TWO}; {THROWN}")
    table.say(EDDIE, "discard R1")
    assert robot(table.view(WALLY), HandedChance([luck]), level) == does


@pytest.mark.parametrize(("rack", "aim"), [
    ("R2 R2 R3 R3 R4 R4 S1 S1 S9 B9 B9 DR DG WE", "aim/ricks"),
    ("R1 R1 R3 R3 R9 R9 S1 S1 S9 B9 B9 DR DG WE", "aim/majors"),
])  # fmt: skip
def test_pb_54_an_old_hand_goes_for_the_hand_that_is_nearer(rack: str, aim: str) -> None:
    thought = robot(TableAt(f"plucked: yes; rack eddie: {rack}").view(EDDIE), HandedChance())
    assert thought is not None and thought.facts["aim"] == aim


def test_pb_52_an_old_hand_knows_which_bones_are_gone() -> None:
    """Its double-ups of Ricks can no longer become pairs, but its double-ups of Sticks can."""
    rack = "rack eddie: R2 R2 R3 R3 R4 R4 R5 S6 S6 S7 S7 S8 S8 B1"
    trays = "open sammy: R5; open wally: R6"
    other_rack = "rack normie: R2 R2 R3 R3 R4 R4 S1 S2 B3 B4 B7 B8 B9"
    table = TableAt(f"plucked: yes; {rack}; {other_rack}; {trays}")
    seen = table.view(EDDIE)
    gone = bytearray(seen.thrown_out)
    for kind in (1, 2, 3):
        gone[kind] = 2
    thought = robot(seen._replace(thrown_out=bytes(gone)), HandedChance())
    assert thought is not None and thought.facts["aim"] == "aim/sticks"


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", mark_thorough([3, 4], MORE_CASES, but=[4]))
@pytest.mark.parametrize(
    "options",
    mark_thorough([{}, {"own_wall_scope": "break_only"}, {"own_wall_due": "end_of_hand"}], MORE_CASES, but=[{}]),
)
def test_pb_14_a_robot_breaks_where_it_pays_nothing(level: Level, players: int, options: dict[str, Any]) -> None:
    """The table is faithful, so Eddie may break anywhere."""
    for number in range(72):
        table = set_up_break(wall_with({}, 0), players=players, enforcement="faithful", **options)
        thought = robot(table.view(EDDIE), HandedChance([number]), level)
        assert thought is not None and isinstance(thought.move, Break)
        table.say(EDDIE, f"break {thought.move.stack}")
        assert not table.table.own_wall_due and not any(table.table.sheet.scores)


def test_pb_14_a_robot_breaks_anywhere_if_its_own_wall_costs_nothing() -> None:
    table = set_up_break(wall_with({}, 0), enforcement="faithful", own_wall_a_bit=0)
    stacks = {robot(table.view(EDDIE), HandedChance([number])).move for number in range(72)}  # type: ignore[union-attr]
    assert stacks == {Break(stack) for stack in range(72)}


@pytest.mark.parametrize(
    "pilot", mark_thorough(["robots", "deckhands", "shellbacks"], MORE_CASES, but=["robots", "deckhands"])
)
@pytest.mark.parametrize("players", mark_thorough([3, 4], MORE_CASES, but=[4]))
@pytest.mark.parametrize("scope", mark_thorough(["deal", "break_only"], MORE_CASES, but=["deal"]))
def test_pb_80_robots_pay_no_penalty_at_a_faithful_table(pilot: str, players: int, scope: str) -> None:
    house = settle(OPTIONS, {"players": players, "enforcement": "faithful", "call_mode": "race"},
                   {"own_wall_scope": scope, "mistaken_yes_a_bit": 5})  # fmt: skip
    session = Session(registry.game("pussers-bones"), players, house, seed=7)
    list(session.steps(pilot, rounds(400, 1_500, 1_500)))
    assert session.state.hand > 1
    assert [event for event in session.events if isinstance(event, Paid) and event.variant == "pays"] == []


@pytest.mark.parametrize("level", Level)
def test_pb_85_a_robot_mends_a_short_rack_that_the_seat_had_before(level: Level) -> None:
    table = TableAt("rack eddie: R1 R1 R3 R3 R5 R7 R9 S2 S4 S6 S8 B1", enforcement="faithful")
    assert robot(table.view(EDDIE), HandedChance(), level) == Thought(Pluck("wall"), "plucks")
    table.say(EDDIE, "pluck")
    assert robot(table.view(EDDIE), HandedChance(), level) == Thought(Pluck("loose"), "mends")
    table.say(EDDIE, "pluck")
    thrown = robot(table.view(EDDIE), HandedChance(), level)
    assert thrown is not None and isinstance(thrown.move, Discard)

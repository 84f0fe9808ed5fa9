"""The house rule that a seat with three of a bone must call the fourth (PB-42, `open_all_of_mandatory`)."""

from typing import Any

from games.core import SecretChance
from games.pussers.events import Called
from games.pussers.moves import Yes
from games.pussers.robot import robot
from tests.games.pussers.at_table import EDDIE, NORMIE, SAMMY, WALLY, TableAt

THREE = "rack wally: R1 R1 R1 R5 R6 S1 S2 S5 S6 S9 B1 B2 B5; plucked: yes"
RULE: dict[str, Any] = {"open_all_of_mandatory": True}


def throw(**options: Any) -> TableAt:
    """Let Eddie throw the fourth of Wally's Jimmy Ricks; return the table."""
    table = TableAt(THREE, **RULE, **options)
    table.say(EDDIE, "discard R1")
    return table


def test_pb_42_a_pass_calls_the_fourth() -> None:
    table = throw()
    for seat in (SAMMY, WALLY, NORMIE):
        table.say(seat, "pass")
    assert (table.tray(WALLY), table.table.racks.owed[WALLY], table.table.turn) == ("R1:open", 1, WALLY)


def test_pb_42_silence_calls_the_fourth() -> None:
    table = throw(decide_timeout_s=8)
    table.lapse()
    assert table.tray(WALLY) == "R1:open"


def test_pb_42_a_do_bone_of_another_still_beats_the_compulsory_call() -> None:
    table = TableAt(f"{THREE}; rack normie: R1 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW", **RULE)
    table.say(EDDIE, "discard R1")
    table.say(NORMIE, "dobone")
    for seat in (SAMMY, WALLY):
        table.say(seat, "pass")
    assert table.table.phase == "between" and table.tray(WALLY) == ""


def test_pb_42_the_call_cannot_be_taken_back_and_is_known_to_its_seat_alone() -> None:
    table = throw()
    table.say(WALLY, "pass")
    assert table.refusal(WALLY, "unsay") == "PB-42/must_take"
    assert "unsay" not in table.words(WALLY)
    assert table.list_events(Called)[-1].said == "yes"
    other = TableAt("rack wally: R2 R3 R4 R5 R6 S1 S2 S5 S6 S9 B1 B2 B5; plucked: yes", **RULE)
    other.say(EDDIE, "discard R1")
    other.say(WALLY, "pass")
    for seat in (None, SAMMY):
        assert table.view(seat) == other.view(seat)


def test_pb_42_a_robot_says_yes() -> None:
    thought = robot(throw().view(WALLY), SecretChance(bytes(32), (), 0))
    assert thought is not None and thought.move == Yes()


def test_pb_42_in_a_race_a_pass_is_a_pass() -> None:
    table = throw(call_mode="race", race_grace_ms=0)
    table.say(WALLY, "pass")
    table.say(SAMMY, "pluck")
    assert table.tray(WALLY) == ""

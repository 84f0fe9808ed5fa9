"""A "Yes!" that was said: it can be taken back where calls wait for each other, and no Pass withdraws it (PB-47)."""

import pytest

from tests.games.pussers.at_table import EDDIE, NORMIE, SAMMY, WALLY, TableAt

TWO = "rack normie: R1 R1 S1 S2 S4 S5 S6 S7 S8 B1 B2 B3 B4; plucked: yes"


def throw_one_rick(mode: str, grace: int = 0) -> TableAt:
    """Let Eddie throw a One Rick, of which Normie holds two."""
    table = TableAt(TWO, call_mode=mode, decide_timeout_s=8, race_grace_ms=grace)
    table.say(EDDIE, "discard R1")
    return table


@pytest.mark.parametrize("mode", ["courtesy", "everyone-decides"])
def test_pb_47_a_pass_does_not_withdraw_a_yes_in_silence(mode: str) -> None:
    table = throw_one_rick(mode)
    table.say(NORMIE, "yes")
    assert table.view(NORMIE).spoken == ("yes",)
    assert all(table.view(seat).spoken == () for seat in (None, EDDIE, SAMMY, WALLY))
    assert table.words(NORMIE) == ["yes", "unsay", "pass"]
    assert table.list_late_calls(NORMIE) == ["yes", "pass"]
    assert table.refusal(NORMIE, "pass") == "PB-47/said_yes"
    table.pass_all()
    while table.table.calls.window is not None:
        table.lapse()
    assert table.table.turn == NORMIE


@pytest.mark.parametrize("mode", ["courtesy", "everyone-decides"])
def test_pb_47_a_yes_can_be_taken_back_and_said_again(mode: str) -> None:
    table = throw_one_rick(mode)
    assert table.refusal(NORMIE, "unsay") == "PB-47/nothing_said"
    table.say(NORMIE, "yes")
    table.say(NORMIE, "unsay")
    assert table.view(NORMIE).spoken == ("pass",)
    assert "yes" in table.words(NORMIE) and table.list_late_calls(NORMIE) == ["pass"]
    table.say(NORMIE, "yes")
    assert table.view(NORMIE).spoken == ("yes",)
    table.say(NORMIE, "unsay")
    table.pass_all()
    while table.table.calls.window is not None:
        table.lapse()
    assert table.table.turn == SAMMY


def test_pb_47_a_call_in_a_race_stands() -> None:
    table = throw_one_rick("race", 700)
    table.say(NORMIE, "yes")
    assert "unsay" not in table.words(NORMIE)
    assert table.refusal(NORMIE, "unsay") == "PB-47/nothing_said"
    assert table.refusal(NORMIE, "pass") == "PB-47/said_yes"


def test_pb_82_a_do_bone_cannot_be_taken_back() -> None:
    table = TableAt(TWO, call_mode="everyone-decides", enforcement="faithful")
    table.say(EDDIE, "discard R1")
    table.say(NORMIE, "dobone")
    assert table.view(NORMIE).spoken == ("dobone",)
    assert table.words(NORMIE) == ["setout", "mumble"]
    assert table.refusal(NORMIE, "unsay") == "PB-82/said_already"


@pytest.mark.parametrize("grace", [0, 1000])
def test_pb_49_a_player_who_passed_on_a_bone_can_also_pass_on_the_last_one(grace: int) -> None:
    table = TableAt("plucked: yes; wall: R9", call_mode="race", race_grace_ms=grace)
    table.say(EDDIE, "discard R1")
    table.say(SAMMY, "pass")
    table.say(SAMMY, "pluck")
    if grace:
        table.lapse()
    assert (table.table.phase, table.words(SAMMY), table.list_late_calls(SAMMY)) == ("turn", ["pass"], [])

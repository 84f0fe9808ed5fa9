"""Calls of "Yes!" and "Do Bone!", and how they are settled (PB-40 to PB-48)."""

from typing import Any

import pytest

from games.pieces.bones import from_code
from games.pussers.deadlines import deadline
from games.pussers.events import Acted, PluckReturned, Robbed, TiedUp, YesUndone
from games.pussers.wall import find_next_place
from tests.games.pussers.at_table import DULL, EDDIE, NORMIE, SAMMY, WALLY, TableAt

TWO = "rack wally: R1 R1 R5 R6 S1 S2 S5 S6 S9 B1 B2 B5 B6"
THREE = "rack wally: R1 R1 R1 R6 S1 S2 S5 S6 S9 B1 B2 B5 B6"
WAITS = "rack normie: R1 R1 R3 R3 R3 R4 R4 R4 R8 R8 R8 R9 R9"
MOON = "rack normie: R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW"


def throw(line: str, bone: str = "R1", **options: Any) -> TableAt:
    """Let Eddie, who has plucked at this position, throw a bone; return the table."""
    table = TableAt(f"{line}; plucked: yes; rack eddie: {bone} R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7 B8", **options)
    table.say(EDDIE, f"discard {bone}")
    return table


def test_pb_40_only_the_latest_discard_is_called_and_not_by_its_thrower() -> None:
    table = throw(TWO)
    assert table.refusal(EDDIE, "yes") == "PB-40/own_discard"
    assert table.refusal(EDDIE, "pass") == "PB-40/own_discard"
    table.pass_all()
    assert table.refusal(WALLY, "yes") == "PB-45/too_late"
    assert TableAt().refusal(WALLY, "yes") == "PB-41/nothing_to_call"


def test_pb_41_yes_for_a_pair() -> None:
    table = throw(TWO)
    assert table.refusal(SAMMY, "yes") == "PB-41/not_enough"
    table.say(WALLY, "yes")
    table.pass_all()
    assert (table.tray(WALLY), table.table.turn) == ("R1:pair", WALLY)
    assert table.view(None).discards[0].taken == WALLY
    assert table.refusal(WALLY, "pluck") == "PB-28/not_owed"
    table.say(WALLY, "discard R5")
    assert sum(table.table.racks.counts[WALLY]) == 10


def test_pb_44_do_bone_on_a_discard_the_wall_and_the_loose() -> None:
    table = throw(MOON)
    assert table.words(NORMIE) == ["dobone", "pass"]
    table.say(NORMIE, "dobone")
    table.pass_all()
    assert table.list_events(TiedUp)[0].kind == "moon"
    own = TableAt("rack eddie: R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; wall: F1 S2 R1")
    assert own.refusal(EDDIE, "dobone") == "PB-44/no_do_bone"
    own.say(EDDIE, "pluck")
    assert own.refusal(EDDIE, "dobone") == "PB-44/no_do_bone"
    own.say(EDDIE, "pluck")
    own.say(EDDIE, "dobone")
    assert own.list_events(TiedUp)[0].source == "loose"


def test_pb_44_do_bone_is_refused_while_a_bone_is_owed() -> None:
    table = throw(THREE)
    table.say(WALLY, "yes")
    table.pass_all()
    assert table.refusal(WALLY, "dobone") in ("PB-44/no_do_bone", "PB-44/owed")


def test_pb_45_nobody_acts_while_a_window_is_open() -> None:
    table = throw(TWO, call_mode="courtesy")
    assert table.refusal(SAMMY, "pluck") == "PB-47/window_open"
    assert table.refusal(SAMMY, "discard R2") == "PB-33/not_your_turn"
    table.lapse()
    assert table.table.turn == SAMMY
    assert table.refusal(WALLY, "yes") == "PB-45/too_late"


def test_pb_45_a_pluck_goes_back_if_yes_is_good_until_the_next_discard() -> None:
    table = throw(TWO, call_mode="race", yes_closes="next_discard")
    table.say(SAMMY, "pluck")
    assert isinstance(table.events[-1], Acted)  # PB-47: the pluck is shown after the grace, as in any race
    table.lapse()
    left = table.table.wall.left
    table.say(WALLY, "yes")
    table.lapse()
    assert table.list_events(PluckReturned) == [PluckReturned(SAMMY)]
    assert (table.table.wall.left, table.table.turn, table.tray(WALLY)) == (left + 1, WALLY, "R1:pair")
    shown = throw(f"{TWO}; wall: F1 R2 R3", call_mode="race", yes_closes="next_discard")
    shown.say(SAMMY, "pluck")
    shown.lapse()
    assert shown.refusal(WALLY, "yes") == "PB-45/too_late"


def test_pb_45_the_pluck_that_goes_back_is_the_working_bone() -> None:
    """Meanwhile other seats may pluck from the Loose or set out (PB-83)."""
    rack = "rack normie: F1 R4 R7 R8 S3 S4 S7 S8 B3 B4 B7 B8 B9"
    table = throw(f"{TWO}; {rack}", call_mode="race", yes_closes="next_discard", forgetting="on")
    table.say(SAMMY, "pluck")
    table.lapse()
    before = table.table
    table.say(NORMIE, "setout")
    table.say(NORMIE, "pluck")
    table.say(WALLY, "yes")
    table.lapse()
    assert table.list_events(PluckReturned) == [PluckReturned(SAMMY)]
    assert (table.rack(SAMMY), table.table.wall.left) == (DULL["sammy"], before.wall.left)
    assert table.table.wall.line[find_next_place(table.table, "wall") or 0] == from_code("R9")


@pytest.mark.parametrize("mode", ["courtesy", "everyone-decides"])
def test_pb_45_a_do_bone_after_the_window_is_late_and_costs_nothing(mode: str) -> None:
    """The refusal costs nothing even if the caller's turn has come meanwhile."""
    waits = MOON.replace("normie", "sammy")
    table = throw(waits, call_mode=mode, enforcement="faithful", decide_timeout_s=60)
    table.lapse()
    assert (table.table.turn, table.words(SAMMY)[0]) == (SAMMY, "pluck")
    assert table.refusal(SAMMY, "dobone") == "PB-45/too_late"
    table.say(SAMMY, "pluck")
    assert table.refusal(SAMMY, "dobone") == "played"


@pytest.mark.parametrize("grace", [0, 1000])
@pytest.mark.parametrize("enforcement", ["guarded", "faithful"])
def test_pb_45_the_next_breeze_may_also_tie_up_on_the_discard_until_they_throw(enforcement: str, grace: int) -> None:
    waits = MOON.replace("normie", "sammy")
    table = throw(waits, call_mode="race", enforcement=enforcement, race_grace_ms=grace)
    table.say(SAMMY, "pluck")
    if grace:
        table.lapse()
    assert (table.table.turn, table.rack(SAMMY).count("R9")) == (SAMMY, 3)
    assert "dobone" in table.words(SAMMY)
    table.say(SAMMY, "dobone")
    if grace:
        table.lapse()
    tied = table.list_events(TiedUp)[0]
    assert (tied.seat, tied.do, tied.source) == (SAMMY, from_code("R1"), "discard")
    assert table.list_events(PluckReturned) == [PluckReturned(SAMMY)]
    assert table.rack(SAMMY) == "R1 R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW"
    shown = throw(f"{waits}; wall: F1 R2 R3", call_mode="race", race_grace_ms=grace)
    shown.say(SAMMY, "pluck")
    if grace:
        shown.lapse()
    assert shown.refusal(SAMMY, "dobone").startswith("PB-44/")  # a pretty does not go back


def test_pb_46_a_yes_that_was_taken_is_undone_by_a_do_bone_in_time() -> None:
    table = throw(f"{TWO}; {MOON}", call_mode="race")
    table.say(WALLY, "yes")
    table.lapse()
    assert table.tray(WALLY) == "R1:pair"
    table.say(NORMIE, "dobone", at=1_005_000)
    table.lapse()
    assert table.list_events(YesUndone) == [YesUndone(WALLY, from_code("R1"))]
    assert (table.tray(WALLY), table.table.phase) == ("", "between")
    kept = throw(f"{TWO}; {MOON}", call_mode="race", do_over_yes=False)
    kept.say(WALLY, "yes")
    kept.lapse()
    assert kept.words(NORMIE) == []
    assert kept.refusal(NORMIE, "dobone") == "PB-46/taken"


def test_pb_46_sets_laid_since_the_yes_stay_when_the_yes_is_undone() -> None:
    line = "rack wally: R1 R1 R1 R5 R5 R5 S5 S6 S9 B1 B2 B5 B6; wall: S3 S4 R5"
    table = throw(f"{line}; {MOON}", call_mode="race")
    table.say(WALLY, "yes")
    table.lapse()
    table.say(WALLY, "pluck")
    assert table.tray(WALLY) == "R1:open R5:concealed"
    table.say(NORMIE, "dobone")
    table.lapse()
    assert table.list_events(YesUndone) == [YesUndone(WALLY, from_code("R1"))]
    assert (table.tray(WALLY), table.rack(WALLY)[:8]) == ("R5:concealed", "R1 R1 R1")
    claimed = throw(
        f"rack wally: R5 R6 S1 S2 S5 S6 S9 B1 B2 B5; open wally: R1; {MOON}",
        call_mode="race",
        claim_onto_open_pair=True,
    )
    claimed.say(WALLY, "yes")
    claimed.lapse()
    claimed.say(NORMIE, "dobone")
    claimed.lapse()
    assert claimed.tray(WALLY) == "R1:pair"


def test_pb_47_everybody_is_asked_and_nobody_is_named() -> None:
    table = throw(TWO)
    before = table.view(None)
    assert before.to_act == (SAMMY, WALLY, NORMIE)
    table.say(WALLY, "yes")
    after = table.view(None)
    assert after == before
    assert (table.view(WALLY).answered, table.view(SAMMY).answered) == ("yes", None)
    table.say(WALLY, "unsay")
    table.say(SAMMY, "pass")
    table.say(NORMIE, "pass")
    assert table.table.turn == SAMMY
    assert deadline(table.table) is None


def test_pb_47_a_do_bone_is_not_taken_back() -> None:
    table = throw(MOON)
    table.say(NORMIE, "dobone")
    assert table.refusal(NORMIE, "pass") == "PB-82/said_already"


def test_pb_47_a_pluck_in_a_race_is_not_shown_before_its_grace() -> None:
    table = throw(TWO, call_mode="race")
    table.say(SAMMY, "pluck")
    assert table.table.wall.left == 12
    assert table.refusal(SAMMY, "pluck") == "PB-47/wait"
    assert table.refusal(SAMMY, "discard R2") == "PB-47/wait"
    table.lapse()
    assert (table.table.wall.left, table.table.turn) == (11, SAMMY)


@pytest.mark.parametrize("act", ["pluck", "discard R2"])
def test_pb_47_while_an_act_is_held_a_call_that_comes_too_late_is_marked(act: str) -> None:
    table = throw(TWO, call_mode="race")
    assert not any(table.list_late_calls(seat) for seat in (None, SAMMY, WALLY, NORMIE))
    table.say(SAMMY, act)
    assert (table.view(None).phase, table.view(None).stage) == ("calling", "held")
    assert table.list_late_calls(None) == ["yes", "pass"]
    assert [table.list_late_calls(seat) for seat in (SAMMY, WALLY, NORMIE)] == [["pass"]] * 3


def test_pb_47_once_the_next_breeze_has_plucked_only_do_bone_can_still_be_called() -> None:
    table = throw(TWO, call_mode="race")
    table.say(SAMMY, "pluck")
    table.lapse()
    assert [table.refusal(WALLY, words) for words in ("yes", "pass")] == ["PB-45/too_late", "PB-47/nothing_to_pass"]
    assert (table.words(None), table.list_late_calls(None)) == (["yes", "dobone", "pass"], ["yes", "pass"])
    table.say(SAMMY, "discard R2")
    assert (table.view(None).phase, table.view(None).stage) == ("turn", "held")


def test_pb_48_the_fourth_can_be_robbed_only_by_a_house_rule() -> None:
    line = f"rack eddie: R3 R5 R7 R9 S2 S4 S6 S8 B1 B3; open eddie: R1; wall: R1 S2 S3 S4; {MOON}"
    table = TableAt(line)
    table.say(EDDIE, "pluck")
    assert table.table.phase == "turn"
    for mode in ("everyone-decides", "race"):
        table = TableAt(line, rob_all_of=True, call_mode=mode)
        table.say(EDDIE, "pluck")
        assert (table.table.phase, table.view(NORMIE).fourth) == ("robbing", from_code("R1"))
        assert table.refusal(NORMIE, "yes") == "PB-48/only_dobone"
        table.say(NORMIE, "dobone")
        if mode == "race":
            table.lapse()
        else:
            table.pass_all()
        assert table.list_events(Robbed) == [Robbed(EDDIE, from_code("R1"))]
        assert (table.tray(EDDIE), table.list_events(TiedUp)[0].source) == ("R1:pair", "discard")


def test_pb_48_when_nobody_robs_play_goes_on() -> None:
    line = "rack eddie: R3 R5 R7 R9 S2 S4 S6 S8 B1 B3; open eddie: R1; wall: R1 S2 S3 S4"
    table = TableAt(line, rob_all_of=True)
    table.say(EDDIE, "discard R3")
    assert table.table.phase == "robbing"
    table.pass_all_once()
    assert (table.table.phase, table.table.wall.left) == ("calling", 2)
    table.pass_all()
    assert table.table.turn == SAMMY


def test_pb_49_after_a_robbery_that_took_the_walls_last_bone_the_discard_waits_for_do_bone_alone() -> None:
    """In a race no act closes the window any more, so time does. Nobody has missed a "Yes!"."""
    line = (
        "rack eddie: R3 R5 R7 R9 S2 S4 S6 S8 B1 B3; open eddie: R1; rack sammy: R3 R3 R4 R6 R8 S1 S3 S5 S7 S9 B2 B4 B6"
    )
    table = TableAt(f"{line}; wall: R1 S2", rob_all_of=True, call_mode="race", courtesy_seconds=5)
    table.say(EDDIE, "discard R3")
    table.lapse()
    window = table.table.calls.window
    assert (table.table.phase, table.table.wall.left, table.table.callable) == ("calling", 0, ())
    assert window is not None and window.deadline == window.opened_at + 5000
    assert table.refusal(SAMMY, "yes") == "PB-49/only_dobone"
    table.lapse()
    assert table.table.phase == "between"


def test_pb_45_a_robbery_that_nobody_tries_does_not_close_the_race_for_the_discard() -> None:
    line = f"rack sammy: R4 R6 R8 S1 S3 S5 S7 S9 B2 B4; open sammy: R2; wall: R2 S2 S3 S4; {MOON}"
    table = throw(line, call_mode="race", rob_all_of=True)
    table.say(SAMMY, "pluck")
    table.lapse()
    assert table.table.phase == "robbing"
    table.lapse()
    assert (table.table.turn, table.view(NORMIE).yes_open) == (SAMMY, False)
    table.say(NORMIE, "dobone")
    table.lapse()
    assert [(tie.seat, tie.do) for tie in table.list_events(TiedUp)] == [(NORMIE, from_code("R1"))]
    assert table.tray(SAMMY) == "R2:added"


def test_a_true_do_bone_among_passes_wins_for_a_pair_hand() -> None:
    """PB-44: the called bone fills any place that it fits."""
    table = throw(WAITS, "R9")
    table.say(NORMIE, "dobone")
    table.pass_all()
    tied = table.list_events(TiedUp)[0]
    assert (tied.kind, tied.pure, dict(tied.points)["pairs"]) == ("minors", True, 16)


@pytest.mark.parametrize(("closes", "key"), [("next_action", "PB-45/too_late"), ("next_discard", "played")])
def test_pb_45_without_grace_the_next_pluck_still_ends_the_time_for_yes(closes: str, key: str) -> None:
    table = throw(TWO, call_mode="race", race_grace_ms=0, yes_closes=closes)
    assert table.view(WALLY).yes_open
    table.say(SAMMY, "pluck")
    assert table.view(WALLY).yes_open == (key == "played")
    assert table.refusal(WALLY, "yes") == key


def test_pb_45_without_grace_a_do_bone_is_good_until_the_next_discard() -> None:
    table = throw(MOON, call_mode="race", race_grace_ms=0)
    table.say(SAMMY, "pluck")
    table.say(NORMIE, "dobone")
    assert [tie.seat for tie in table.list_events(TiedUp)] == [NORMIE]


def test_pb_26_the_board_offers_pluck_while_everybody_knows_that_somebody_may() -> None:
    table = TableAt("turn: eddie")
    assert table.words(None) == ["dobone", "pluck"]
    assert table.list_late_calls(None) == ["dobone"]  # it only keeps its place
    table.say(EDDIE, "pluck")
    assert table.words(None) == ["dobone"]  # PB-44: offered to everybody, right or wrong
    race = throw(TWO, call_mode="race")
    assert race.words(None) == ["yes", "dobone", "pass", "pluck"]
    race.say(SAMMY, "pluck")
    assert "pluck" not in race.words(None)  # PB-47: the pluck waits for calls that are still on their way
    assert throw(TWO).words(None) == ["yes", "dobone", "pass"]


def test_pb_28_the_board_offers_pluck_for_a_bone_owed_from_the_loose() -> None:
    table = TableAt("rack eddie: R1 R1 R1 R3 R5 S2 S4 S6 S8 B1 B3 B5 B7; wall: R1 S1 S3 S5; turn: eddie")
    table.say(EDDIE, "pluck")
    assert table.view(None).chairs[EDDIE].owed == 1
    assert table.words(None) == ["dobone", "pluck"]
    table.say(EDDIE, "pluck")
    assert table.words(None) == ["dobone"]

"""A turn: working bone, replacements, discard, the end of the wall (PB-25 to PB-34, PB-49)."""

import pytest

from games.pieces.bones import from_code
from games.pussers.events import Discarded, FourthAdded, HandOver, Plucked
from tests.games.pussers.at_table import EDDIE, SAMMY, TableAt

PAIR = "rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1; open eddie: WE"


def test_pb_25_eddie_begins_with_a_working_bone() -> None:
    table = TableAt()
    assert (table.table.turn, table.view(EDDIE).may_pluck) == (EDDIE, True)
    table.say(EDDIE, "pluck")
    assert table.view(EDDIE).working == from_code("R9")
    assert table.view(SAMMY).working is None


def test_pb_26_a_turn_is_one_working_bone_and_one_discard() -> None:
    table = TableAt()
    table.say(EDDIE, "pluck")
    assert table.refusal(EDDIE, "pluck wall") == "PB-26/plucked_already"
    table.say(EDDIE, "discard R1")
    assert table.refusal(EDDIE, "discard R3") == "PB-47/not_your_turn"
    table.pass_all()
    assert table.table.turn == SAMMY
    assert table.refusal(EDDIE, "pluck") == "PB-33/not_your_turn"


def test_pb_27_discarding_first_brings_the_working_bone_in_the_same_move() -> None:
    table = TableAt()
    events = table.say(EDDIE, "discard R1")
    assert [type(event) for event in events] == [Discarded, Plucked]
    assert from_code("R9") in table.view(EDDIE).rack
    assert TableAt(discard_first="not_allowed").refusal(EDDIE, "discard R1") == "PB-27/pluck_first"


@pytest.mark.parametrize(
    ("option", "words", "key"),
    [("required", "pluck", "PB-28/discard_first"), ("not_allowed", "discard R3", "PB-28/loose_first")],
)
def test_pb_28_a_house_may_fix_the_order(option: str, words: str, key: str) -> None:
    table = TableAt("wall: F1 R1 R2 S9", loose_after_discard=option)
    table.say(EDDIE, "pluck")
    assert table.refusal(EDDIE, words) == key
    assert table.words(EDDIE)[0].startswith("discard" if option == "required" else "pluck")


def test_pb_28_nothing_is_owed_unless_something_was_set_out() -> None:
    table = TableAt()
    table.say(EDDIE, "pluck")
    assert table.refusal(EDDIE, "pluck loose") == "PB-28/not_owed"


def test_pb_31_the_fourth_to_an_open_pair_is_added() -> None:
    table = TableAt(f"{PAIR}; wall: WE R2 S9")
    table.say(EDDIE, "pluck")
    assert (table.tray(EDDIE), table.table.racks.owed[0]) == ("WE:added", 1)
    assert [event.face_down for event in table.list_events(FourthAdded)] == [False]
    down = TableAt(f"{PAIR}; wall: WE R2 S9", added_all_of="concealed")
    down.say(EDDIE, "pluck")
    assert [event.variant for event in down.list_events(FourthAdded)] == ["face_down"]


def test_pb_32_the_bot_sets_out_all_required_bones() -> None:
    table = TableAt()
    assert table.refusal(EDDIE, "setout") == "PB-32/bot_does_it"
    kept = TableAt("rack eddie: R1 R1 R1 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7; wall: R1 R2 S9", all_of_mandatory=False)
    kept.say(EDDIE, "pluck")
    assert kept.tray(EDDIE) == ""
    assert "setout R1" in kept.words(EDDIE)
    assert kept.refusal(SAMMY, "setout R2") == "PB-32/not_your_turn"
    kept.say(EDDIE, "setout R1")
    assert kept.tray(EDDIE) == "R1:concealed"


def test_pb_33_the_discard_ends_the_turn() -> None:
    table = TableAt()
    table.say(EDDIE, "pluck")
    assert table.refusal(EDDIE, "discard WE") == "PB-33/not_in_rack"
    assert table.refusal(SAMMY, "discard R2") == "PB-33/not_your_turn"
    table.say(EDDIE, "discard R9")
    assert table.view(None).discards[-1].bone == from_code("R9")
    assert table.view(None).latest == 0


def test_pb_49_the_last_bone_may_be_tied_up_on_or_let_go() -> None:
    table = TableAt("wall: WE")
    table.say(EDDIE, "pluck")
    assert table.words(EDDIE) == ["pass"]
    assert table.refusal(EDDIE, "discard R1") == "PB-49/no_discard"
    assert table.refusal(SAMMY, "pass") == "PB-47/nothing_to_pass"
    table.say(EDDIE, "pass")
    assert table.list_events(HandOver)[0].how == "wash_out"
    assert table.table.sheet.scores == (0, 0, 0, 0)


def test_pb_49_a_last_discard_thrown_first_may_only_be_called_by_do_bone() -> None:
    table = TableAt("wall: R5; rack sammy: R1 R1 R2 R4 R6 R8 S1 S3 S5 S7 S9 B2 B4")
    table.say(EDDIE, "discard R1")
    assert table.refusal(SAMMY, "yes") == "PB-49/only_dobone"
    assert table.words(SAMMY) == ["pass"]
    table.pass_all()
    assert table.table.ended is not None
    assert table.table.ended.how == "wash_out"


def test_pb_49_in_a_race_the_last_discard_may_be_called_for_the_length_of_a_courtesy() -> None:
    table = TableAt("wall: R5", call_mode="race", courtesy_seconds=5)
    table.say(EDDIE, "discard R1")
    window = table.table.calls.window
    assert window is not None
    assert window.deadline == window.opened_at + 5000
    table.lapse()
    assert table.table.phase == "between"


def test_pb_49_a_race_waits_for_calls_before_the_hand_ends() -> None:
    table = TableAt("wall: R5 F1", call_mode="race")
    table.say(EDDIE, "discard R1")
    table.say(SAMMY, "pluck")
    table.lapse()
    assert (table.table.phase, table.view(None).waiting) == ("turn", True)
    table.lapse()
    assert table.table.phase == "between"


def test_pb_49_a_house_may_have_one_more_discard() -> None:
    table = TableAt("wall: WE; rack sammy: R1 R1 R2 R4 R6 R8 S1 S3 S5 S7 S9 B2 B4", last_bone_discard=True)
    table.say(EDDIE, "pluck")
    assert table.refusal(EDDIE, "pass") == "PB-47/nothing_to_pass"
    table.say(EDDIE, "discard R1")
    assert table.refusal(SAMMY, "yes") == "PB-49/only_dobone"
    table.pass_all()
    assert table.table.phase == "between"


def test_pb_49_the_wall_is_gone_though_a_box_for_the_loose_is_full() -> None:
    boxed = "wall: WE R9 R9 S9 S9 WE WS WS WW WN DR DR DG DG DW; turn: eddie"
    table = TableAt(boxed, loose="box")
    table.say(EDDIE, "pluck")
    assert [table.view(seat).stage for seat in (None, EDDIE, SAMMY)] == ["last"] * 3
    assert (table.view(None).left, table.words(EDDIE)) == (14, ["pass"])
    table = TableAt(boxed, loose="box", discard_first="allowed")
    table.say(EDDIE, "discard R1")
    assert table.words(None) == ["dobone", "pass"], "nobody plucks, and no Yes! is possible"

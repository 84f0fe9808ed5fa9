"""The end of a hand, mistakes and manners (PB-5, PB-70 to PB-73, PB-80 to PB-94)."""

from dataclasses import replace
from typing import Any

import pytest

from games.core import Seat, settle
from games.core.options import bind
from games.pieces.bones import from_code
from games.pussers.events import HandOver, Mumbled, RuledOff, ShitTiedUp
from games.pussers.game import is_revealed
from games.pussers.moves import Pluck, RuleOff
from games.pussers.options import OPTIONS, House, parse_rule_off
from games.pussers.robot import robot
from games.pussers.scoring import receipts
from tests.games.handed_chance import HandedChance
from tests.games.pussers.at_table import DULL, EDDIE, NORMIE, SAMMY, WALLY, TableAt, bones
from tests.refuses import refuses

READY = "rack eddie: R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; wall: R1 R2"


def win_hand(line: str = READY, **options: Any) -> TableAt:
    """Let Eddie win the hand of this position; return the table."""
    table = TableAt(line, **options)
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    return table


def house(**options: Any) -> House:
    return bind(House, settle(OPTIONS, options))


def test_pb_5_and_pb_70_do_bone_ends_the_hand_and_the_winner_shows() -> None:
    table = win_hand(READY.replace("wall", "concealed eddie:; wall"))
    assert (table.table.phase, is_revealed(table.table)) == ("between", True)
    ending = table.view(SAMMY).ending
    assert ending is not None
    assert (ending.how, ending.kind, ending.plucked, len(ending.rack)) == ("do_bone", "moon", True, 14)
    assert ending.losers == ()


@pytest.mark.parametrize("viewer", [None, EDDIE, SAMMY])
def test_pb_70_only_the_winners_face_down_all_ofs_are_turned_up(viewer: Any) -> None:
    table = TableAt(
        "rack eddie: R1 R1 R1 R2 R2 R2 R3 R3 R3 R5; concealed eddie: WE; plucked: no; turn: eddie;"
        "rack sammy: R4 R6 R8 S1 S3 S5 S7 S9 B2 B4; concealed sammy: DG; wall: R5 S1 S3 S5"
    )

    def face_up() -> list[Any]:
        return [group.bone for chair in table.view(viewer).chairs for group in chair.sets]

    table.say(EDDIE, "pluck")
    before = face_up()
    table.say(EDDIE, "dobone")
    east, green = bones("WE DG")
    own = {None: None, EDDIE: None, SAMMY: green}[viewer]
    assert before == [east if viewer == EDDIE else None, own]
    assert face_up() == [east, own]
    table.say(EDDIE, "next")
    assert face_up() == []


def test_pb_82_a_wrong_do_bone_shows_the_callers_face_down_all_ofs_too() -> None:
    table = TableAt(
        "rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1; concealed eddie: WE; plucked: no; turn: eddie", mistaken_calls="on"
    )
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    assert [group.bone for group in table.view(None).chairs[EDDIE].sets] == list(bones("WE"))


def test_pb_70_losers_are_shown_where_the_house_wants() -> None:
    ending = win_hand(show_losers=True).view(None).ending
    assert ending is not None
    assert [len(rack) for rack in ending.losers] == [0, 13, 13, 13]


def test_pb_70_the_others_toss_their_bones_into_one_heap_that_tells_nobody_whose_they_were() -> None:
    """If two of the others swap their racks, everybody else sees the same heap."""
    swapped = f"{READY}; rack sammy: {DULL['wally']}; rack wally: {DULL['sammy']}"
    tables = [win_hand(line, toss_in=True) for line in (READY, swapped)]
    one, two = (table.view(None).ending for table in tables)
    assert one is not None and one == two
    assert one.heap == tuple(sorted(bones(" ".join(DULL[name] for name in ("sammy", "wally", "normie")))))
    assert not any(one.losers)
    assert [table.view(EDDIE).ending for table in tables] == [one, one]
    assert win_hand(toss_in=True, show_losers=True).view(None).ending.heap == ()  # type: ignore[union-attr]
    assert [ended.variant for table in (tables[0], win_hand()) if (ended := table.table.ended)] == [
        "tossed/stays",
        "stays",
    ]


def test_pb_71_walls_are_built_afresh() -> None:
    table = win_hand()
    assert table.words(WALLY) == ["next"]
    table.say(WALLY, "next")
    assert (table.table.phase, table.table.hand, table.table.eddie) == ("breaking", 2, EDDIE)
    assert table.refusal(EDDIE, "next") == "PB-71/hand_under_way"
    assert table.table.sheet.scores == (150, -50, -50, -50)


def test_pb_13_chance_breaks_the_wall_of_every_hand_where_the_house_says_so() -> None:
    table = win_hand(break_choice="random")
    table.play_chance(WALLY, "next", [31])
    assert (table.table.phase, table.table.hand, table.table.wall.broken_at) == ("turn", 2, 31)


def test_pb_73_the_sheet_is_ruled_off_by_agreement() -> None:
    table = win_hand()
    for seat in (EDDIE, SAMMY, WALLY):
        table.say(seat, "rule_off")
    table.say(EDDIE, "rule_off")
    table.say(NORMIE, "rule_off")
    assert table.view(None).rule_off_votes == (SAMMY, WALLY, NORMIE)
    table.say(EDDIE, "rule_off")
    assert (table.table.phase, table.view(None).over) == ("ruled_off", True)
    assert table.refusal(EDDIE, "next") == "PB-73/over"


def test_pb_73_a_robot_never_asks_to_rule_off_and_agrees_with_a_player_who_asks() -> None:
    """Otherwise a sheet with a robot could never be ruled off."""
    table, chance = win_hand(), HandedChance()
    before = robot(table.view(SAMMY), chance)
    assert before is not None and before.move != RuleOff()
    table.say(EDDIE, "rule_off")
    for seat in (SAMMY, WALLY, NORMIE):
        thought = robot(table.view(seat), chance)
        assert thought is not None and thought.move == RuleOff(follows=True)
        table.say(seat, "rule_off")
    assert table.table.phase == "ruled_off"


def test_pb_73_a_robots_agreement_lapses_once_no_person_asks_any_more() -> None:
    table = win_hand()
    assert table.refusal(SAMMY, "rule_off follows") == "PB-73/nobody_asks"
    for seat, words in ((EDDIE, "rule_off"), (WALLY, "rule_off follows"), (SAMMY, "rule_off")):
        table.say(seat, words)
    table.say(EDDIE, "rule_off")
    assert table.view(None).rule_off_votes == (WALLY, SAMMY), "Sammy still asks"
    table.say(SAMMY, "rule_off")
    assert table.view(None).rule_off_votes == ()


def test_pb_73_votes_in_a_hand_count_when_it_ends() -> None:
    table = TableAt(READY)
    for seat in range(4):
        table.say(Seat(seat), "rule_off")
    assert table.table.phase == "turn"
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    assert table.list_events(RuledOff) == [RuledOff(0)]
    assert (RuledOff(0).variant, RuledOff(1).variant) == ("early", ""), "no sheet is ruled off after 0 Rounds"


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("vote", ("vote", 0)),
        ("rounds:2", ("rounds", 2)),
        ("clock:23:30", ("clock", 1410)),
        ("clock:00:00 Australia/Sydney", ("clock", 0)),
        ("clock:00:00 Australia/Sydney +11:00", ("clock", 780)),
        ("clock:23:30 America/St_Johns -03:30", ("clock", 180)),
    ],
)
def test_pb_73_the_values_of_the_house_rule_rule_off(text: str, means: tuple[str, int]) -> None:
    assert parse_rule_off(text) == means
    for wrong in ("rounds:0", "clock:24:00", "never", "rounds:", "clock:00:00 +11", "clock:00:00 a b"):
        with refuses("PB-73/rule_off"):
            parse_rule_off(wrong)


@pytest.mark.parametrize(("rule", "over"), [("rounds:1", True), ("rounds:2", False), ("clock:00:00", False)])
def test_pb_94_ruling_off_is_agreed_beforehand(rule: str, over: bool) -> None:
    line = "rack normie: R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; wall: R1 R2; turn: normie"
    table = TableAt(line, rule_off=rule, after_shit_tie_up="eddie_moves")
    assert table.refusal(EDDIE, "rule_off") == "PB-73/agreed_beforehand"
    for hand in range(4):
        position = TableAt(f"{line}; hand: {hand + 1}").events[1]
        events = [*table.events, *_with_eddie(position, Seat(hand))]
        table = TableAt.after(events)
        winner = Seat((hand + 1) % 4)
        table.say(winner, "pluck")
        table.say(winner, "dobone")
    assert table.table.sheet.rounds == 1
    first, *_, last = table.list_events(HandOver)
    assert (first.sheet, last.sheet, last.variant) == ((), table.table.sheet.scores, "round"), (
        "PB-73: the sheet is read out"
    )
    assert table.view(None).over is over


def _with_eddie(position: Any, eddie: Seat) -> list[Any]:
    """The position with this Eddie; the next seat is in turn and has the rack that can win."""
    winner = (eddie + 1) % 4
    racks = list(position.racks)
    racks[3], racks[winner] = racks[winner], racks[3]
    return [replace(position, eddie=eddie, turn=Seat(winner), racks=tuple(racks))]


def test_pb_80_a_guarded_game_refuses_mistakes_and_a_faithful_one_makes_them_cost() -> None:
    guarded = TableAt("plucked: yes")
    guarded.say(EDDIE, "discard R1")
    assert guarded.refusal(WALLY, "dobone") == "PB-51/not_a_hand"
    assert guarded.words(WALLY) == ["pass"]
    faithful = TableAt("plucked: yes", enforcement="faithful")
    faithful.say(EDDIE, "discard R1")
    assert faithful.words(WALLY) == ["pass", "dobone", "yes", "setout", "mumble"]


def test_pb_82_a_shit_tie_up_pays_everybody_and_eddie_stays() -> None:
    table = TableAt("plucked: yes", mistaken_calls="on")
    table.say(EDDIE, "discard R1")
    table.say(WALLY, "dobone")
    table.pass_all()
    assert table.table.sheet.scores == (50, 50, -150, 50)
    over = table.list_events(HandOver)[0]
    assert (over.how, over.next_eddie) == ("shit_tie_up", EDDIE)
    ending = table.view(None).ending
    assert ending is not None
    assert (ending.kind, receipts(table.events)[0].key) == ("not_a_hand", "shit_tie_up")


FORGOT = "rack eddie: F1 R1 R1 R1 R1 R9 S2 S4 S6 S8 B1 B3 B5; first_pretty: open; wall: R2 R3 R4 R5 R6"


def test_pb_83_the_bot_does_not_remind_a_forgetful_player() -> None:
    table = TableAt(FORGOT, forgetting="on")
    table.say(EDDIE, "pluck")
    assert len(table.table.racks.pretties[0]) == 0
    table.say(EDDIE, "discard R1")
    table.pass_all()
    assert table.table.turn == SAMMY
    table.say(EDDIE, "setout")
    assert table.view(SAMMY).chairs[0].pretties == (from_code("F1"),)
    assert table.table.sheet.scores == (30, -10, -10, -10)
    assert table.refusal(EDDIE, "setout R1") == "PB-83/not_there"
    table.say(EDDIE, "pluck")
    assert from_code("R6") in table.view(EDDIE).rack
    assert table.refusal(EDDIE, "pluck loose") == "PB-28/not_owed"


def test_pb_83_the_button_to_set_out_stands_whatever_is_on_the_rack() -> None:
    forgot, plain = TableAt(FORGOT, forgetting="on"), TableAt("wall: R2 R3 R4 R5 R6", forgetting="on")
    for table in (forgot, plain):
        assert "setout" in table.words(EDDIE) and "setout" in table.words(WALLY)
        assert not any(words.startswith("setout ") for words in table.words(EDDIE))
    assert plain.refusal(EDDIE, "setout") == "PB-83/nothing"


def test_pb_85_an_excuse_is_one_press_once_after_each_turn() -> None:
    table = TableAt(miscounts="on")
    assert "mumble" not in table.words(EDDIE), "first they have to play"
    table.say(EDDIE, "discard R1")
    table.say(EDDIE, "mumble")
    assert table.list_events(Mumbled)[0].seat == EDDIE
    assert "mumble" not in table.words(EDDIE) and "mumble" in table.words(WALLY)
    assert table.refusal(EDDIE, "mumble") == "PB-85/mumbled"
    assert TableAt().refusal(EDDIE, "mumble") == "PB-85/no_excuse"


def test_pb_83_four_alike_cannot_tie_up_before_they_are_set_out() -> None:
    line = "rack eddie: R2 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R5 R6; wall: R6 R7"
    table = TableAt(line, enforcement="faithful")
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    assert table.list_events(ShitTiedUp)[0].reason == "undeclared_all_of"


def test_pb_83_a_player_sets_nothing_out_while_their_discard_waits_for_calls() -> None:
    """PB-47: the set could contain the discard that still waits for calls."""
    table = TableAt("rack sammy: R2 R2 R2 R2 R6 R8 S1 S3 S5 S7 S9 B2 B4", forgetting="on", call_mode="race")
    table.say(EDDIE, "discard R1")
    table.say(SAMMY, "discard R2")
    assert table.refusal(SAMMY, "setout R2") == "PB-47/wait"
    table.lapse()
    assert (table.view(None).discards[-1].bone, table.rack(SAMMY)[:8]) == (from_code("R2"), "R2 R2 R2")


def test_pb_84_one_working_bone_before_or_after_the_discard() -> None:
    table = TableAt(miscounts="on", call_mode="race", race_grace_ms=0)
    table.say(EDDIE, "discard R1")
    assert table.view(EDDIE).may_pluck
    table.say(EDDIE, "pluck")
    assert sum(table.table.racks.counts[0]) == 13
    table.say(SAMMY, "discard R2")
    table.say(WALLY, "pluck")
    assert table.refusal(SAMMY, "pluck") == "PB-33/not_your_turn"
    assert sum(table.table.racks.counts[1]) == 12


@pytest.mark.parametrize("mode", ["race", "everyone-decides"])
def test_pb_84_a_pretty_plucked_after_the_discard_is_replaced_at_once(mode: str) -> None:
    """PB-28: after the discard, a bone owed to the player comes in the same move."""
    table = TableAt("wall: F1 R9 S9 B9 WE", miscounts="on", call_mode=mode, race_grace_ms=0)
    table.say(EDDIE, "discard R1")
    table.pass_all()
    table.say(EDDIE, "pluck")
    assert (table.table.racks.owed[EDDIE], table.table.wall.left, sum(table.table.racks.counts[EDDIE])) == (0, 3, 13)
    assert table.rack(EDDIE).endswith("WE")


def test_pb_84_a_rack_may_be_miscounted_after_a_yes_and_nobody_is_told_the_count() -> None:
    table = TableAt("plucked: yes; rack wally: R1 R1 R5 R6 S1 S2 S5 S6 S9 B1 B2 B5 B6", miscounts="on")
    table.say(EDDIE, "discard R1")
    table.say(WALLY, "yes")
    table.pass_all()
    table.say(WALLY, "pluck wall")
    table.say(WALLY, "discard R5")
    assert sum(table.table.racks.counts[2]) == 11
    assert [chair.rack for chair in table.view(None).chairs] == [13, 13, 10, 13]


def test_pb_85_a_short_rack_is_mended_from_the_loose_once_a_turn() -> None:
    table = TableAt("rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5", miscounts="on")
    table.say(EDDIE, "pluck wall")
    table.say(EDDIE, "pluck loose")
    assert table.refusal(EDDIE, "pluck loose") == "PB-28/not_owed"
    assert sum(table.table.racks.counts[0]) == 14


def test_pb_85_after_mending_first_only_the_working_bone_is_offered() -> None:
    table = TableAt("rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5", miscounts="on")
    assert table.words(EDDIE)[:2] == ["pluck wall", "pluck loose"]
    table.say(EDDIE, "pluck loose")
    assert [words for words in table.words(EDDIE) if words.startswith("pluck")] == ["pluck wall"]
    assert "pluck loose" not in table.words(EDDIE)
    table.say(EDDIE, "pluck wall")
    assert not [words for words in table.words(EDDIE) if words.startswith("pluck")]


def test_pb_84_play_goes_on_past_an_empty_rack() -> None:
    """Players who throw without plucking may run out of bones to throw."""
    three = "open eddie: R2 R4 R6; rack eddie: S1 S1 S1"
    table = TableAt(f"{three}; wall: S1 S3 S5", miscounts="on", loose_after_discard="required")
    table.say(EDDIE, "pluck wall")
    assert (sum(table.table.racks.counts[EDDIE]), table.words(EDDIE)) == (0, ["pluck"])
    thought = robot(table.view(EDDIE), HandedChance())
    assert thought is not None and thought.move == Pluck("loose")
    table.say(EDDIE, "pluck")
    assert table.rack(EDDIE) == "S5"
    last = TableAt(f"{three}; wall: S1", miscounts="on", last_bone_discard=True)
    last.say(EDDIE, "pluck wall")
    assert last.words(EDDIE) == ["pass"]
    last.say(EDDIE, "pass")
    assert last.table.phase == "between"


def test_pb_86_a_wrong_count_cannot_tie_up() -> None:
    table = TableAt("rack eddie: R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG; wall: R1 R2", miscounts="on", mistaken_calls="on")
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    assert table.list_events(ShitTiedUp)[0].reason == "wrong_count"


def test_pb_86_fourteen_before_the_pluck_are_one_too_many() -> None:
    """With fourteen bones before the pluck, no bone completes a hand of fourteen (PB-44)."""
    table = TableAt("rack eddie: R1 R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; wall: R1 R2", enforcement="faithful")
    table.say(EDDIE, "dobone")
    assert table.list_events(ShitTiedUp)[0].reason == "wrong_count"
    assert table.table.phase == "between"


def test_pb_90_discarding_first_comes_before_plucking() -> None:
    assert TableAt().words(EDDIE)[0] == "pluck"
    assert TableAt().words(EDDIE)[1].startswith("discard")


def test_pb_91_a_discard_is_public_by_name() -> None:
    table = TableAt("plucked: yes")
    table.say(EDDIE, "discard jimmy")
    assert [discard.bone for discard in table.view(None).discards] == [from_code("R1")]


def test_pb_93_nobody_waits_while_bones_are_set_out() -> None:
    table = TableAt(FORGOT, forgetting="on")
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "discard R9")
    table.say(EDDIE, "setout F1")
    assert table.table.phase == "calling"
    table.pass_all()
    assert table.table.turn == SAMMY

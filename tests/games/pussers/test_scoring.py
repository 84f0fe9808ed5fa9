"""Hands of fourteen and their scores (PB-50 to PB-69)."""

from typing import Any

import pytest

from games.core.options import bind, settle
from games.core.seats import Seat
from games.pieces.bones import Bone, from_code
from games.pussers.events import HandOver, ShitTiedUp
from games.pussers.hands import is_hand
from games.pussers.options import OPTIONS, House
from games.pussers.scoring import Claim, Verdict, list_squints, make_payment, receipts, round_score, score, transfers
from games.pussers.view import TraySet
from tests.games.pussers.at_table import EDDIE, SAMMY, WALLY, TableAt, bones, counts


def judge(
    rack: str, trays: str = "", do: str = "R9 discard", breeze: int = 1, pretties: str = "", **options: Any
) -> Verdict:
    """The verdict on a hand given as text; trays are written as "R2:pair DR:open"."""
    sets = tuple(TraySet(how, from_code(bone)) for bone, _, how in (words.partition(":") for words in trays.split()))
    bone, _, source = do.partition(" ")
    last = source == "last"
    house = bind(House, settle(OPTIONS, options))
    claim = Claim(counts(rack), sets, bones(pretties), from_code(bone), "wall" if last else source, last, breeze)
    return score(claim, house)


OPEN = "R2:pair R3:pair R5:pair R7:pair"


@pytest.mark.parametrize(
    ("rack", "trays", "reason"),
    [
        ("R9 R9 R9", OPEN, "wrong_count"),
        ("R9", OPEN, "wrong_count"),
        ("R9 F1", OPEN, "undeclared_pretty"),
        ("R4 R4 R4 R4 R9", "R2:pair R3:pair R5:pair", "undeclared_all_of"),
        ("R2 R9", OPEN, "undeclared_all_of"),
    ],
)
def test_pb_50_exactly_fourteen(rack: str, trays: str, reason: str) -> None:
    assert judge(rack, trays).reason == reason


def test_pb_51_four_pairs_and_a_double_up_and_no_runs() -> None:
    assert is_hand(counts("R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R5"))
    assert not is_hand(counts("R1 R2 R3 R4 R5 R6 R7 R7 R7 R8 R8 R8 R9 R9"))
    assert not is_hand(counts("R1 R1 R2 R2 R3 R3 R4 R4 R5 R5 R6 R6 R7 R7"))
    assert is_hand(counts("R9 R9"), (1, 2, 4, 6))


def test_pb_52_minors_in_one_suit_with_or_without_honours() -> None:
    pure = judge("R9 R9", OPEN)
    assert (pure.kind, pure.pure, dict(pure.doubles)) == ("minors", True, {"pure": 3, "total": 3})
    mixed = judge("WN WN", OPEN, "WN discard", breeze=0)
    assert (mixed.legal, mixed.pure) == (True, False)


def test_pb_53_mixed_suits_are_a_hand_only_by_a_house_rule() -> None:
    assert judge("S9 S9", OPEN, "S9 discard").reason == "mixed_suits"
    assert judge("S9 S9", OPEN, "S9 discard", breeze=0, suits="any").legal
    assert not is_hand(counts("S8 S8"), (1, 2, 4, 6))
    assert is_hand(counts("S8 S8"), (1, 2, 4, 6), any_suits=True)


@pytest.mark.parametrize(
    ("rack", "trays", "kind", "a_bit"),
    [
        ("WE WE WE DR DR DR B1 B1", "R1:pair S9:pair", "majors", 30),
        ("S1 S1 S1 S9 S9 S9 B1 B1", "R1:pair B9:pair", "ones_and_nines", 50),
        ("WE WE", "WW:pair WN:pair DR:pair DW:pair", "winds_and_dragons", 50),
    ],
)
def test_pb_54_pb_55_pb_56_the_hands_of_majors(rack: str, trays: str, kind: str, a_bit: int) -> None:
    verdict = judge(rack, trays, "B1 discard")
    assert (verdict.kind, verdict.a_bit, verdict.points) == (kind, a_bit, ())


def test_pb_57_moon() -> None:
    moon = "R1 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW"
    assert all(judge(f"{moon} {more}", "", f"{more} wall").kind == "moon" for more in moon.split())
    assert judge(f"{moon} R2", "", "R2 wall").reason == "not_a_hand"


@pytest.mark.parametrize(("breeze", "kind", "a_bit"), [(0, "big_lizard", 30), (1, "little_lizard", 20)])
def test_pb_58_lizards(breeze: int, kind: str, a_bit: int) -> None:
    verdict = judge("S1 S2 S3 S4 S5 S6 S7 S8 S9 WE WE WS WW WN", "", "S5 wall", breeze)
    assert (verdict.kind, verdict.a_bit) == (kind, a_bit)
    assert judge("S1 S2 S3 S4 S5 S5 S6 S7 S8 S9 WE WS WW WN", "", "S5 wall", breeze).reason == "not_a_hand"


def test_pb_59_the_highest_fixed_score_counts_and_never_the_points() -> None:
    trays = "DR:concealed DG:concealed WE:concealed R1:concealed"
    assert judge("R9 R9", trays, "R9 loose", 0).a_bit == 30
    better = judge("R9 R9", trays, "R9 loose", 0, fixed_hands="better_of")
    assert (better.kind, better.a_bit) == ("majors", 384)
    terminals = "S1 S1 S1 S9 S9 S9 B1 B1"
    assert judge(terminals, "R1:pair B9:pair", "B1 wall", majors_a_bit=60).kind == "majors"


def test_pb_60_the_example_of_the_rulebook() -> None:
    verdict = judge("WN WN WN S1 S1 S1 S5 S5", "DR:pair DW:pair", "S1 discard", 3)
    assert dict(verdict.points) == {"tie_up": 20, "pairs": 20, "total": 40}
    assert dict(verdict.doubles) == {"own_breeze": 1, "dragons": 2, "tie_up": 1, "total": 4}
    assert (verdict.score, verdict.a_bit) == (640, 6)


@pytest.mark.parametrize(
    ("trays", "pairs", "all_ofs"),
    [
        ("R2:pair R3:pair R5:pair R7:pair", 8, 0),
        ("R1:pair R3:pair R5:pair R7:pair", 10, 0),
        ("R2:open R3:pair R5:pair R7:pair", 6, 8),
        ("R1:added R3:pair R5:pair R7:pair", 6, 16),
        ("R2:concealed R3:pair R5:pair R7:pair", 6, 16),
        ("R1:concealed R3:pair R5:pair R7:pair", 6, 32),
    ],
)
def test_pb_61_points_of_sets(trays: str, pairs: int, all_ofs: int) -> None:
    points = dict(judge("R9 R9", trays).points)
    assert (points["pairs"], points.get("all_ofs", 0)) == (pairs, all_ofs)


def test_pb_61_a_called_do_bone_makes_an_open_pair() -> None:
    rack = "R2 R2 R2 R4 R4 R4 R6 R6 R6 R8 R8 R8 R9 R9"
    assert dict(judge(rack, "", "R2 wall").points) == {"tie_up": 20, "pairs": 16, "plucked_do": 2, "total": 38}
    assert dict(judge(rack, "", "R2 discard").points) == {"tie_up": 20, "pairs": 14, "total": 34}
    assert dict(judge("DR DR", OPEN, "DR wall", 0).points)["double_up"] == 2
    assert dict(judge("WS WS", OPEN, "WS wall", pretties="F2 N1").points)["pretties"] == 8


def test_pb_62_doubles() -> None:
    doubles = dict(judge("R9 R9", "DR:pair WS:pair R5:pair R7:open", "R9 loose", pretties="F2 N2").doubles)
    assert doubles == {
        "own_breeze": 1,
        "dragons": 1,
        "own_flower": 1,
        "own_season": 1,
        "loose_or_last": 1,
        "tie_up": 1,
        "total": 6,
    }
    assert dict(judge("R9 R9", OPEN, "R9 last").doubles)["loose_or_last"] == 1
    half = judge("WN WN", OPEN, "WN discard", half_pure_doubles=1)
    assert dict(half.doubles)["half_pure"] == 1


@pytest.mark.parametrize(
    ("reading", "do", "concealed"),
    [
        ("no_open_pairs", "S2 discard", False),
        ("no_open_pairs", "DG discard", True),
        ("plucked_throughout", "DG discard", False),
        ("nothing_called_before_do", "S2 discard", True),
    ],
)
def test_pb_62_concealed(reading: str, do: str, concealed: bool) -> None:
    rack = "S2 S2 S2 S4 S4 S4 S6 S6 S6 WE WE WE DG DG"
    assert judge(rack, "", do, 0, concealed_hand=reading).concealed is concealed


def test_pb_62_added_all_ofs_and_larger_only() -> None:
    rack, tray = "R4 R4 R4 R6 R6 R6 R9 R9 R9 R8 R8", "R2:added"
    assert not judge(rack, tray, "R8 wall").concealed
    assert judge(rack, tray, "R8 wall", added_all_of="concealed").concealed
    larger = judge(
        rack, tray, "R8 wall", added_all_of="concealed", pure_and_concealed="larger_only", concealed_doubles=4
    )
    assert dict(larger.doubles) == {"concealed": 4, "total": 4}


@pytest.mark.parametrize(("reading", "total"), [("x2_is_the_double", 112), ("x2_as_well", 224), ("no_double", 56)])
def test_pb_63_a_house_rule_sets_the_meaning_of_times_two(reading: str, total: int) -> None:
    assert judge("WN WN", OPEN, "WN discard", 0, tie_up_reading=reading).score == total


@pytest.mark.parametrize(
    ("rounding", "expected"), [("half_up", [0, 1, 1, 2]), ("half_down", [0, 0, 1, 2]), ("floor", [0, 0, 0, 1])]
)
def test_pb_64_rounding(rounding: str, expected: list[int]) -> None:
    house = bind(House, settle(OPTIONS, {"rounding": rounding}))
    assert [round_score(total, house) for total in (49, 50, 51, 151)] == expected


def test_pb_65_a_house_sets_the_fixed_scores() -> None:
    assert judge("WE WE", "WW:pair WN:pair DR:pair DW:pair", "WE discard", winds_and_dragons_a_bit=70).a_bit == 70
    assert judge("WE WE", "WW:pair WN:pair DR:pair DW:pair", "WE discard", cap_a_bit=5).a_bit == 5
    moon = "R1 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW R1"
    assert judge(moon, "", "R1 wall").a_bit == 50
    assert judge(moon, "", "R1 wall", moon_a_bit=70).a_bit == 70


def test_pb_66_the_minimum() -> None:
    assert judge("WN WN", OPEN, "WN discard").reason == "no_double"
    assert judge("WN WN", OPEN, "WN discard", 0).a_bit == 1
    assert judge("WN WN", OPEN, "WN discard", minimum_doubles=0).score == 56
    assert judge("WN WN", OPEN, "WN discard", minimum_doubles=0, minimum_score=56, minimum_inclusive=False).reason == (
        "under_minimum"
    )
    raw: dict[str, Any] = {"minimum_basis": "raw_points", "minimum_doubles": 0}
    assert judge("WN WN", OPEN, "WN discard", **raw).reason == "under_minimum"
    assert judge("R9 R9", OPEN, **raw).legal
    assert judge("WN WN", OPEN, "WN discard", 0, **raw).legal
    assert judge("WE WE WE B1 B1", "R1:pair S9:pair B9:pair", "B1 discard", majors="counted").reason == "no_double"


@pytest.mark.parametrize(
    ("pretties", "options", "bonus"),
    [
        ("F1 F2 F3 F4", {}, {"squints": 20}),
        ("F1 F2 F3 N4", {}, {}),
        ("F1 F2 F3 N4", {"squints_set": "any_four"}, {"squints": 20}),
        ("F1 F2 F3 F4 N1 N2 N3 N4", {}, {"double_squints": 50}),
        ("F1 F2 F3 F4 N1 N2 N3 N4", {"double_squints_a_bit": 70}, {"double_squints": 70}),
        ("F1 F2 F3 F4 N1 N2 N3 N4", {"double_squints": "adds"}, {"squints": 40, "double_squints": 50}),
    ],
)
def test_pb_67_squints(pretties: str, options: dict[str, Any], bonus: dict[str, int]) -> None:
    assert dict(list_squints(bones(pretties), bind(House, settle(OPTIONS, options)))) == bonus


def test_pb_67_squints_may_be_paid_on_completion() -> None:
    table = TableAt("wall: F4 R1 R2 N4; pretties eddie: F1 F2 F3 N1 N2 N3", squints_due="on_completion")
    table.say(EDDIE, "pluck")
    assert table.table.sheet.scores[0] == 60
    table.say(EDDIE, "pluck")
    assert table.table.sheet.scores[0] == 150


def test_pb_68_everybody_pays_the_same() -> None:
    assert make_payment(SAMMY, 4, "tie_up", "PB-68", 6).amounts == (-6, 18, -6, -6)
    assert make_payment(Seat(2), 3, "shit_tie_up", "PB-82", 50, penalty=True).amounts == (50, 50, -100)


def test_pb_69_bonuses_are_lines_of_their_own_on_sheet_and_receipt() -> None:
    rack = "rack eddie: R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; pretties eddie: F1 F2 F3 F4; wall: R1 R2"
    table = TableAt(rack)
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    assert [(line.reason, line.a_bit) for line in table.view(None).sheet] == [("tie_up", 50), ("squints", 20)]
    (receipt,) = receipts(table.events)
    assert (receipt.key, receipt.total, receipt.unit) == ("moon", 70, "a_bit")
    assert [transfer.amounts[0] for transfer in transfers(table.events)] == [150, 60]


def test_pb_82_the_receipt_of_a_shit_tie_up_says_who_pays_whom() -> None:
    called = ShitTiedUp(SAMMY, "not_a_hand", None, "wall", (), (), (), (), 0)
    sum_up, pays = receipts([called, make_payment(SAMMY, 4, "shit_tie_up", "PB-82", 50, penalty=True)])
    assert sum_up.key == "shit_tie_up"
    assert (pays.key, pays.seats, pays.total) == ("shit_tie_up", (SAMMY,), -150)
    assert pays.lines[0].facts == (("seat", SAMMY), ("seats", (0, 2, 3)), ("each", 50))


def test_pb_68_the_receipt_of_a_tie_up_says_who_pays_whom() -> None:
    table = TableAt("rack eddie: R9 R9 R9 R8; open eddie: R2 R3 R5; wall: R8 R2")
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    (receipt,) = receipts(table.events)
    assert [(line.key, line.amount) for line in receipt.lines_below] == [("each_pays", 3 * receipt.total)]


def test_pb_49_a_drawn_hand_has_a_receipt_too() -> None:
    (receipt,) = receipts([HandOver("wash_out", None, WALLY, False, ())])
    assert (receipt.key, receipt.total) == ("wash_out", 0)
    assert receipt.lines[0].facts == (("seat", WALLY),)


def test_a_receipt_adds_up() -> None:
    """PB-60: points, doubles, score and a bit agree on the receipt."""
    table = TableAt("rack eddie: R9 R9 R9 R8; open eddie: R2 R3 R5; wall: R8 R2")
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    (receipt,) = receipts(table.events)
    amounts = {line.key: line.amount for line in receipt.lines if line.unit == "points"}
    doubles = sum(line.amount for line in receipt.lines if line.unit == "doubles")
    assert amounts["points"] == sum(amounts[key] for key in ("tie_up", "pairs", "plucked_do"))
    assert amounts["score"] == amounts["points"] << doubles
    assert receipt.total == round_score(amounts["score"], House())


def test_major_and_minor_have_two_senses() -> None:
    """Section 3: a 1 is a number in the pluck for Eddie, but a major in the points."""
    assert dict(judge("R8 R8", "R1:pair R2:pair R3:pair R4:pair", "R8 discard").points)["pairs"] == 10
    assert Bone(0) == from_code("R1")

"""Rules that need no call, each in a hand that it affects: R1, R2, R3, R5, R8, R9, R11, R20, R22, HE-1 to HE-9."""

import pytest

from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.ranking import class_of, ranks_of
from games.bonedoneskis.evaluation.readings import find_one_way
from games.bonedoneskis.options import ReadingRules
from tests.conformance.bonedoneskis_lines import read_line, write_line

JUDGE = find_evaluator(ReadingRules())


@pytest.mark.parametrize(
    ("line", "value", "ranks", "rules"),
    [
        ("As.2d 2s.2d 9s.3u 5s.4u Ad.5u 6c.6d", "three_of_a_kind", (14, 9, 5), {"R8"}),  # R1, R8
        ("9h.2d 9d.2d 7c.3u 7d.4u 4h.5u Kd.6d", "four_of_a_kind", (9, 13), {"R5"}),  # R5
        ("Kh.2d Kd.2d Js.3d* 9d.4u 5s.5u Qh.6d", "three_of_a_kind", (13, 12, 9), {"R6"}),  # R6
        ("2s.2d 2h.2d 5d.3u 3h.4u 2c.5u 2d.6u", "stone_cold_nuts", (2, 5), {"R20"}),  # R3, R20
        ("As.2d 2h.2d 4h.3u 5h.4u 3h.5u 6h.6d", "straight_flush", (6,), {"R11"}),  # R9, R11
        ("6c.2d 2h.2d 3h.3u 4h.4u 5h.5u Kd.6d", "straight_flush", (5,), {"R8"}),  # R2: the ace is not a red 6
        ("4h.2d 4d.2d 9s.3u 7d.4u 4s.5u 9c.6d", "five_of_a_kind", (4,), {"R5", "R22"}),  # R22
        ("4h.2d 4d.2d 4s.3u 7d.4u Kh.5u 9d.6d", "four_of_a_kind", (4, 13), {"R5"}),  # R15: a wild as 4c is no killer
    ],
)
def test_r1_to_r22_a_reading_is_used_and_named(line: str, value: str, ranks: tuple[int, ...], rules: set[str]) -> None:
    held = read_line(line)
    got = JUDGE.value_of_line(held)
    assert (class_of(got), ranks_of(got)) == (value, ranks)
    assert {rule for _, _, rule in find_one_way(held, JUDGE.rules, got)} - {""} == rules


def test_r2_a_substitute_has_no_power_and_no_curse() -> None:
    wild = read_line("5h.2d 8h.2d 7c.3u 7h.4d 4h.5u Kd.6d")
    assert class_of(JUDGE.value_of_line(wild)) == "straight_flush", "a wild as 6h is alive"


def test_r9_red_6s_are_dead_and_short_hands_lose_by_their_missing_kickers() -> None:
    short = JUDGE.value_of_line(read_line("9h.2d 9s.2d 6h.3u Kd.4u Ks.5u 6d.6d"))
    assert ranks_of(short) == (13, 9)
    assert short < JUDGE.value_of_line(read_line("9c.2d 9d.2d Kc.3u Kh.4u 2d.5u 6s.6d"))


def test_he_1_a_board_ignores_the_killer() -> None:
    line = read_line("9c.2d Ad.2d 8h.3u 4c.4d Tc.5u")
    assert class_of(JUDGE.value_of_line(line)) == "dead_hand"
    assert ranks_of(JUDGE.value_of_board(line)) == (10, 8)


def test_he_5_he_9_the_joined_jack_of_the_inventors_example_makes_no_full_house() -> None:
    line = read_line("Jd.2d 9d.2d 5s.3u 9h.4u 2c.5u Jc.6d")
    value = JUDGE.value_of_line(line)
    assert class_of(value) == "three_of_a_kind"
    assert ("9h+2c", "Jh", "R20") in find_one_way(line, JUDGE.rules, value)


@pytest.mark.parametrize("line", ["7h.3u Kd.2u4 Js.4u* 4c.5d", "Js.3d* Ts.2d"])
def test_a_written_line_is_read_back_unchanged_bd_2(line: str) -> None:
    assert write_line(read_line(line)) == line


@pytest.mark.parametrize("text", ["7h", "7h.u", "7h.3x", "1z.3u", "7h.3ux", "."])
def test_an_invalid_line_is_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        read_line(text)

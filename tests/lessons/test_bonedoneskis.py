"""The boards, hands and claims of the lessons of Bonedoneskis, judged by its engine."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest

from bot.tables.process_settings import LESSONS
from games.bonedoneskis.decisions.betting import find_bring_in, find_first_to_act
from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.ranking import class_of, ranks_of
from games.bonedoneskis.options import House
from games.core import Seat
from tests.conformance.bonedoneskis import events
from tests.conformance.bonedoneskis_lines import read_line
from tests.lessons import codes_of, list_groups, right_labels, step_of

HOUSE = House()
JUDGE = find_evaluator(HOUSE.reading_rules)
NAMES = ("Bear", "Bull", "you", "Normie")


def line(down: Sequence[str], up: Sequence[str]) -> str:
    """Two cards dealt down and the others up, street by street, as a vector writes them."""
    return " ".join([*(f"{card}.2d" for card in down), *(f"{card}.{street}u" for street, card in enumerate(up, 3))])


def hand(down: Sequence[str], up: Sequence[str]) -> tuple[str, tuple[int, ...]]:
    """The class and the ranks of a hand at the showdown."""
    value = JUDGE.value_of_line(read_line(line(down, up)))
    return class_of(value), tuple(ranks_of(value))


def find_claims(
    street: int,
    boards: Mapping[str, Sequence[str]],
    *new: str,
    others: int = 3,
    down: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> dict[str, Any]:
    """The claims that a street allows with these boards and face-down cards, and the trades that it demands."""
    seats = [*boards, *(f"n{number}" for number in range(others + 1 - len(boards)))]
    written = {seat: line(down.get(seat, ()), up) for seat, up in boards.items()}
    return dict(events({"seats": seats, "street": street, "lines": written, "new": [f"{card} D" for card in new]}, {}))


def test_the_eight_brings_in() -> None:
    step = step_of("bonedoneskis/streets", "The bring-in")
    lines = [read_line(line((), codes)) for codes in list_groups(step, "Bear", "Bull", "Wally", "Normie")]
    seat = find_bring_in(lines, [Seat(number) for number in range(4)], HOUSE, JUDGE)
    assert right_labels(step) == [("Bear", "Bull", "Wally", "Normie")[seat]]


def test_the_pair_with_the_wild_seven_speaks_first() -> None:
    step = step_of("bonedoneskis/streets", "The best board speaks first")
    lines = [read_line(line((), codes)) for codes in list_groups(step, *NAMES)]
    assert (
        right_labels(step)
        == [NAMES[find_first_to_act(lines, [Seat(number) for number in range(4)], JUDGE)]]
        == ["Bear"]
    )


def test_the_betting_amounts_are_those_of_the_defaults() -> None:
    assert (HOUSE.ante, HOUSE.bring_in, HOUSE.small_bet, HOUSE.big_bet) == (50, 50, 100, 200)
    assert (HOUSE.fee, HOUSE.nine_pay, HOUSE.raise_cap) == (250, 100, 3)
    assert right_labels(step_of("bonedoneskis/streets", "Fifth street")) == [f"{2 * HOUSE.big_bet / 100:.2f}"]


def test_a_full_house_wins_the_showdown() -> None:
    step = step_of("bonedoneskis/streets", "The showdown")
    values = {
        name: JUDGE.value_of_line(read_line(line((), codes_of(step, name))))
        for name in ("flush", "full house", "straight")
    }
    assert [class_of(value) for value in values.values()] == ["flush", "full_house", "straight"]
    assert right_labels(step) == [f"The {max(values, key=lambda name: values[name])}"]


@pytest.mark.parametrize(
    "title, kind, ranks",
    [
        ("Wild sevens", "three_of_a_kind", (13, 9, 4)),
        ("A seven in the hole", "pair", (13, 9, 7, 4)),
        ("Sixes as aces", "three_of_a_kind", (14, 9, 5)),
    ],
)
def test_a_hand_with_wild_or_reread_cards_has_its_class(title: str, kind: str, ranks: tuple[int, ...]) -> None:
    step = step_of("bonedoneskis/bites", title)
    assert hand(codes_of(step, "face down"), codes_of(step, "face up")) == (kind, ranks)


@pytest.mark.parametrize(
    "title, kind, ranks",
    [
        ("The ace as a six", "straight_flush", (6,)),
        ("The 2 that joins", "three_of_a_kind", (12, 8, 5)),
        ("The 4 of spades", "three_of_a_kind", (12, 9, 8)),
    ],
)
def test_a_card_that_reads_as_another_makes_the_hand(title: str, kind: str, ranks: tuple[int, ...]) -> None:
    step = step_of("bonedoneskis/readings", title)
    assert hand(codes_of(step, "face down"), codes_of(step, "face up")) == (kind, ranks)


def test_three_2s_and_two_5s_win() -> None:
    step = step_of("bonedoneskis/readings", "Stone cold nuts")
    values = {name: JUDGE.value_of_line(read_line(line((), codes_of(step, name)))) for name in ("Bull", "Wally")}
    assert [class_of(value) for value in values.values()] == ["stone_cold_nuts", "straight_flush"]
    assert right_labels(step) == [max(values, key=lambda name: values[name])]


def test_a_substitute_earns_nothing() -> None:
    step = step_of("bonedoneskis/readings", "Stopped dead")
    assert find_claims(4, {"you": codes_of(step, "your board")}, "you 7h")["calls"] == []


@pytest.mark.parametrize(
    "title, boards, new, calls",
    [
        ("Kings of spades and clubs", ("Bull's board on fourth street",), "Bull Ks", ["R18 Bull Ks duty"]),
        (
            "Fours of hearts and diamonds",
            ("your board on fourth street", "Wally's board"),
            "you 4h",
            ["R19 you 4h power"],
        ),
        ("The queen of hearts", ("your board on fourth street",), "you Qh", ["R17 you Qh power"]),
        (
            "The 2 Hog",
            ("your board on fourth street", "Bull's board", "Wally's board"),
            "you 2s",
            ["R4 you 2s power"],
        ),
        ("The 8 Ball", ("your board on fourth street", "Bull's board"), "you 8s", ["R14 you 8s power"]),
    ],
)
def test_a_card_acts_on_its_street(title: str, boards: Sequence[str], new: str, calls: list[str]) -> None:
    step = step_of("bonedoneskis/powers", title)
    written = {owner_of(caption): codes_of(step, caption) for caption in boards}
    down = dict.fromkeys(written, ()) | {owner_of(boards[0]): ("Ac", "6d")}
    assert find_claims(4, written, new, down=down)["calls"] == calls


def owner_of(caption: str) -> str:
    """The owner of a board, by its caption."""
    return "you" if caption.startswith("your") else caption.partition("'")[0]


@pytest.mark.parametrize(
    "title, caption, street, new, begins",
    [
        ("Three in a row", "Bull's board on fifth street", 5, "Bull Th", "R26 Bull 8d+9c+Th duty"),
        ("Jack and 4", "Wally's board on fourth street", 4, "Wally Jh", "R23 Wally 4d+Jh duty"),
        ("King and 3", "your board on fourth street", 4, "you 3c", "R24 you Kd+3c duty"),
    ],
)
def test_a_board_is_a_duty(title: str, caption: str, street: int, new: str, begins: str) -> None:
    step = step_of("bonedoneskis/boards", title)
    owner = owner_of(caption)
    boards = {owner: codes_of(step, caption), "other": ("9h", "Ah", "As")[: street - 2]}
    calls = find_claims(street, boards, new, others=1, down={owner: ("Ac", "6d"), "other": ("Qc", "6h")})["calls"]
    assert [call for call in calls if call.startswith(begins)], calls


def test_two_red_eights_in_a_run_are_snowmen() -> None:
    step = step_of("bonedoneskis/boards", "Dueling Snowmen")
    boards = {"Bull": codes_of(step, "dealt to Bull"), "Wally": codes_of(step, "dealt to Wally, next")}
    calls = find_claims(3, boards, "Bull 8h", "Wally 8d", others=1)["calls"]
    assert calls == ["R16 Wally 8h+8d duty"]


def test_the_8_ball_takes_the_nine_before_it_is_paid() -> None:
    step = step_of("bonedoneskis/boards", "What comes first")
    boards = {"Bull": codes_of(step, "Bull's board"), "you": codes_of(step, "your board")}
    calls = find_claims(4, boards, "Bull 9s", "you 8s", others=1)["calls"]
    assert [call.split()[0] for call in calls] == ["R14", "R21"]


def test_every_rule_is_taught() -> None:
    """The lessons cite each of the twenty-nine rules."""
    taught = LESSONS.joinpath("bonedoneskis.md").read_text(encoding="utf-8")
    cited = set(re.findall(r"\bR\d+\b", taught))
    assert sorted({f"R{number}" for number in range(1, 30)} - cited) == []


def test_two_red_sixes_take_the_pot() -> None:
    step = step_of("bonedoneskis/bites", "Dead sixes")
    assert find_claims(4, {"you": codes_of(step, "your board")}, "you 6d")["auto"] == ["R10 you 6h+6d"]


def test_the_killer_four_kills_a_full_house() -> None:
    step = step_of("bonedoneskis/bites", "The 4 of clubs")
    down, others = codes_of(step, "face down"), codes_of(step, "your other cards")
    assert hand(down, others)[0] == "dead_hand"
    assert hand(("8c", down[1]), others)[0] == "full_house"


def test_the_nine_of_hearts_is_traded() -> None:
    step = step_of("bonedoneskis/bites", "Cards that must be traded")
    boards = {name: ("5s" if name == "you" else "5c", *codes_of(step, f"dealt to {name}")) for name in ("you", "Bull")}
    asked = find_claims(4, boards, "you 9h", "Bull Kd", others=1)["compulsory"]
    assert asked == ["R12 you 9h -> Kd"]


def test_the_nine_of_spades_can_be_claimed_and_pays_three() -> None:
    step = step_of("bonedoneskis/claims", "Nobody reminds you")
    boards = {"you": codes_of(step, "your board on fourth street")}
    assert find_claims(4, boards, "you 9s")["calls"] == ["R21 you 9s power"]
    assert find_claims(5, {"you": (*boards["you"], "Jh")}, "you Jh")["calls"] == [], (
        "nobody can claim it on the next street"
    )
    assert right_labels(step_of("bonedoneskis/claims", "What it brings")) == [f"{3 * HOUSE.nine_pay / 100:.2f}"]


def test_a_black_jack_is_a_duty() -> None:
    step = step_of("bonedoneskis/claims", "Somebody else's jack")
    boards = {"you": codes_of(step, "your board"), "Bull": codes_of(step, "Bull's board")}
    assert find_claims(4, boards, "Bull Js", others=2)["calls"] == ["R6 Bull Js duty"]
    assert right_labels(step) == [f"Bull pays {HOUSE.fee / 100:.2f} or folds"]


def test_a_three_can_be_sold_on_its_street() -> None:
    step = step_of("bonedoneskis/claims", "Sell a 3")
    boards = {"you": codes_of(step, "your board on fourth street")}
    assert find_claims(4, boards, "you 3h")["calls"] == ["R7 you 3h power"]
    assert find_claims(5, {"you": (*boards["you"], "9d")}, "you 9d")["calls"] == []


def test_an_unclear_board_allows_no_claim() -> None:
    step = step_of("bonedoneskis/claims", "If in doubt")
    assert find_claims(4, {"you": codes_of(step, "your board on fourth street")}, "you 8c")["calls"] == []

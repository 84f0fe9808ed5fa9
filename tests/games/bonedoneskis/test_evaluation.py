"""HE-1 to HE-9: the evaluator, compared with brute force on random and on awkward lines."""

import random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.bonedoneskis.evaluation import evaluate
from games.bonedoneskis.evaluation.evaluate import Evaluator, find_evaluator
from games.bonedoneskis.evaluation.ranking import class_of, ranks_of
from games.bonedoneskis.evaluation.readings import find_one_way
from games.bonedoneskis.options import ReadingRules
from tests.conformance.bonedoneskis_lines import read_line
from tests.effort import rounds
from tests.games.bonedoneskis.brute import DECK, value
from tests.left_out import LONGER

AWKWARD = [rank + suit for rank in "A624" for suit in "shdc"] + ["5s", "5h"]
AWKWARD += ["7h", "7s", "Js", "Jc", "Qs", "8s", "Qd", "Kd", "3c", "3h"]


def draw_line(pick: random.Random, cards: list[str], size: int, wilds: int) -> str:
    """A random line of these cards, with at most `wilds` wild ones to keep brute force quick."""
    words = []
    for place, code in enumerate(pick.sample(cards, size)):
        dealt = 2 if place < 2 else min(8, place + 1)
        up = pick.random() < (0.15 if place < 2 else 0.85)
        since = pick.choice([street for street in (3, 4, 5) if street >= dealt] or [dealt]) if place < 2 else dealt
        paid = code in ("Js", "Jc") and up and pick.random() < 0.6 and wilds > 0
        if code[0] == "7" and up and not wilds:
            up = False
        wilds -= paid or (code[0] == "7" and up)
        if up and pick.random() < 0.1:
            since = 5
        words.append(f"{code}.{dealt}{f'u{since}' if up else 'd'}{'*' if paid else ''}")
    return " ".join(words)


def value_by_engine(line: str, board: bool, **options: object) -> tuple[int, ...]:
    rules = {
        "dead_six_blocks": options.get("dead_six_blocks", False),
        "schizo_dealt_up": options.get("schizo_basis") == "dealt_up",
        "codependent_down": options.get("codependent_down", False),
        "jack_down_wild": options.get("jack_down_wild", True),
        "nuts_substitutes": options.get("nuts_substitutes", "all"),
        "red_sixes_live": options.get("red_sixes_live", False),
    }
    judge = find_evaluator(ReadingRules(**rules))  # type: ignore[arg-type]
    held = read_line(line)
    got = judge.value_of_board(held) if board else judge.value_of_line(held)
    plays = find_one_way(held, judge.rules, got, seen=board)
    assert rules["red_sixes_live"] or bool(plays) == (got >> 20 > 1), (
        f"{line}: {class_of(got)} without a way to play it"
    )
    return (got >> 20, *ranks_of(got))


@pytest.mark.parametrize("seed", range(rounds(1, 4, 32)))
@pytest.mark.thorough(LONGER)
def test_he_3_to_he_6_random_lines_have_the_value_that_brute_force_finds(seed: int) -> None:
    pick = random.Random(seed)
    for _ in range(150):
        line = draw_line(pick, DECK, pick.choice((5, 6, 7)), 1)
        assert value_by_engine(line, False) == value(line), line


@pytest.mark.parametrize("seed", range(rounds(1, 4, 32)))
def test_he_4_awkward_lines_have_the_value_that_brute_force_finds(seed: int) -> None:
    pick = random.Random(100 + seed)
    for _ in range(rounds(40, 80, 80)):
        options: dict[str, Any] = {
            "dead_six_blocks": pick.random() < 0.3,
            "schizo_basis": pick.choice(("face_up", "dealt_up")),
            "codependent_down": pick.random() < 0.5,
            "jack_down_wild": pick.random() < 0.7,
            "nuts_substitutes": pick.choice(("all", "wild_only", "none")),
            "red_sixes_live": seed % 2 == 0,
        }
        line = draw_line(pick, AWKWARD, pick.choice((4, 5, 6, 7)), 1)
        assert value_by_engine(line, False, **options) == value(line, **options), (line, options)


@pytest.mark.parametrize("seed", range(rounds(1, 4, 32)))
def test_r20_joins_that_use_or_make_aces_and_6s_have_the_value_that_brute_force_finds(seed: int) -> None:
    """R8 and R11 read aces and 6s as each other, so they apply to these joins. Each line has one or two joins."""
    pick = random.Random(400 + seed)
    for _ in range(300):
        one, two = pick.sample(("2d", "2c"), 2)
        left, other = pick.sample([rank + suit for rank in "A4Q" for suit in "shdc"], 2)
        pool = [code for code in DECK if code[0] in "A2345689" and code not in (one, two, left, other)]
        rest = pick.sample(pool, 4)
        last = [f"{other}.5u", f"{two}.6u"] if pick.random() < 0.4 else [f"{rest[2]}.5u", f"{rest[3]}.6u"]
        line = " ".join([f"{rest[0]}.2d", f"{rest[1]}.2d", f"{left}.3u", f"{one}.4u", *last][pick.randrange(3) :])
        for board in (False, True):
            assert value_by_engine(line, board) == value(line, board=board), line


@pytest.mark.parametrize("seed", range(4))
def test_he_3_short_lines_with_two_wilds_have_the_value_that_brute_force_finds(seed: int) -> None:
    pick = random.Random(200 + seed)
    for _ in range(6):
        line = draw_line(pick, AWKWARD, pick.choice((3, 4, 5)), 2)
        assert value_by_engine(line, False) == value(line), line


@given(st.integers(min_value=0, max_value=10**9), st.integers(min_value=1, max_value=6))
def test_he_2_he_7_boards_and_short_hands_have_the_value_that_brute_force_finds(seed: int, size: int) -> None:
    pick = random.Random(seed)
    line = draw_line(pick, AWKWARD if seed % 2 else DECK, size, 1)
    assert value_by_engine(line, True) == value(line, board=True), line


def test_caches_are_emptied_before_they_grow_and_the_values_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pick = random.Random(11)
    lines = [read_line(draw_line(pick, DECK, 7, pick.randrange(3))) for _ in range(400)]
    plain = Evaluator(ReadingRules())
    values = [(plain.value_of_line(line), plain.value_of_board(line)) for line in lines]
    monkeypatch.setattr(evaluate, "MOST_PATTERNS", 40)
    monkeypatch.setattr(evaluate, "MOST_CARDS", 30)
    small = Evaluator(ReadingRules())
    assert [(small.value_of_line(line), small.value_of_board(line)) for line in lines] == values
    assert len(small._patterns) <= 40 < len(plain._patterns)
    assert len(small._patterns.known) <= 40 < len(plain._patterns.known)


def test_evaluators_are_cached_for_only_a_few_sets_of_house_rules() -> None:
    assert find_evaluator(ReadingRules()) is find_evaluator(ReadingRules())
    assert find_evaluator.cache_info().maxsize == evaluate.MOST_EVALUATORS

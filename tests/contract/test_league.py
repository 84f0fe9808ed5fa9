"""A short league: robots of every level, under many house rules (`tests/bench/league.py` has the whole league)."""

import itertools

import pytest

from games.core import Level, Value
from games.lombardy.game import GAME as LOMBARDY
from games.registry import NAMES
from tests.bench.league import QUICK, Faults, Table, list_pairs, play, run, settle_for
from tests.effort import rounds
from tests.left_out import LONGEST, MORE_CASES, MORE_GAMES, mark_thorough


@pytest.mark.parametrize("name", mark_thorough(NAMES, MORE_GAMES, only=[LONGEST, "lombardy-bones"]))
def test_no_robot_errs_at_any_table(name: str) -> None:
    faults = run(name, 1, rounds(3 * QUICK, QUICK, QUICK))
    assert faults.hands
    assert not faults.counts, faults.where


@pytest.mark.parametrize(
    ("reserve", "players"), mark_thorough(itertools.product((1, 2), (2, 3)), MORE_CASES, but=[(2, 3)])
)
def test_lb_27_every_hand_ends_even_if_passes_end_none_and_the_boneyard_keeps_bones_that_fit(
    reserve: int, players: int
) -> None:
    faults, tables = Faults(), 0
    for (one, other), drawing in itertools.product(list_pairs(LOMBARDY), ("allowed", "forbidden")[: rounds(1, 2, 2)]):
        levels: tuple[Level, ...] = tuple((one, other)[seat % 2] for seat in range(players))
        rules: dict[str, Value] = {
            "all_pass": "goes_on",
            "boneyard_reserve": reserve,
            "pass_before_draw": drawing,
            "race_grace_ms": 0,
        }
        play(Table(LOMBARDY, levels, settle_for(LOMBARDY, rules, players), f"{rules} {levels}"), 1, faults)
        tables += 1
    assert not faults.counts, faults.where
    assert faults.hands == tables

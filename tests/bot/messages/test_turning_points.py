"""Turning points: a change of the outlook is told only if other guessed deals would name the same step."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, strategies as st

from bot.automation import thinkers
from bot.automation.thinkers import Thinkers
from bot.messages.replays.turning_points import (
    Outlook,
    StepOutlook,
    TurningPoint,
    find_margin,
    find_percentages,
    find_turning_points,
    pick_doubtful,
)
from games.core import Seat, SecretChance, View, settle
from games.duo.game import GAME as duo
from tests.left_out import LONGER, MORE_CASES, mark_thorough

SIDES = ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
BEGUN = duo.view(duo.fold(duo.begin(4, settle(duo.OPTIONS), 0, SecretChance(bytes(32), (), 0))), None)
SALTS = [str(number) for number in range(10)]


def make_looks(swings: Sequence[float], deals: int = 3_000) -> list[StepOutlook]:
    """Make the outlooks of steps between which the share of duo X changes by these amounts."""
    shares = [0.5]
    for swing in swings:
        shares.append(shares[-1] + (swing if shares[-1] <= 0.5 else -swing))
    return [StepOutlook(step, Outlook((share, 1 - share) * 2, deals)) for step, share in enumerate(shares, 1)]


async def guess_turns(monkeypatch: pytest.MonkeyPatch, truth: Sequence[float], salt: str) -> list[TurningPoint]:
    """Find the turning points of a hand in which duo X wins by chance with these shares, move by move."""

    def count(
        name: str, views: Sequence[View], salts: tuple[str, ...], samples: int, round_of_deals: int
    ) -> list[tuple[float, ...]]:
        shares: list[tuple[float, ...]] = []
        for view in views:
            chance = SecretChance(b"planted", (*salts, str(view.hand)), round_of_deals)
            won = sum(chance.below(1_000) < 1_000 * truth[view.hand] for _ in range(samples)) / samples
            shares.append((won, 1 - won) * 2)
        return shares

    monkeypatch.setattr(thinkers, "count_shares", count)
    views: list[View] = [replace(BEGUN, hand=number) for number in range(len(truth))]
    outlooks = await Thinkers(0).find_outlooks("any", views, (salt,), lambda quick: pick_doubtful(quick, SIDES))
    assert outlooks is not None
    return find_turning_points([StepOutlook(step, outlook) for step, outlook in enumerate(outlooks)], SIDES)


@pytest.mark.parametrize("salt", mark_thorough(SALTS, MORE_CASES, but=SALTS[:1]))
async def test_a_hand_without_turning_points_names_none(monkeypatch: pytest.MonkeyPatch, salt: str) -> None:
    """With only a hundred deals for each look, up to three steps of such a hand would be named."""
    assert await guess_turns(monkeypatch, [0.5] * 40, salt) == []
    assert await guess_turns(monkeypatch, [0.2 + 0.015 * step for step in range(40)], salt) == []


@pytest.mark.parametrize("salt", mark_thorough(SALTS, MORE_CASES, but=SALTS[:3]))
async def test_a_decisive_step_is_named_whatever_the_luck(monkeypatch: pytest.MonkeyPatch, salt: str) -> None:
    turns = await guess_turns(monkeypatch, [0.45] * 17 + [0.75] * 10 + [0.7] * 13, salt)
    assert [turn.step for turn in turns] == [17]
    assert abs(turns[0].swing - 0.3) < 0.06


@pytest.mark.parametrize(
    ("swings", "named"),
    [
        ((0.4, 0.3, 0.01), [2, 3]),
        ((0.4, 0.23, 0.02, 0.16), [2, 3]),
        ((0.16, 0.155, 0.17), []),
        ((0.24, 0.23, 0.22), [2, 3, 4]),
    ],
)
def test_turning_points_are_cut_off_at_the_widest_gap(swings: tuple[float, ...], named: list[int]) -> None:
    assert [turn.step for turn in find_turning_points(make_looks(swings), SIDES)] == named


def test_of_two_sides_the_one_that_gained_is_named() -> None:
    turns = find_turning_points(make_looks((0.4, 0.35, 0.3, 0.45)), SIDES)
    assert len(turns) == 4
    assert all(turn.before < turn.after for turn in turns)


def test_a_change_within_its_standard_error_is_no_turning_point() -> None:
    assert find_turning_points(make_looks([0.2], deals=100), SIDES) == []
    assert find_turning_points(make_looks([0.24], deals=3_000), SIDES)


def test_a_hand_without_play_is_not_looked_at_again() -> None:
    assert pick_doubtful([Outlook((), 200)] * 3, SIDES) == []
    looks = [Outlook((), 200), *(look.outlook for look in make_looks([0.02, 0.2, 0.02, 0.02], 200)), Outlook((), 200)]
    assert pick_doubtful(looks, SIDES) == [1, 2, 3, 5]


@given(st.lists(st.integers(0, 500), min_size=2, max_size=4).filter(any))
@example([745, 255])
@example([1, 1, 1])
@pytest.mark.thorough(LONGER)
def test_the_percentages_of_all_sides_make_a_hundred(won: list[int]) -> None:
    shares = tuple(count / sum(won) for count in won)
    sides = [(Seat(seat),) for seat in range(len(won))]
    percentages = find_percentages(StepOutlook(1, Outlook(shares, sum(won))), sides)
    assert sum(percentages.values()) == 100
    assert all(abs(percentages[side] - 100 * shares[side[0]]) < 1 for side in sides)


def test_the_margin_of_a_share_shrinks_with_the_deals() -> None:
    assert [find_margin(deals) for deals in (100, 200, 1_000, 4_000)] == [10, 7, 4, 2]

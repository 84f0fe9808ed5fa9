"""Invariants of every hand of Lombardy Bones, played at random, mistakes included."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from games.core import Seat, settle
from games.lombardy.events import Called, Counted, Event
from games.lombardy.evolve import evolve, fold
from games.lombardy.game import GAME as LOMBARDY
from games.lombardy.options import OPTIONS
from games.lombardy.state import State
from games.pieces.dominoes import HALVES, dominoes_of, mask
from tests.contract.driver import Session
from tests.effort import rounds
from tests.left_out import MORE_CASES, mark_thorough

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"enforcement": "guarded"},
    {"race_grace_ms": 500, "call_mode": "courtesy", "renege_closes": "showing", "spinner_ends_count": "when_open"},
    {"pass_when_able": "forbidden", "boneyard_reserve": 1, "zero_floor": "always", "tie_share": "whole"},
    {"renege_closes": "next_play", "missed_doubles": "every", "restart_scores": "offenders_undone"},
    {"renege_closes": "count", "drawn_double": "innocent", "restart_scores": "stand", "game_tie": "play_on"},
)


def ends_and_total(table: State) -> tuple[dict[str, int], int]:
    """The playable ends and the total (LB-11, LB-15), worked out from the bones as they were laid."""
    bones = [(bone, end) for _, bone, end in table.steps if bone is not None]
    if not bones:
        return {}, 0
    spinner = HALVES[bones[0][0]][0]
    arms: dict[str, tuple[int, bool]] = {}
    for bone, end in bones[1:]:
        high, low = HALVES[bone]
        inner = arms[end][0] if end in arms else spinner
        assert inner in (high, low)
        arms[end] = (low if inner == high else high, high == low)
    opened = "A" in arms and "B" in arms
    ends = {end: arms[end][0] if end in arms else spinner for end in ("ABCD" if opened else "AB")}
    bare = sum(spinner for end in "CD" if opened and end not in arms) if table.house.bare_ends_count else 0
    return ends, bare + (0 if opened else 2 * spinner) + sum(number * (1 + twice) for number, twice in arms.values())


def check(table: State) -> None:
    """Assert that 28 bones are accounted for, that cached ends and total are right, and that the total is possible.

    No total is above 36, or above 48 if the bare ends of the spinner count (LB-17).
    """
    if not table.deal:
        return
    parts = [*table.holdings, mask(table.boneyard), table.line.on_table]
    assert sum(part.bit_count() for part in parts) == 28
    assert sum(parts) == (1 << 28) - 1
    ends, total = ends_and_total(table)
    assert table.line.ends == ends
    assert table.line.sum_ends(table.house.bare_ends_count) == total
    counted = [end for end in ends if table.house.bare_ends_count or not (table.line.open and table.line.is_bare(end))]
    assert sum(ends[end] * (1 + table.line.counts_twice(end)) for end in counted) == total, "as pictures mark the ends"
    assert total <= (48 if table.house.bare_ends_count else 36)
    if ends and table.phase == "play":
        assert table.total == total
        wanted = {bone for bone in range(28) if set(HALVES[bone]) & set(ends.values())}
        assert set(dominoes_of(table.line.wanted)) == wanted


def play(seed: int, players: int, most: int, **house: Any) -> Iterator[Event]:
    """Play by random choices among the moves offered, mistakes included. Check the table after each event, and yield
    the event."""
    session = Session(LOMBARDY, players, settle(OPTIONS, house), seed)
    for step in session.steps("random", most):
        table = step.before
        for happened in step.events:
            before, table = table.sheet, evolve(table, happened)
            check(table)
            _check_scores(happened, before)
            yield happened
        assert table == step.after
    assert fold(session.events) == session.state
    assert session.view(Seat(0)).hand


def _check_scores(happened: Event, before: tuple[int, ...]) -> None:
    if isinstance(happened, Called) and happened.right:
        assert happened.change in range(5, 49, 5)
    if isinstance(happened, Counted):
        for old, new in zip(before, happened.sheet, strict=True):
            assert new >= min(old, 0)


@settings(max_examples=rounds(10, 30, 300), deadline=None)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 4), house=st.sampled_from(HOUSES))
def test_lb_17_bones_ends_totals_and_floors_hold_after_every_event(
    seed: int, players: int, house: dict[str, Any]
) -> None:
    assert list(play(seed, players, 120, **house))


@pytest.mark.parametrize("house", mark_thorough(HOUSES, MORE_CASES, but=HOUSES[:1]))
def test_random_hands_end(house: dict[str, Any]) -> None:
    """Whole sessions may not end, since random calls lose more than they score."""
    ended = (event for event in play(14, 3, 4000, **{"target": 10_000, **house}) if isinstance(event, Counted))
    assert len(list(islice(ended, 2))) == 2

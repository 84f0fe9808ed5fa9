"""Invariants of every hand of Lombardy Bones, played at random, mistakes included."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.chance import SecretChance
from games.core.moves import Lapse
from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.choices import choices
from games.lombardy.deadlines import deadline
from games.lombardy.decide import decide
from games.lombardy.events import Called, Counted, Event
from games.lombardy.evolve import evolve
from games.lombardy.project import view
from games.lombardy.state import State
from games.pieces.dominoes import HALVES, dominoes_of, mask
from tests.effort import rounds
from tests.games.lombardy.at_table import session

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
    assert total <= (48 if table.house.bare_ends_count else 36)
    if ends and table.phase == "play":
        assert table.total == total
        wanted = {bone for bone in range(28) if set(HALVES[bone]) & set(ends.values())}
        assert set(dominoes_of(table.line.wanted)) == wanted


class PlayedSession:
    """A session played by random choices among the moves offered, mistakes included."""

    def __init__(self, players: int, seed: int, **house: Any) -> None:
        self.luck = random.Random(seed)
        self.table = self.start = session(players, **house)
        self.events: list[Event] = []
        self.at = 1000
        self.seed = seed

    def step(self) -> None:
        """Make one move of some player, or let a deadline pass."""
        self.at += self.luck.randrange(1, 900)
        due = deadline(self.table)
        if due is not None and due <= self.at:
            return self._apply(None, Lapse())
        for seat in self.luck.sample(range(self.table.players), self.table.players):
            moves = [choice.move for choice in choices(view(self.table, Seat(seat)))]
            self.luck.shuffle(moves)
            for move in moves:
                try:
                    return self._apply(Seat(seat), move)
                except Refused:
                    continue
        assert due is not None, f"stuck in {self.table.phase}"
        self.at = max(self.at, due)
        return self._apply(None, Lapse())

    def _chance(self) -> SecretChance:
        return SecretChance(self.seed.to_bytes(32, "big"), (), len(self.events))

    def _apply(self, seat: Seat | None, move: Any) -> None:
        for happened in decide(self.table, seat, move, self.at, self._chance()).events:
            before = self.table.sheet
            self.table = evolve(self.table, happened)
            self.events.append(happened)
            check(self.table)
            self._check_scores(happened, before)

    def _check_scores(self, happened: Event, before: tuple[int, ...]) -> None:
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
    game = PlayedSession(players, seed, **house)
    for _ in range(120):
        if game.table.phase == "over":
            break
        game.step()
    assert evolve(game.start, *game.events) == game.table
    assert any(view(game.table, Seat(seat)).hand for seat in range(players))


@pytest.mark.parametrize("house", HOUSES)
def test_random_hands_end(house: dict[str, Any]) -> None:
    """Whole sessions may not end, since random calls lose more than they score."""
    game = PlayedSession(3, 14, **{"target": 10_000, **house})
    for _ in range(4000):
        if sum(isinstance(event, Counted) for event in game.events) >= 2:
            break
        game.step()
    assert sum(isinstance(event, Counted) for event in game.events) >= 2

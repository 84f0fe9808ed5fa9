"""Invariants of every hand of Duo Dominoes, played by robots or at random."""

import random
from typing import Any

from hypothesis import given, settings, strategies as st

from games.core import settle
from games.duo.decide import decide
from games.duo.events import HandEnded
from games.duo.evolve import evolve
from games.duo.game import GAME as DUO
from games.duo.state import State
from games.pieces.dominoes import ALL, HALVES, WITH, dominoes_of, mask, pips_of
from tests.contract.driver import Session
from tests.effort import rounds
from tests.games.duo.at_table import CHANCE, deal, pass_over, session

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"enforcement": "faithful", "auto_pass": False},
    {"next_starter": "winner", "out_counts": "all_others", "new_game_start": "rotate", "redeal_doubles": 5},
)


def ends_from_scratch(table: State) -> tuple[int, ...]:
    """The open ends, worked out from the tiles as they were laid."""
    ends: dict[str, int] = {}
    for _, tile, end in table.steps:
        if tile is None:
            continue
        high, low = HALVES[tile]
        if not end:
            ends = {"A": high, "B": low}
        else:
            assert ends[end] in (high, low)
            ends[end] = low if ends[end] == high else high
    return tuple(ends.values())


def check(table: State) -> None:
    """Assert that all tiles dealt are accounted for and that the cached ends are right."""
    parts = [*table.holdings, table.line.on_table]
    assert sum(part.bit_count() for part in parts) == 28
    assert parts[0] | parts[1] | parts[2] | parts[3] | parts[4] == (1 << 28) - 1
    assert table.line.shown == ends_from_scratch(table)
    wanted = {tile for tile in ALL if set(HALVES[tile]) & set(table.line.shown)}
    assert set(dominoes_of(table.line.wanted)) == wanted
    assert table.line.on_table == mask(tile for _, tile, _ in table.steps if tile is not None)


@settings(max_examples=rounds(10, 40, 400), deadline=None)
@given(seed=st.integers(0, 2**32), house=st.sampled_from(HOUSES))
def test_tiles_ends_and_scores_agree_after_every_event(seed: int, house: dict[str, Any]) -> None:
    session = Session(DUO, 4, settle(DUO.OPTIONS, house), seed)
    for step in session.steps("random", 120):
        table = step.before
        for happened in step.events:
            before, table = table.score, evolve(table, happened)
            if table.hand:
                check(table)
            if isinstance(happened, HandEnded):
                _check_ending(happened, before, table)
        assert table == step.after
    assert session.view(None).hand > 1


def _check_ending(ended: HandEnded, before: tuple[int, int], table: State) -> None:
    sums = [pips_of(mask(held)) for held in ended.holdings]
    duos = (sums[0] + sums[2], sums[1] + sums[3])
    assert 0 <= ended.points <= 168
    assert table.score[ended.duo] == before[ended.duo] + ended.points
    assert table.score[1 - ended.duo] == before[1 - ended.duo]
    if ended.how == "blocked":
        assert ended.points == max(duos)


def test_legal_plays_match_brute_force() -> None:
    for seed in range(6):
        table = deal(session(), seed=seed)
        luck = random.Random(seed)
        while table.phase == "play":
            shown = table.line.shown
            expected = {
                (tile, end)
                for tile in dominoes_of(table.holdings[table.turn])
                for end, number in zip("AB", shown, strict=False)
                if number in HALVES[tile]
            }
            if shown:
                assert {(play.tile, play.end) for play in table.legal_plays} == expected
                assert bool(expected) == bool(table.holdings[table.turn] & (WITH[shown[0]] | WITH[shown[1]]))
            table, _ = pass_over(decide(table, table.turn, luck.choice(table.legal_plays), 0, CHANCE).state)

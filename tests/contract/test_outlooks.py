"""A short check of the outlooks that *How it went* tells (`tests/bench/outlooks.py` measures them in full)."""

from dataclasses import replace
from typing import Any

import pytest

from games.bonedoneskis.moves import Next
from games.core import Seat, SecretChance, settle, sides_of
from games.registry import game
from tests.bench.outlooks import TABLES, Table, collect_by_phase, compare_with_equal
from tests.contract.driver import Session, tables
from tests.effort import rounds
from tests.fifth_game import NAMES, registered
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough

with registered():
    FORETOLD = [name for name in NAMES if game(name).outlook is not None]
FOUR = [table for table in TABLES if table.players == 4]
DUO = next(table for table in FOUR if table.game == "duo-dominoes")


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("table", mark_thorough(FOUR, MORE_GAMES, but=[DUO]), ids=lambda table: table.game)
def test_the_outlooks_told_are_better_than_equal_shares(table: Table) -> None:
    hands = 12 if table.game == "lombardy-bones" else rounds(30, 60, 60)  # its hands are long
    told = [outlook for of_phase in collect_by_phase(table, hands, 30).values() for outlook in of_phase]
    assert compare_with_equal(told) > 1.0
    assert all(0.0 <= outlook.share <= 1.0 for outlook in told)


def test_nothing_is_told_of_the_last_bets_at_stud() -> None:
    """A player who is still in by then probably beats the boards in sight, so the public cards tell almost nothing."""
    stud, chance = game("bonedoneskis"), SecretChance(b"last street", (), 0)
    state = stud.fold(stud.begin(4, settle(stud.OPTIONS), 0, chance))
    state = stud.evolve(state, *stud.decide(state, Seat(0), Next(), 0, chance).events)
    view: Any = stud.view(state, None)
    assert stud.outlook is not None
    assert stud.outlook(view, chance, 10)
    for street, length in ((6, 6), (6, 7), (7, 8), (8, 8)):
        assert stud.outlook(replace(view, street=street, length=length), chance, 10) == ()


@pytest.mark.parametrize("name", FORETOLD)
def test_the_shares_of_an_outlook_add_up_to_one(name: str) -> None:
    known = game(name)
    assert known.outlook is not None
    players, options = tables(known)[0]
    table = Session(known, players, options, 5)
    told = 0
    for _ in table.steps("robots", 40):
        crowd: Any = table.view(None)
        shares = known.outlook(crowd, SecretChance(bytes(32), (), 0), 3)
        sides = sides_of(known.PARTNERS, players)
        if shares:
            told += 1
            assert len(shares) == players
            assert sum(shares[side[0]] for side in sides) == pytest.approx(1.0)
            assert all(shares[seat] == shares[side[0]] for side in sides for seat in side)
            assert shares == known.outlook(crowd, SecretChance(bytes(32), (), 0), 3)
    assert told > 10

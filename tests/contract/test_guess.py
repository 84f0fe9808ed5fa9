"""Guesses, each of which gives its seat the same view as the true state, and the outlooks that follow from guesses."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.chance import SecretChance
from games.core.results import sides_of
from games.core.robots import Level
from games.registry import game as game_of
from tests.contract.driver import Session, tables
from tests.fifth_game import NAMES as GAMES
from tests.fifth_game import registered
from tests.left_out import MORE_CASES, mark_thorough

with registered():
    GUESSED = [name for name in GAMES if game_of(name).guess is not None]
    FORETOLD = [name for name in GAMES if game_of(name).outlook is not None]
    TABLES = [(name, number) for name in GUESSED for number in range(len(tables(game_of(name))))]
    FEW = [(name, number) for name in GUESSED for number in {0, len(tables(game_of(name))) - 1}]
    """The first and the last table of each game: the fewest and the most players."""


def test_games_whose_robots_ponder_are_those_that_can_guess() -> None:
    with registered():
        assert [name for name in GAMES if game_of(name).ponder is not None] == GUESSED
        assert all(Level.SHELLBACK in game_of(name).LEVELS for name in GUESSED)


@settings(max_examples=12, deadline=None)
@pytest.mark.parametrize(("name", "number"), mark_thorough(TABLES, MORE_CASES, but=FEW))
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 70), pilot=st.sampled_from(["robots", "deckhands", "random"]))
def test_a_guess_shows_its_seat_the_view_that_it_was_guessed_from(
    name: str, number: int, seed: int, moves: int, pilot: str
) -> None:
    game = game_of(name)
    assert game.guess is not None
    players, options = tables(game)[number]
    table = Session(game, players, options, seed)
    for _ in table.steps(pilot, moves):
        pass
    for seat in (None, *table.seats):
        seen: Any = table.view(seat)
        guessed = game.guess(seen, SecretChance(bytes(32), (), seed))
        assert game.view(guessed, seat) == seen
        for other in table.seats:
            assert game.view(guessed, other).counts == seen.counts  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", GUESSED)
def test_chance_makes_different_guesses_of_one_view(name: str) -> None:
    game = game_of(name)
    assert game.guess is not None
    players, options = tables(game)[0]
    table = Session(game, players, options, 3)
    for _ in table.steps("robots", 8):
        pass
    seen: Any = table.view(table.seats[0])
    guesses = [game.guess(seen, SecretChance(bytes(32), (), number)) for number in range(6)]
    others = Counter(tuple(game.view(guess, table.seats[1]).holding) for guess in guesses)  # type: ignore[attr-defined]
    assert len(others) > 1
    assert game.guess(seen, SecretChance(bytes(32), (), 0)) == guesses[0]


@pytest.mark.parametrize("name", FORETOLD)
def test_the_shares_of_an_outlook_add_up_to_one(name: str) -> None:
    game = game_of(name)
    assert game.outlook is not None
    players, options = tables(game)[0]
    table = Session(game, players, options, 5)
    told = 0
    for _ in table.steps("robots", 40):
        crowd: Any = table.view(None)
        shares = game.outlook(crowd, SecretChance(bytes(32), (), 0), 3)
        sides = sides_of(game.PARTNERS, players)
        if shares:
            told += 1
            assert len(shares) == players
            assert sum(shares[side[0]] for side in sides) == pytest.approx(1.0)
            assert all(shares[seat] == shares[side[0]] for side in sides for seat in side)
            assert shares == game.outlook(crowd, SecretChance(bytes(32), (), 0), 3)
    assert told > 10

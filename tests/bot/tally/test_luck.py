"""Luck or skill: the range in which players of equal skill would lie, and the sentences about it."""

from math import comb

import pytest
from hypothesis import given, strategies as st

from bot.tally.books.file_fields import DatedFeat
from bot.tally.books.luck import FEWEST_TRIES, describe_luck, find_chances, find_likely
from bot.wording import ENGLISH, Words
from games.core import Record

WON = Record("games_won", out_of="games")


def feat(sequence: int, kind: str, seat: int) -> DatedFeat:
    return DatedFeat(sequence, 0, kind, seat, 1, "")


def tries(sequence: int, players: int, *winners: int) -> list[DatedFeat]:
    """A try that these seats won."""
    won = [feat(sequence, "games_won", seat) for seat in winners]
    return [*won, *(feat(sequence, "games", seat) for seat in range(players))]


def test_the_chance_of_a_try_is_its_winners_divided_by_its_players() -> None:
    happened = [*tries(1, 4, 2), *tries(2, 4, 0, 2), *tries(3, 3), feat(4, "games_won", 1), *tries(5, 2)]
    assert find_chances(WON, happened) == {1: 0.25, 2: 0.5, 3: 0.0, 5: 0.5}


@given(st.integers(FEWEST_TRIES, 400), st.integers(2, 8))
def test_nineteen_in_twenty_players_of_equal_skill_lie_within_the_range(count: int, players: int) -> None:
    """Checked against the exact binomial distribution; the code approximates it by the normal one."""
    low, high = find_likely([1 / players] * count)
    within = sum(comb(count, good) * (players - 1) ** (count - good) for good in range(low, high + 1)) / players**count
    assert 0.90 <= within <= 0.99
    assert 0 <= low <= count / players <= high <= count


@pytest.mark.parametrize(("good", "says"), [(5, "Luck alone"), (30, "explains so many"), (0, "explains so few")])
def test_a_profile_says_on_which_side_of_the_range_somebody_is(good: int, says: str) -> None:
    (line,) = describe_luck("Bear", "Tie-ups", good, [0.25] * 40, Words(ENGLISH))
    assert says in line
    assert "about 10.0: 5 to 15, 19 times in 20" in line


def test_few_tries_get_no_sentence() -> None:
    assert describe_luck("Bear", "Tie-ups", 3, [0.25] * (FEWEST_TRIES - 1), Words(ENGLISH)) == []

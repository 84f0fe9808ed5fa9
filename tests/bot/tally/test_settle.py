"""Settling: everyone ends even, with as few payments as possible."""

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from bot.tally.books import DebtTransfer
from bot.tally.books.settle import EXACT, find_hand_overs


def balanced(values: list[int]) -> dict[int, int]:
    return dict(enumerate([*values, -sum(values)]))


def after(balances: dict[int, int], made: list[DebtTransfer]) -> dict[int, int]:
    left = dict(balances)
    for hand_over in made:
        assert hand_over.amount > 0
        left[hand_over.giver] += hand_over.amount
        left[hand_over.taker] -= hand_over.amount
    return left


def fewest(balances: dict[int, int]) -> int:
    """Compute the fewest payments by brute force: one per person, less one for each group that cancels out."""
    people = tuple(person for person, amount in balances.items() if amount)

    def groups(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, others = left[0], left[1:]
        best = -len(left)
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                if balances[first] + sum(balances[person] for person in chosen) == 0:
                    best = max(best, 1 + groups(tuple(other for other in others if other not in chosen)))
        return best

    return len(people) - groups(people)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_the_fewest_payments_make_everybody_even(values: list[int]) -> None:
    balances = balanced(values)
    made = find_hand_overs(balances)
    assert not any(after(balances, made).values())
    assert len(made) == fewest(balances)


@given(st.lists(st.integers(-50, 50), min_size=EXACT, max_size=40))
def test_a_large_crew_is_made_even_too(values: list[int]) -> None:
    balances = balanced(values)
    made = find_hand_overs(balances)
    assert not any(after(balances, made).values())
    assert len(made) <= max(0, sum(map(bool, balances.values())) - 1)


def test_only_debtors_pay_and_only_creditors_are_paid() -> None:
    balances = {1: 18, 2: -6, 3: -6, 4: -6, 5: 7, 6: -7}
    made = find_hand_overs(balances)
    assert {(hand_over.giver, hand_over.taker) for hand_over in made} == {(2, 1), (3, 1), (4, 1), (6, 5)}


def test_pairs_that_cancel_are_found_where_a_greedy_search_would_miss_them() -> None:
    balances = {1: 10, 2: 7, 3: -7, 4: -6, 5: -4}
    assert len(find_hand_overs(balances)) == 3


def test_nobody_owes_anything_when_all_are_even() -> None:
    assert find_hand_overs({}) == find_hand_overs({1: 0, 2: 0}) == []


def test_unbalanced_books_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        find_hand_overs({1: 5, 2: -4})

"""The search for the best move over guessed deals."""

import random
import statistics
from collections import Counter

import pytest

from games.core.search import Found, Tried, search

WORTH = {"a": [1, 1, 1, 1], "b": [0, 5, 0, 0], "c": [0, 0, 0, 4], "d": [2, 2, 1, 3]}


def test_the_move_with_the_best_average_is_found_and_what_happened_is_counted() -> None:
    found = search("abc", range(4), lambda deal, move: (float(WORTH[move][deal]), deal, 2 * WORTH[move][deal]))
    assert found == Found(1, 1.25, rival=0, deals=4, lead=0.25, standard_error=1.25, causes=((1.5, 1.5), (2.5, 2.0)))
    assert found.explain(0.01) == ("about_as_well", {})


def test_the_first_of_equal_moves_is_found() -> None:
    found = search("xy", range(8), lambda deal, move: (1.0,))
    assert found == Found(0, 1.0, rival=1, deals=8, lead=0.0, standard_error=0.0)
    assert found.explain(1) == ("about_as_well", {})


def test_a_move_that_falls_far_behind_is_given_up() -> None:
    asked = {"good": 0, "bad": 0}

    def worth(deal: int, move: str) -> Tried:
        asked[move] += 1
        return (float(move == "good") + deal % 3 / 10,)

    assert search(list(asked), range(40), worth).place == 0
    assert asked == {"good": 40, "bad": 10}


def test_the_first_estimate_decides_between_moves_that_are_equal_in_the_deals() -> None:
    assert search("xy", range(8), lambda deal, move: (1.0,), [0.0, 0.5]).place == 1
    found = search("ad", range(4), lambda deal, move: (float(WORTH[move][deal]),), [2.0, 0.0])
    assert (found.place, found.mean) == (0, 1.0)
    assert found.explain(0.25) == ("liked_better", {"deals": 2, "gain": 4})


def worth_in(deal: int, worths: list[float]) -> Tried:
    """The worth of a move in a deal; in these tests a move is the list of its worths by deal."""
    return (worths[deal],)


def test_the_reason_compares_the_move_with_its_nearest_rival_in_the_deals_that_both_played() -> None:
    """In each of 200 searches, the reason agrees with a recount."""
    told = Counter[str]()
    for number in range(200):
        luck = random.Random(number)
        slopes = [luck.gauss(0, 0.4) for _ in range(4)]
        worths = [[float(round(slope + luck.gauss(0, 1))) for _ in range(60)] for slope in slopes]
        first = [luck.choice((0.0, 0.8)) for _ in range(4)]
        found = search(worths, range(60), worth_in, first)
        mine, other = worths[found.place], worths[found.rival]
        apart = [mine[deal] - other[deal] for deal in range(found.deals)]
        assert found.place != found.rival
        assert found.deals in (15, 30, 45, 60)
        why, facts = found.explain(0.01)
        told[why] += 1
        lead, error = sum(apart) / found.deals, statistics.stdev(apart) / found.deals**0.5
        assert found.standard_error == pytest.approx(error)
        least = 100 * (abs(lead) - 2 * error)
        assert why == ("about_as_well" if least < 1 else "did_better" if lead > 0 else "liked_better")
        assert why == "about_as_well" or least - 1 <= facts["gain"] <= least
    assert set(told) == {"did_better", "liked_better", "about_as_well"}

"""The search for the best move over guessed deals."""

import random
import statistics
from collections import Counter

import pytest

from games.core.search import Found, search

WORTH = {"a": [1, 1, 1, 1], "b": [0, 5, 0, 0], "c": [0, 0, 0, 4], "d": [2, 2, 1, 3]}


def test_the_move_with_the_best_average_is_found_and_its_better_and_worse_deals_counted() -> None:
    found = search("abc", range(4), lambda deal, move: float(WORTH[move][deal]))
    assert found == Found(1, 1.25, rival=0, deals=4, better=1, worse=3, lead=0.25, standard_error=1.25)
    assert found.explain(100) == ("came_out_level", {"deals": 4, "better": 1, "worse": 3, "gain": 25})


def test_the_first_of_equal_moves_is_found() -> None:
    found = search("xy", range(8), lambda deal, move: 1.0)
    assert found == Found(0, 1.0, rival=1, deals=8, better=0, worse=0, lead=0.0, standard_error=0.0)
    assert found.explain(100) == ("did_as_well", {"deals": 8})


def test_a_move_that_falls_far_behind_is_given_up() -> None:
    asked = {"good": 0, "bad": 0}

    def worth(deal: int, move: str) -> float:
        asked[move] += 1
        return float(move == "good") + deal % 3 / 10

    assert search(list(asked), range(40), worth).place == 0
    assert asked == {"good": 40, "bad": 10}


def test_the_first_estimate_decides_between_moves_that_are_equal_in_the_deals() -> None:
    assert search("xy", range(8), lambda deal, move: 1.0, [0.0, 0.5]).place == 1
    found = search("ad", range(4), lambda deal, move: float(WORTH[move][deal]), [2.0, 0.0])
    assert (found.place, found.mean) == (0, 1.0)
    assert found.explain(100) == ("liked_better", {"deals": 2, "better": 0, "worse": 2, "gain": 100})


def worth_in(deal: int, worths: list[float]) -> float:
    """The worth of a move in a deal; in these tests a move is the list of its worths by deal."""
    return worths[deal]


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
        assert found.better == sum(lead > 0 for lead in apart)
        assert found.worse == sum(lead < 0 for lead in apart)
        why, facts = found.explain(100)
        told[why] += 1
        gain = round(100 * sum(apart) / found.deals)
        assert facts["gain"] == abs(gain)
        error = statistics.stdev(apart) / found.deals**0.5
        assert found.standard_error == pytest.approx(error)
        level = not gain or abs(sum(apart) / found.deals) <= 2 * error
        assert why == ("came_out_level" if level else "did_better" if gain > 0 else "liked_better")
    assert set(told) == {"did_better", "liked_better", "came_out_level"}

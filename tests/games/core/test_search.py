"""The search for the best move over guessed deals."""

import random
from collections import Counter

from games.core.search import Found, search

WORTH = {"a": [1, 1, 1, 1], "b": [0, 5, 0, 0], "c": [0, 0, 0, 4]}


def test_the_move_with_the_best_average_is_found_with_the_number_of_deals_where_it_was_best() -> None:
    found = search("abc", range(4), lambda deal, move: float(WORTH[move][deal]))
    assert found == Found(1, 1.25, 4, 4, 1, False, False)
    assert found.reason == ("best_in_deals", {"best": 1, "deals": 4})


def test_the_first_of_equal_moves_is_found() -> None:
    found = search("xy", range(8), lambda deal, move: 1.0)
    assert found == Found(0, 1.0, 8, 8, 8, False, True)
    assert found.reason == ("none_did_better", {"deals": 8})


def test_a_move_that_falls_far_behind_is_given_up() -> None:
    asked = {"good": 0, "bad": 0}

    def worth(deal: int, move: str) -> float:
        asked[move] += 1
        return float(move == "good") + deal % 3 / 10

    assert search(list(asked), range(40), worth).place == 0
    assert asked == {"good": 40, "bad": 10}


def test_the_first_estimate_decides_between_moves_that_are_equal_in_the_deals() -> None:
    assert search("xy", range(8), lambda deal, move: 1.0, [0.0, 0.5]).place == 1
    found = search("abc", range(4), lambda deal, move: float(WORTH[move][deal]), [2.0, 0.0, 0.0])
    assert (found.place, found.mean) == (0, 1.0)
    assert found.reason == ("liked_better", {})


def worth_in(deal: int, worths: list[float]) -> float:
    """The worth of a move in a deal; in these tests a move is the list of its worths by deal."""
    return worths[deal]


def test_the_reason_counts_only_deals_in_which_every_move_was_tried() -> None:
    """In each of 200 searches, the reason agrees with a recount of all moves over the compared deals."""
    told = Counter[str]()
    for number in range(200):
        luck = random.Random(number)
        slopes = [luck.gauss(0, 0.4) for _ in range(4)]
        worths = [[float(round(slope + luck.gauss(0, 1))) for _ in range(60)] for slope in slopes]
        first = [luck.choice((0.0, 0.3)) for _ in range(4)]
        found = search(worths, range(60), worth_in, first)
        mine, others = worths[found.place], [worth for place, worth in enumerate(worths) if place != found.place]
        assert found.compared in (15, 30, 45, 60)
        assert found.best_in == sum(
            mine[deal] >= max(worth[deal] for worth in others) for deal in range(found.compared)
        )
        why, facts = found.reason
        told[why] += 1
        assert facts.get("best", found.best_in) == found.best_in
        assert facts.get("deals", 60) == 60
        if why.startswith("best"):
            assert facts.get("compared", 60) == found.compared
            stretches = (60,) if why == "best_in_deals" else (15, 30, 45, 60)
            assert all(any(sum(mine[:most]) > sum(other[:most]) for most in stretches) for other in others)
        if why == "best_at_first":
            assert found.compared < 60
    assert set(told) == {"best_in_deals", "best_at_first", "none_did_better", "liked_better"}

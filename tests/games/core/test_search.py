"""Search among moves over deals of what cannot be seen."""

from games.core.search import Found, search

WORTH = {"a": [1, 1, 1, 1], "b": [0, 5, 0, 0], "c": [0, 0, 0, 4]}


def test_the_move_that_is_worth_most_on_average_is_found_and_the_deals_where_it_was_best_counted() -> None:
    found = search("abc", range(4), lambda deal, move: float(WORTH[move][deal]))
    assert found == Found(1, 1.25, 4, 1)


def test_the_earlier_of_equals_is_found() -> None:
    assert search("xy", range(8), lambda deal, move: 1.0) == Found(0, 1.0, 8, 8)


def test_a_move_that_falls_far_behind_is_given_up() -> None:
    asked = {"good": 0, "bad": 0}

    def worth(deal: int, move: str) -> float:
        asked[move] += 1
        return float(move == "good") + deal % 3 / 10

    assert search(list(asked), range(40), worth).place == 0
    assert asked == {"good": 40, "bad": 10}


def test_what_a_move_seems_worth_at_first_settles_what_the_deals_leave_open() -> None:
    assert search("xy", range(8), lambda deal, move: 1.0, [0.0, 0.5]).place == 1
    found = search("abc", range(4), lambda deal, move: float(WORTH[move][deal]), [2.0, 0.0, 0.0])
    assert (found.place, found.mean) == (0, 1.0)

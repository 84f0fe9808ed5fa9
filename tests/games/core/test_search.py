"""The search for the best move over guessed deals."""

import random
import statistics
from collections import Counter

import pytest

from games.core.robots import Thought
from games.core.search import Found, Tried, search, tell_found

WORTH = {"a": [1, 1, 1, 1], "b": [0, 5, 0, 0], "c": [0, 0, 0, 4], "d": [2, 2, 1, 3]}


def test_the_move_with_the_best_average_is_found_and_what_happened_is_counted() -> None:
    found = search("abc", range(4), lambda deal, move: (float(WORTH[move][deal]), deal, 2 * WORTH[move][deal]))
    assert found == Found(1, rival=0, lead=0.25, standard_error=1.25, causes=((1.5, 1.5), (2.5, 2.0)))
    assert found.count_gain(0.01) == 0


def test_the_first_of_equal_moves_is_found() -> None:
    found = search("xy", range(8), lambda deal, move: (1.0,))
    assert found == Found(0, rival=1, lead=0.0, standard_error=0.0)
    assert found.count_gain(1) == 0


@pytest.mark.parametrize(
    ("kept", "good", "bad"),
    [(None, 10, 10), (1, 40, 40), (0, 10, 10)],
    ids=["far behind", "the lead over a kept move is measured in every deal", "behind the kept one"],
)
def test_a_move_that_falls_behind_is_given_up_unless_it_is_kept(kept: int | None, good: int, bad: int) -> None:
    asked = {"good": 0, "bad": 0}

    def worth(deal: int, move: str) -> Tried:
        asked[move] += 1
        return (float(move == "good") + deal % 3 / 10,)

    assert search(list(asked), range(40), worth, kept=kept).place == 0
    assert asked == {"good": good, "bad": bad}


def test_the_first_estimate_decides_between_moves_that_are_about_equal_in_the_deals() -> None:
    assert search("xy", range(8), lambda deal, move: (1.0,), [0.0, 0.5]).place == 1
    found = search("ab", range(4), lambda deal, move: (float(WORTH[move][deal]),), [2.0, 0.0])
    assert (found.place, found.count_gain(0.01)) == (0, 0)


def test_no_first_estimate_outweighs_what_the_deals_surely_deny() -> None:
    found = search("xy", range(4), lambda deal, move: (float(move == "y"),), [2.0, 0.0])
    assert (found.place, found.lead, found.count_gain(0.25)) == (1, 1.0, 4)


def worth_in(deal: int, worths: list[float]) -> Tried:
    """The worth of a move in a deal; in these tests a move is the list of its worths by deal."""
    return (worths[deal],)


def test_the_least_gain_is_counted_in_the_deals_that_both_played() -> None:
    """In each of 200 searches, the gain agrees with a recount, and the first estimate never chooses a sure loser."""
    gains = Counter[bool]()
    for number in range(200):
        luck = random.Random(number)
        slopes = [luck.gauss(0, 0.4) for _ in range(4)]
        worths = [[float(round(slope + luck.gauss(0, 1))) for _ in range(60)] for slope in slopes]
        first = [luck.choice((0.0, 0.8)) for _ in range(4)]
        found = search(worths, range(60), worth_in, first)
        mine, other = worths[found.place], worths[found.rival]
        assert found.place != found.rival
        apart = [own - others for own, others in zip(mine, other, strict=True)]
        counted = [apart[:deals] for deals in (15, 30, 45, 60)]
        pairs = [(statistics.mean(gaps), statistics.stdev(gaps) / len(gaps) ** 0.5) for gaps in counted]
        lead, error = found.lead, found.standard_error
        assert any((lead, error) == pytest.approx(pair) for pair in pairs)
        assert lead > -2 * error
        least, gain = 100 * (lead - 2 * error), found.count_gain(0.01)
        gains[gain > 0] += 1
        assert gain == 0 if least < 1 else least - 1 <= gain <= least
    assert set(gains) == {True, False}


def test_a_found_move_tells_its_gain_and_cause_or_that_it_does_about_as_well() -> None:
    sure = search("xy", range(4), lambda deal, move: (float(move == "y"),))
    facts: dict[str, int | str] = {"gain": 4, "cause": "cause/scores"}
    assert tell_found(sure, "xy", 0.25, "scores") == Thought("y", "did_better", facts, "x")
    level = search("xy", range(8), lambda deal, move: (1.0,))
    assert tell_found(level, "xy", 0.25, "scores") == Thought("x", "about_as_well", {}, "y")

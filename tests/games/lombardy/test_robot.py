"""The old hand of Lombardy Bones: when it passes or draws although a bone fits, and when it calls renege."""

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

from games.core import Level, Seat
from games.core.robots import Thought
from games.lombardy.moves import Draw, Knock, Play, Renege
from games.lombardy.project import view
from games.lombardy.robot import list_candidates, robot
from games.pieces.dominoes import code
from tests.games.lombardy.at_table import CHANCE, Playing

T = TypeVar("T")


def think(game: Playing, seat: int) -> Thought | None:
    """The seat's thought, once everybody has had time for a call."""
    if game.table.quiet_from is not None:
        game.lapse()
    return robot(view(game.table, Seat(seat)), CHANCE)


def laid_bone(thought: Thought | None) -> str:
    """The bone that a thought lays."""
    assert thought is not None and isinstance(thought.move, Play)
    return code(thought.move.bone)


def calls_renege(game: Playing, seat: int) -> bool:
    """True if the seat's robot calls renege."""
    thought = think(game, seat)
    return thought is not None and thought.move == Renege()


def hold_five_five_back(held: str, yard: str = "6-6 3-0 2-0", **house: Any) -> Playing:
    """A table for two: a has led four-four; b has held five-five back, and also has the bones `held`."""
    return Playing(["4-4 1-0 1-1", f"5-5 {held}"], yard, ["", "none"], **house)


def test_lb_41_a_double_above_the_spinner_is_not_laid_if_another_move_is_free() -> None:
    game = hold_five_five_back("5-4 4-3", "6-6 3-0")
    game.say("b play 5-4 A", "a knock", "b play 4-3 B", "b noscore", "a knock")
    assert think(game, 1) == Thought(Draw(), "not_a_renege")
    game.say("b draw", "b knock", "a draw", "a knock")
    assert think(game, 1) == Thought(Knock(), "not_a_renege")


def test_lb_41_a_deckhand_lays_no_double_above_the_spinner_either() -> None:
    game = hold_five_five_back("5-4 4-3", "6-6 3-0")
    game.say("b play 5-4 A", "a knock", "b play 4-3 B", "b noscore", "a knock")
    game.lapse()
    assert robot(view(game.table, Seat(1)), CHANCE, Level.DECKHAND) == Thought(Draw(), "not_a_renege")


def test_lb_21_where_passing_is_forbidden_an_old_hand_lays_its_only_fitting_double() -> None:
    game = hold_five_five_back("5-4", pass_when_able="forbidden", pass_before_draw="forbidden")
    game.say("b play 5-4 A", "b noscore", "a draw", "a knock")
    assert laid_bone(think(game, 1)) == "5-5"


def test_lb_22_an_old_hand_draws_when_its_bones_gain_little() -> None:
    game = Playing(["4-4 1-0", "4-1 3-2 3-0"], "6-6 3-1 2-0")
    thought = think(game, 1)
    assert thought is not None
    assert (thought.move, thought.why) == (Draw(), "draws_on")
    assert laid_bone(thought._replace(move=thought.rival)) == "4-1"
    scoring = Playing(["5-5 1-0", "5-0 3-2 3-1"], "6-6 4-1 2-0")
    assert laid_bone(think(scoring, 1)) == "5-0"


def test_lb_21_an_old_hand_passes_rather_than_open_the_table() -> None:
    held = [
        "6-6 6-4 3-1 3-2 4-0 4-2 6-1",
        "6-5 6-0 0-0 1-0 1-1 2-0 2-1",
        "5-3 5-0 2-2 3-0 3-3 4-1 4-3",
        "6-3 5-4 4-4 5-1 5-2 5-5 6-2",
    ]
    game = Playing(held)
    game.say("b play 6-0 B", "c play 5-0 B", "d play 6-3 A", "a play 6-4 C", "b play 6-5 B", "c play 5-3 A")
    game.say("d play 5-4 C")
    thought = think(game, 0)
    assert thought is not None
    assert (thought.move, thought.why) == (Knock(), "leaves_little")


HELD_BACK = ["5-5 5-0 1-0", "6-6 2-0 4-3", "5-4 3-0 6-4", "4-4 2-1 3-2"]
"""Four hands: b holds six-six back, so that a leads five-five."""


def test_lb_43_an_old_hand_does_not_undo_a_good_deal_by_a_call() -> None:
    """A call would undo the leader's own ten points, which are worth more to the leader than b's loss of fifteen."""
    game = Playing(HELD_BACK, "", ["", "none"])
    game.say("a score 10")
    assert calls_renege(game, 2)
    assert not calls_renege(game, 0)


def test_lb_51_an_old_hand_calls_where_scores_survive_a_restart() -> None:
    game = Playing(HELD_BACK, "", ["", "none"], restart_scores="stand")
    game.say("a score 10")
    assert calls_renege(game, 0)


def test_lb_41_an_old_hand_that_is_ahead_does_not_call_a_double_above_the_spinner() -> None:
    level = hold_five_five_back("5-4 2-1")
    level.say("b play 5-4 A", "a knock", "b play 5-5 A")
    assert calls_renege(level, 0)
    ahead = Playing(["5-5 5-0 1-0", "6-6 6-5 2-0 2-1"], "3-0 4-0 1-1", ["", "none"])
    ahead.say("a score 10", "b play 6-5 A", "a knock", "b play 6-6 A")
    assert not calls_renege(ahead, 0)


def test_lb_61_an_old_hand_calls_when_somebody_else_has_gone_out() -> None:
    game = Playing(["5-5 5-0 1-0", "6-6 6-5"], "3-0 4-0 1-1", ["", "none"])
    game.say("b play 6-5 A", "a knock", "b play 6-6 A")
    assert game.table.phase == "last_call"
    assert calls_renege(game, 0)


@pytest.mark.parametrize(("level", "luck", "sleeps"), [
    (Level.DECKHAND, 65, True), (Level.OLD_HAND, 83, True), (Level.OLD_HAND, 82, False), (Level.SHELLBACK, 99, False),
])  # fmt: skip
def test_lb_30_a_robot_misses_a_score_by_chance(level: Level, luck: int, sleeps: bool) -> None:
    game = Playing(["5-5 1-0", "5-0 3-2 3-1"], "6-6 4-1 2-0")
    game.lapse()
    laid = robot(view(game.table, Seat(1)), FixedNumber(luck), level)
    assert laid is not None and isinstance(laid.move, Play)
    assert (laid.move.call is None) is sleeps
    game.say("b play 5-0 A")
    found = robot(view(game.table, Seat(1)), FixedNumber(luck), level)
    assert found is not None and found.why == ("overslept" if sleeps else "fives")


class FixedNumber:
    """Chance that always draws the same number, modulo `n`."""

    def __init__(self, number: int) -> None:
        self._number = number

    def below(self, n: int) -> int:
        return self._number % n

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        return tuple(items)


def test_lb_27_a_robot_does_not_pass_twice_at_an_unchanged_table() -> None:
    """A pass with bones left to draw never ends the hand, so two robots that wait for each other would never stop."""
    game = Playing(["4-4 4-1 1-0", "5-4 2-0"], "6-6 3-0 2-2")
    game.say("a noscore", "b knock", "a knock")
    game.say("b knock")
    for level in Level:
        seen = view(game.table, Seat(0))
        assert Knock() not in list_candidates(seen)
        thought = robot(seen, CHANCE, level)
        assert thought is not None and thought.move != Knock()
    game.say("a draw", "a knock")
    assert Knock() in list_candidates(view(game.table, Seat(1))), "somebody has drawn, so the table has changed"


def test_lb_41_where_drawn_doubles_are_innocent_a_robot_lays_them() -> None:
    game = hold_five_five_back("5-4", "6-6", drawn_double="innocent")
    game.say("b play 5-4 A", "b noscore", "a knock")
    moves = list_candidates(view(game.table, Seat(1)))
    assert [code(move.bone) for move in moves if isinstance(move, Play)] == ["5-5"]


def test_lb_27_rather_than_pass_for_ever_a_robot_lays_a_double_above_the_spinner() -> None:
    game = hold_five_five_back("5-4", "", all_pass="goes_on")
    game.say("b play 5-4 A", "b noscore", "a knock")
    assert think(game, 1) == Thought(Knock(), "not_a_renege")
    game.say("b knock", "a knock")
    assert laid_bone(think(game, 1)) == "5-5"

"""Reneges, restarts, last calls, counts and the end of the game (LB-40 to LB-73)."""

from dataclasses import replace
from typing import Any

from games.core import Seat
from games.lombardy.choices import choices
from games.lombardy.events import Counted, GameOver, RenegeCalled
from games.lombardy.moves import Renege
from games.lombardy.project import view
from games.lombardy.robot import robot
from games.lombardy.scoring import receipts, transfers
from games.pieces.dominoes import from_code
from tests.games.lombardy.at_table import CHANCE, Playing, find_only, kinds

HELD = ["6-6 1-0 2-0", "5-5 5-0 3-0", "6-5 4-4 2-1"]
"""Three hands: a has six-six. If a holds it back, b leads five-five."""
A_HOLDS_BACK = ["none", "5-5", "none"]
YARD = "3-3 2-2 3-1"


def held(**house: Any) -> Playing:
    """A table after seat a held six-six back and b led five-five."""
    return Playing(HELD, YARD, A_HOLDS_BACK, **house)


ABOVE = ["5-5 5-1 4-0", "6-5 3-0 2-0", "5-0 4-4 2-1"]


def above(**house: Any) -> Playing:
    """A table after b drew six-six and laid it above the spinner five-five."""
    game = Playing(ABOVE, "6-6 2-2 3-1", **house)
    game.say("b play 6-5 A", "c knock", "a knock", "b draw", "b play 6-6 A")
    return game


def test_lb_42_renege_closes_showing() -> None:
    game = Playing(["5-5", "6-6 2-0"], YARD, ["", "none"], renege_closes="showing")
    game.say("a score 10", "b done")
    assert game.table.phase == "shown"
    assert view(game.table, None).shown == ((), (from_code("2-0"), from_code("6-6")))
    assert game.refusal("a score 10") == "LB-35/no_window"
    game.say("a renege")
    assert game.sheet == (0, -15)
    quiet = Playing(["5-5", "6-6 2-0"], YARD, ["", "none"], renege_closes="showing")
    quiet.say("a score 10", "b done", "a done")
    assert kinds(quiet.say("b done")) == ["SaidDone", "Counted"]


def test_lb_43_a_true_call_restarts_the_hand_and_holding_back_costs() -> None:
    game = held(renege_penalty=20)
    game.say("b score 10")
    happened = game.say("c renege")
    assert find_only(happened, RenegeCalled).offenders == (0,)
    assert game.sheet == (-20, 0, 0)
    (receipt,) = receipts(happened)
    assert (receipt.rule, receipt.total) == ("LB-43", -20)
    assert game.table.phase == "restart"
    assert view(game.table, None).stage == "again", "the same hand is dealt"


def test_lb_45_a_callers_own_double_allows_no_new_call() -> None:
    game = Playing(ABOVE, "6-6 2-2 3-1")
    game.say("b renege", "b play 6-5 A", "c knock", "a knock", "b draw", "b play 6-6 A")
    assert game.refusal("b renege") == "LB-45/asked_and_answered"


def test_lb_43_a_renege_outside_the_call_or_called_too_late_has_no_consequence() -> None:
    deal = ["6-6 5-3 6-0 6-1", "5-5 5-0 2-0 2-1", "4-4 5-4 3-0 4-1"]
    said = ["a knock", "b knock", "c play 5-4 A", "c score 15", "a play 5-3 A", "a score 5", "b knock", "c knock"]
    missed: dict[str, Any] = {"missed_doubles": "every", "restart_scores": "offenders_undone"}
    caller = Playing(deal, YARD, ["none", "none"], **missed)
    caller.say(*said, "a renege")
    assert caller.sheet == (-10, -15, -10)
    laid = Playing(
        [deal[0], "5-5 3-0 2-0 2-1", "4-4 5-4 5-0 4-1"], YARD, ["none", "none"], renege_closes="next_play", **missed
    )
    laid.say("a knock", "b knock", "c play 5-4 A", "c score 15", "a knock", "b play 5-5 A", "c renege")
    assert laid.sheet == (0, -15, -10)
    happened = laid.events[-2]
    assert isinstance(happened, RenegeCalled)
    assert happened.offenders == (1,)


def test_lb_42_laying_another_double_than_the_one_held_back_does_not_reopen_the_call() -> None:
    for missed, sheet in (("highest", (0, 0)), ("every", (-15, 0))):
        game = Playing(["6-6 5-5 1-0", "4-4 5-4 2-0"], YARD, ["none"], renege_closes="next_play", missed_doubles=missed)
        game.say("a knock", "b play 5-4 A", "a play 5-5 A", "b renege")
        assert game.sheet == sheet


def test_lb_52_the_last_call_waits_for_all() -> None:
    game = Playing(["5-5", "5-4 1-0", "2-1 3-0"])
    assert game.table.phase == "last_call"
    assert game.refusal("b play 5-4 A") == "LB-20/no_play"
    assert game.refusal("a done") == "LB-52/score_first"
    game.say("b done")
    assert game.refusal("b done") == "LB-52/done_already"
    game.say("c done")
    assert view(game.table, None).to_act == (0,)
    assert kinds(game.say("a score 10")) == ["Called", "Counted"]


def test_lb_52_who_can_still_call_a_score_is_not_offered_done() -> None:
    game = Playing(["5-5", "5-4 1-0"])
    offered = [[choice.verb for choice in choices(view(game.table, Seat(seat)))] for seat in (0, 1)]
    assert ["done" in verbs for verbs in offered] == [False, True]
    assert "noscore" in offered[0]


def test_lb_52_the_last_call_ends_by_itself() -> None:
    game = Playing(["5-5", "5-4 1-0"], last_call_s=30)
    assert view(game.table, None).deadline == game.at + 30_000
    assert kinds(game.lapse()) == ["Counted"]
    assert game.refusal("b done") == "LB-52/no_last_call"


def test_lb_52_there_is_no_last_call_if_nothing_can_be_called() -> None:
    game = Playing(["6-6", "5-4 1-0"], scores="automatic")
    assert game.table.phase == "counted"


def test_lb_52_the_last_call_waits_for_nobody_who_has_nothing_to_call() -> None:
    """LB-46: six-six led, so only Bear can call anything, and the hand is counted once they have."""
    game = Playing(["6-6", "5-4 1-0", "2-1 3-0"])
    seen = view(game.table, None)
    assert (seen.phase, seen.stage, seen.to_act) == ("last_call", "score", (0,))
    assert not [choice for seat in (1, 2) for choice in choices(view(game.table, Seat(seat)))]
    assert kinds(game.say("a noscore")) == ["Waived", "Counted"]
    shown = Playing(["6-6", "5-4 1-0"], renege_closes="showing")
    assert kinds(shown.say("a noscore")) == ["Waived", "Counted"], "no showing in which nothing can be called"


def test_lb_52_a_last_call_of_an_older_release_that_waits_for_nobody_ends_at_once() -> None:
    """There the others had to say "done" although nothing could be called."""
    game = Playing(["6-6", "5-4 1-0", "2-1 3-0"])
    game.table = replace(game.table, to_score=None)
    assert view(game.table, None).deadline == game.table.since
    assert kinds(game.lapse()) == ["Counted"]


def test_lb_53_all_bones_are_turned_up() -> None:
    game = Playing(["5-5", "5-4 1-0"])
    game.lapse()
    ending = view(game.table, None).ending
    assert ending is not None
    assert ending.holdings == ((), (from_code("1-0"), from_code("5-4")))
    assert game.refusal("a score 10") == "LB-35/no_window"


def play_to_block(holdings: list[str], sheet: tuple[int, ...] | None = None, **house: Any) -> tuple[Playing, list[Any]]:
    """Lead six-six and block the hand by a round of dry passes; return the table and the last events."""
    game = Playing([f"6-6 {holdings[0]}", *holdings[1:]], "", **house)
    if sheet is not None:
        game.table.sheet = sheet
    game.say("a noscore")
    happened = [game.say(f"{seat} knock") for seat in (*"bcd"[: len(holdings) - 1], "a")]
    return game, happened[-1]


def test_lb_64_a_loss_at_the_count_stops_at_zero() -> None:
    game, happened = play_to_block(["5-1", "4-2"], sheet=(3, -20))
    assert find_only(happened, Counted).changes == (-5, -5)
    assert game.sheet == (0, -20)
    assert find_only(happened, Counted).spared == (2, 5)
    (receipt,) = receipts(happened)
    assert receipt.total == -3


def test_lb_64_with_a_floor_the_receipt_gives_the_real_loss() -> None:
    game = Playing(["5-5 5-0 1-0", "4-4 2-0"], YARD, zero_floor="always", wrong_score_penalty=25)
    happened = game.say("a score 10", "b renege", "b knock", "a play 5-0 A", "a score 5")
    assert game.sheet == (0, 0)
    assert [receipt.total for receipt in receipts(happened)] == [10, 0, -10]


def test_lb_70_the_hand_in_which_the_target_is_touched_is_the_last() -> None:
    game = Playing(["5-5 1-0", "5-0"], YARD, target=10)
    game.say("a score 10", "a renege", "b play 5-0 A", "b score 99")
    assert game.sheet == (0, -10)
    over = find_only(game.say("a done"), GameOver)
    assert over.winners == (0,)
    assert view(game.table, None).over
    assert transfers(game.events)[0].amounts == (1, -1)
    assert game.refusal("a next") == "LB-70/over"


def calls_renege(game: Playing, seat: int) -> bool:
    thought = robot(view(game.table, Seat(seat)), CHANCE)
    return thought is not None and thought.move == Renege()


def test_a_robot_calls_only_certain_reneges() -> None:
    four = ["5-5 1-0", "6-6 2-0", "6-5 3-0", "4-4 2-1"]
    game = Playing(four, "", ["", "none"])
    game.say("a score 10")
    game.lapse()
    assert calls_renege(game, 2)
    assert not calls_renege(game, 1)
    three = held()
    three.say("b score 10")
    three.lapse()
    assert not calls_renege(three, 2)
    innocent = above(drawn_double="innocent")
    innocent.say("b noscore")
    innocent.lapse()
    assert not calls_renege(innocent, 2)
    guilty = above()
    guilty.say("b noscore")
    guilty.lapse()
    assert calls_renege(guilty, 2)

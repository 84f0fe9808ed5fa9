"""Laying, drawing, passing, called scores, and the order in which moves count (LB-20 to LB-36, LB-80 to LB-93)."""

from dataclasses import replace
from typing import Any

import pytest

from games.core import Seat, Value
from games.core.moves import Lapse
from games.lombardy.choices import choices
from games.lombardy.deadlines import deadline
from games.lombardy.decide import decide
from games.lombardy.events import Called, Drew, Event, Laid
from games.lombardy.evolve import evolve
from games.lombardy.moves import Answer, Done, Draw, Knock, Next, NoScore, Play, Renege, Score
from games.lombardy.notation import read_words, write
from games.lombardy.options import PRESETS
from games.lombardy.project import view
from games.lombardy.robot import robot
from games.lombardy.scoring import receipts
from games.lombardy.state import State
from games.pieces.dominoes import ALL, Domino, from_code
from tests.games.handed_chance import HandedChance
from tests.games.lombardy.at_table import CHANCE, Playing, bones, find_only, kinds, session
from tests.refuses import refuses
from tests.render import shown as scenes

TWO = ["6-6 5-0 6-2", "6-5 4-4 1-0"]


def test_lb_20_moves_are_made_only_in_turn_and_in_play() -> None:
    game = Playing(TWO, "3-3 2-2")
    for words in ("a play 5-0", "a draw", "a knock"):
        assert game.refusal(words) == "LB-20/not_your_turn"
    with refuses("LB-20/not_seated"):
        decide(game.table, Seat(2), Knock(), 9, CHANCE)
    assert Playing(["5-4", "6-5"], "3-3").refusal("a knock") == "LB-20/no_play"


def test_lb_21_pass_when_able_forbidden() -> None:
    game = Playing(TWO, "3-3 2-2", pass_when_able="forbidden")
    assert game.refusal("b knock") == game.refusal("b draw") == "LB-21/can_play"
    game.say("b play 6-5 A", "a play 5-0 A")
    game = Playing(["6-6 5-0", "4-4 1-0"], "3-3 2-2", pass_when_able="forbidden")
    assert game.refusal("b knock") == "LB-21/draw_first"
    game.say("b draw", "b knock")


def test_lb_22_a_turn_draws_one_bone_off_the_top_until_none_is_left() -> None:
    game = Playing(TWO, "3-3 2-2")
    assert find_only(game.say("b draw"), Drew).bone == from_code("3-3")
    assert game.refusal("b draw") == "LB-22/drawn_already"
    assert view(game.table, Seat(0)).counts == (2, 4)
    game.say("b play 6-5 A", "a draw", "a knock")
    assert game.refusal("b draw") == "LB-22/nothing_to_draw"


def test_lb_30_a_score_may_be_called_with_the_bone() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4 1-0"], "3-3 2-2")
    happened = game.say("b play 5-0 A 10")
    assert kinds(happened) == ["Laid", "Called"]
    assert game.sheet == (0, 10)
    assert game.table.to_score is None
    game = Playing(["5-5 6-2", "5-0 4-4 1-0"], "3-3 2-2")
    assert game.refusal("b play 5-0 A 0") == "LB-34/nought"
    game = Playing(["5-5 6-2", "5-0 4-4 1-0"], "3-3 2-2", scores="automatic")
    assert game.refusal("b play 5-0 A 10") == "LB-91/scores_automatic"


def test_lb_36_the_total_is_not_shown() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2")
    game.say("b play 5-0 A")
    seen = view(game.table, Seat(0))
    assert not hasattr(seen, "total")
    assert receipts(game.events) == ()


def test_lb_80_moves_count_by_stamp_then_kind_then_seat() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4", "5-1 1-0"], "3-3 2-2", race_grace_ms=1000, call_mode="race")
    game.say("b play 5-0 A", at=5000)
    game.say("a score 10", at=4900)
    assert kinds(game.events[-2:]) == ["Heard", "Heard"]
    assert view(game.table, Seat(1)).pending == ("play 5-0 A",)
    assert view(game.table, Seat(2)).pending == ()
    assert deadline(game.table) == 5900
    happened = [*game.lapse(), *game.lapse()]
    assert [event.change for event in happened if isinstance(event, Called)] == [10]
    assert any(isinstance(event, Laid) for event in happened)
    with refuses("LB-80/nothing_due"):
        game.lapse(at=6001)


def test_lb_80_alone_with_robots_a_bone_is_shown_sooner() -> None:
    alone = next(preset for preset in PRESETS if preset.name == "alone")
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2", (), **alone.values)
    game.say("a noscore", at=100)
    game.lapse()
    game.say("b play 5-0 A", at=500)
    assert deadline(game.table) == 800
    assert any(isinstance(event, Laid) for event in game.lapse())


def test_lb_80_impossible_moves_are_refused_at_once() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2", race_grace_ms=1000, call_mode="race")
    with refuses("LB-20/no_such_move"):
        game.move(0, Score(10**9))


def test_lb_81_a_courtesy_makes_the_next_player_wait() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2", call_mode="courtesy", courtesy_seconds=8)
    led = game.at
    assert game.refusal("b play 5-0 A") == "LB-81/wait"
    assert view(game.table, Seat(1)).waits
    assert view(game.table, None).deadline == led + 8000
    game.say("a score 10")
    game.say("b play 5-0 A")
    begun = game.at
    assert kinds(game.lapse(at=begun + 8000)) == ["WaitOver", "QuietOver"]
    game.say("a knock")


def test_lb_81_the_wait_ends_by_stamp_too() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2", call_mode="courtesy", courtesy_seconds=8)
    begun = game.at
    assert game.refusal("b knock", at=begun + 7999) == "LB-81/wait"
    game.say("b knock", at=begun + 8000)


def test_lb_81_everyone_decides() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2", call_mode="everyone-decides")
    assert view(game.table, None).deadline is None
    assert view(game.table, None).to_act == (0,)
    assert game.refusal("b play 5-0 A") == "LB-81/wait"
    game.say("a noscore", "b play 5-0 A")
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2", call_mode="everyone-decides", decide_timeout_s=60)
    assert view(game.table, None).deadline == game.at + 60_000


def test_lb_81_race_lets_the_next_player_act_at_once_but_no_robot() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2", courtesy_seconds=5)
    begun = game.at
    assert not view(game.table, Seat(1)).waits
    assert robot(view(game.table, Seat(1)), CHANCE) is None
    caller = robot(view(game.table, Seat(0)), CHANCE)
    assert caller is not None and isinstance(caller.move, Score)
    assert deadline(game.table) == begun + 5000
    assert kinds(game.lapse()) == ["QuietOver"]
    assert robot(view(game.table, Seat(1)), CHANCE) is not None


def test_lb_82_an_idle_player_owns_up_to_their_highest_double() -> None:
    game = Playing.__new__(Playing)
    game.events, game.at, game.table = [], 0, session(2)
    game.deal(["5-5 4-4 1-0", "6-4 2-0 2-1"], "3-3")
    game.move(0, Lapse())
    game.move(1, Lapse())
    assert game.table.leader == 0
    assert game.table.spinner == from_code("5-5")


def test_lb_82_an_idle_player_passes_and_never_calls() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2", call_mode="everyone-decides")
    assert kinds(game.move(0, Lapse())) == ["Waived"]
    assert kinds(game.move(1, Lapse())) == ["Passed"]
    with refuses("LB-82/nothing_due"):
        game.move(1, Lapse())
    game = Playing(["5-5", "5-4 1-0"], "")
    assert kinds(game.move(0, Lapse())) == ["Waived"]
    assert kinds(game.move(1, Lapse())) == ["SaidDone", "Counted"]
    assert game.sheet == (10, 0)


def test_lb_82_where_passing_is_forbidden_an_idle_player_draws_or_lays() -> None:
    game = Playing(["6-6 5-0", "4-4 1-0"], "3-3 6-5", pass_when_able="forbidden")
    assert kinds(game.move(1, Lapse())) == ["Drew"]
    assert kinds(game.move(1, Lapse())) == ["Passed"]
    game = Playing(TWO, "3-3 2-2", pass_when_able="forbidden")
    assert kinds(game.move(1, Lapse())) == ["Laid"]


def test_lb_90_the_default_is_a_faithful_game() -> None:
    game = Playing(TWO, "3-3 2-2")
    house = game.table.house
    assert (house.forced_lead, house.automatic, house.hears_renege) == (False, False, True)


ORDER = bones("5-5 6-2 4-1 1-0 2-0 3-0 4-0 6-6 5-0 4-4 2-1 3-1 5-1 6-1 3-2 4-2 5-2")


def deal_in_order(order: tuple[Domino, ...], **house: Value) -> tuple[State, list[Event]]:
    """Deal this order from the top to two players; return the table and the events."""
    table = session(2, **house)
    whole = (*order, *(bone for bone in ALL if bone not in order))
    happened = list(decide(table, Seat(0), Next(), 0, HandedChance(orders=[whole])).events)
    return evolve(table, *happened), happened


def refusal(table: State, seat: int, words: str) -> str:
    """Type a move that must be refused; return the key of the refusal."""
    with refuses() as caught:
        decide(table, Seat(seat), read_words(*words.partition(" ")[::2]), 1, CHANCE)
    return caught.value.key


def test_lb_92_only_the_lead_is_forced() -> None:
    table, happened = deal_in_order(ORDER, lead="forced")
    assert kinds(happened) == ["Dealt", "Led"]
    assert table.to_score == 1
    assert refusal(table, 0, "renege") == "LB-46/six_six_led"


def test_lb_93_the_moves_offered_never_show_which_are_right() -> None:
    game = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2")
    mine = [choice.words for choice in choices(view(game.table, Seat(0)))]
    assert mine == [*(f"score {number}" for number in range(5, 36, 5)), "noscore", "renege"]
    offered = [choice.words for choice in choices(view(game.table, Seat(1)))]
    assert offered == ["play 5-0 A", "draw", "knock", "renege"]
    called = replace(view(game.table, Seat(0)), pending=("score 5",))
    late = [choice.words for choice in choices(called) if choice.late]
    assert late == mine[:-1], "LB-33: after a call the other buttons keep their places, but cannot be pressed"
    accused = replace(view(game.table, Seat(0)), pending=("renege",))
    assert [choice.words for choice in choices(accused) if choice.late] == ["renege"], (
        "LB-44: a player calls renege only once"
    )
    for laid in ("play 5-0 A", "knock"):
        waiting = replace(view(game.table, Seat(1)), pending=(laid,))
        assert [choice.words for choice in choices(waiting) if choice.late] == offered[:-1], "LB-20"
    drawing = replace(view(game.table, Seat(1)), pending=("draw",))
    assert not any(choice.late for choice in choices(drawing)), "LB-22: a bone may follow"
    led_by_six = Playing(TWO, "3-3 2-2")
    assert "renege" not in [choice.words for choice in choices(view(led_by_six.table, Seat(1)))]
    assert "renege" in [choice.words for choice in choices(view(game.table, None))]


@pytest.mark.parametrize(
    ("words", "move"),
    [
        ("play 6-4 A", Play(from_code("6-4"), "A")),
        ("play 64 left", Play(from_code("6-4"), "A")),
        ("play double five", Play(from_code("5-5"))),
        ("play five double", Play(from_code("5-5"))),
        ("play 6-4 D 15", Play(from_code("6-4"), "D", 15)),
        ("play 6-4 for 10", Play(from_code("6-4"), "", 10)),
        ("score 15", Score(15)),
        ("score none", NoScore()),
        ("answer 6", Answer(from_code("6-6"))),
        ("answer double five", Answer(from_code("5-5"))),
        ("answer none", Answer(None)),
        ("renege", Renege()),
        ("done", Done()),
        ("draw", Draw()),
    ],
)
def test_words_are_moves_both_ways(words: str, move: Any) -> None:
    verb, _, rest = words.partition(" ")
    assert read_words(verb, rest) == move
    verb, _, rest = write(move).partition(" ")
    assert read_words(verb, rest) == move


def test_lb_30_after_the_hand_everybody_sees_which_scores_were_left() -> None:
    game = Playing(["5-5 5-0", "4-4 1-0"], "")
    game.say("b knock", "a play 5-0 A")
    assert [worth for _, _, worth in game.table.uncalled] == [10, 10]
    assert view(game.table, Seat(0)).uncalled == (), "not before the hand is over"
    while game.table.counted is None:
        game.lapse()
    left = ((Seat(0), from_code("5-5"), 10), (Seat(0), from_code("5-0"), 10))
    assert [view(game.table, seat).uncalled for seat in (Seat(0), Seat(1), None)] == [left] * 3
    told = scenes.tell_outcome(view(game.table, Seat(0)), ("Bear", "Bull"))
    assert told is not None
    assert told.sentence.endswith("; you missed 10 for 5-5, 10 for 5-0")


def test_lb_36_a_wrong_call_is_told_with_its_total_when_the_hand_is_over() -> None:
    """LB-32: Bear called 15 where the ends made 10, and 5 where they made 12."""
    for bone, called, total in (("5-5", 15, 10), ("6-6", 5, 12)):
        game = Playing([bone, "4-4 1-0"], "")
        game.say(f"a score {called}")
        while game.table.counted is None:
            assert not view(game.table, Seat(0)).miscalled, "not before the hand is over"
            game.lapse()
        seen = [view(game.table, seat) for seat in (Seat(0), Seat(1), None)]
        assert [each.miscalled for each in seen] == [((0, from_code(bone), called, total),)] * 3
        told = [scenes.tell_outcome(each, ("Bear", "Bull")) for each in seen]
        assert [each is not None and "wrong call" in each.sentence for each in told] == [True, False, False]
        assert told[0] is not None and told[0].sentence.endswith("; 1 wrong call")
        assert "you missed" not in told[0].sentence and "didn't miss" not in told[0].sentence
        why = f"Bear called {called} for {bone}, but the ends made {total} (LB-32)"
        assert [each is not None and each.why[-1] for each in told] == [why] * 3


def test_why_adds_up_the_hand_and_the_verdict_adds_up_wrong_calls() -> None:
    """LB-32: however many wrong calls there were, they make one clause."""
    game = Playing(["5-5 5-0", "4-4 1-0"], "")
    game.say("a score 15", "b knock", "a play 5-0 A", "a score 15")
    while game.table.counted is None:
        game.lapse()
    told = scenes.tell_outcome(view(game.table, Seat(0)), ("Bear", "Bull"))
    assert told is not None and told.sentence.endswith("; 2 wrong calls")
    assert told.why[:2] == ("Bear −15: calls −20, count +5", "Bull 0: calls 0, count 0")


def test_lb_30_a_score_that_was_called_is_not_left() -> None:
    game = Playing(["5-5 5-0", "4-4 1-0"], "")
    game.say("a score 10")
    assert game.table.uncalled == ()

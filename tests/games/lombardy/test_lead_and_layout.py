"""Players, deal, the calling of the doubles, the layout and its total (LB-1 to LB-17)."""

from typing import Any

import pytest

from games.core import Seat, SecretChance, settle
from games.core.events import Stored, decode
from games.lombardy.choices import choices
from games.lombardy.decide import begin, decide
from games.lombardy.events import Began, Led, RenegeCalled, TurnedDown
from games.lombardy.evolve import fold
from games.lombardy.moves import Next, Play, Renege
from games.lombardy.options import OPTIONS
from games.lombardy.project import view
from games.pieces.dominoes import from_code
from tests.games.lombardy.at_table import CHANCE, SEATS, Playing, find_only, kinds, session
from tests.refuses import refuses


@pytest.mark.parametrize("players", [1, 5])
def test_lb_1_only_two_to_four_play(players: int) -> None:
    with refuses("LB-1/players"):
        begin(players, settle(OPTIONS), 0, CHANCE)


@pytest.mark.parametrize(("direction", "turns"), [("clockwise", [1, 2, 3, 0]), ("counterclockwise", [3, 2, 1, 0])])
def test_lb_1_direction_turns_the_order_of_play(direction: str, turns: list[int]) -> None:
    game = Playing(["6-6 5-0", "6-5 4-4", "6-4 3-3", "6-3 2-2"], direction=direction)
    assert view(game.table, None).clockwise is (direction == "clockwise")
    went = []
    for _ in turns:
        went.append(int(game.table.turn))
        game.say(f"{SEATS[game.table.turn]} knock")
    assert went == turns


def test_lb_80_of_calls_at_one_moment_the_next_player_in_turn_counts_first() -> None:
    first = {}
    for direction in ("clockwise", "counterclockwise"):
        game = Playing(["5-5 5-0", "6-5 4-4", "6-4 3-3"], direction=direction, race_grace_ms=1000)
        for seat in (1, 2):
            game.move(seat, Renege(), at=100)
        game.lapse()
        first[direction] = next(event.seat for event in game.events if isinstance(event, RenegeCalled | TurnedDown))
    assert first == {"clockwise": 1, "counterclockwise": 2}


def test_a_session_of_an_older_release_goes_to_the_left_and_ignores_its_direction() -> None:
    stored = Stored("lombardy.began", 1, {"players": 3, "options": {"direction": "counterclockwise"}})
    table = fold([decode(stored)])
    assert table.clockwise
    (began,) = begin(3, settle(OPTIONS, {"direction": "counterclockwise"}), 0, CHANCE)
    assert isinstance(began, Began)
    assert began.rightwards


@pytest.mark.parametrize(("players", "left"), [(2, 14), (3, 7), (4, 0)])
def test_lb_4_seven_each_and_the_rest_is_the_boneyard(players: int, left: int) -> None:
    table = session(players)
    table = decide(table, Seat(0), Next(), 0, SecretChance(bytes(32), (), 0)).state
    seen = view(table, None)
    assert seen.counts == (7,) * players
    assert seen.boneyard == left
    assert sum(table.holdings) | sum(1 << bone for bone in table.boneyard) == (1 << 28) - 1


def test_lb_5_answers_are_sealed_until_all_are_in_and_the_highest_leads() -> None:
    game = Playing.__new__(Playing)
    game.events, game.at, game.table = [], 0, session(2)
    game.deal(["5-5 4-4 1-0", "6-6 2-0 2-1"], "3-3")
    assert kinds(game.say("a answer 4-4")) == ["Answered"]
    assert view(game.table, Seat(1)).to_act == (1,)
    assert view(game.table, Seat(1)).answer is None
    assert view(game.table, Seat(0)).answer == from_code("4-4")
    assert game.refusal("a answer 5-5") == "LB-5/answered_already"
    led = find_only(game.say("b answer 6-6"), Led)
    assert (led.seat, led.bone) == (1, from_code("6-6"))
    assert game.refusal("a answer 5-5") == "LB-5/not_asked"


def test_lb_6_players_answer_only_with_a_double_of_their_own_seven() -> None:
    game = Playing.__new__(Playing)
    game.events, game.at, game.table = [], 0, session(2)
    game.deal(["5-5 4-4 1-0", "6-6 2-0 2-1"], "3-3")
    assert game.refusal("a answer 6-6") == "LB-6/not_your_double"
    assert game.refusal("a answer 1-0") == "LB-6/not_your_double"
    listed = [choice.words for choice in choices(view(game.table, Seat(0)))]
    assert listed == ["answer 5-5", "answer 4-4", "answer none"]


def test_lb_9_every_hand_is_led_by_the_highest_double() -> None:
    game = Playing(["6-6", "5-4 1-0"], "3-3")
    game.say("a noscore")
    assert game.table.phase == "counted"
    game.deal(["5-4 1-0", "4-4 2-0"])
    game.answer()
    assert game.table.leader == 1
    assert game.refusal("a next") == "LB-9/hand_in_play"


def test_lb_11_a_closed_end_is_refused() -> None:
    game = Playing(["6-6 5-0", "6-5 4-4"], "3-3")
    assert game.refusal("b play 6-5 C") == "LB-11/closed_end"
    with refuses("LB-11/no_such_end"):
        game.move(1, Play(from_code("6-5"), "Z"))


@pytest.mark.parametrize(
    ("laid", "play", "end"),
    [
        ([], "b play 6-5", "A"),  # A and B are both bare, so A
        (["b play 6-3 A", "a play 6-2 B"], "b play 6-5", "C"),  # C and D are both bare, so C
        (["b play 6-3 A"], "a play 3-1", "A"),  # there is only one end
    ],
)
def test_lb_14_the_end_need_not_be_named_where_it_makes_no_difference(laid: list[str], play: str, end: str) -> None:
    game = Playing(["6-6 6-2 3-1 0-0", "6-5 6-3 1-1"], "4-4")
    game.say(*laid)
    happened: Any = game.say(play)
    assert happened[0].end == end


def test_lb_14_the_end_must_be_named_where_it_matters() -> None:
    game = Playing(["5-5 5-3 0-0", "5-0 3-0 1-1"], "4-4")
    game.say("b play 5-0 A", "a play 5-3 B")
    assert game.refusal("b play 3-0") == "LB-14/which_end"
    game.say("b play 3-0 B")


def test_lb_17_the_row_of_scores_ends_at_35() -> None:
    game = Playing(["6-6 5-0", "6-5 4-4"], "3-3")
    listed = [choice.words for choice in choices(view(game.table, Seat(0)))]
    assert listed == [*(f"score {number}" for number in range(5, 36, 5)), "noscore"]

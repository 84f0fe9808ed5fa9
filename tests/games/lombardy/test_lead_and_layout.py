"""Players, deal, the calling of the doubles, the layout and its total (LB-1 to LB-17)."""

from typing import Any

import pytest

from games.core.chance import SecretChance
from games.core.events import Stored, decode
from games.core.options import settle
from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.choices import choices
from games.lombardy.decide import begin, decide
from games.lombardy.events import Began, Led, NobodyLed, RenegeCalled, Restarted, TurnedDown
from games.lombardy.evolve import fold
from games.lombardy.moves import Answer, Next, Play, Renege
from games.lombardy.options import OPTIONS
from games.lombardy.project import view
from games.pieces.dominoes import PIPS, from_code
from games.pieces.line import Line
from tests.games.lombardy.at_table import CHANCE, SEATS, Playing, find_only, kinds, session


@pytest.mark.parametrize("players", [1, 5])
def test_lb_1_only_two_to_four_play(players: int) -> None:
    with pytest.raises(Refused, match="LB-1/players"):
        begin(players, settle(OPTIONS), 0, CHANCE)


def test_lb_1_everybody_plays_for_themselves_in_the_order_of_seats() -> None:
    game = Playing(["6-6 5-0", "6-5 4-4", "6-4 3-3"])
    game.say("b play 6-5 A", "c play 6-4 B")
    assert game.table.turn == 0
    assert len(game.sheet) == 3


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


def test_lb_2_pips_are_the_sum_of_both_halves() -> None:
    assert PIPS[from_code("6-6")] == 12
    assert PIPS[from_code("0-0")] == 0
    assert sum(PIPS) == 168


def test_lb_3_a_column_begins_at_zero_and_may_go_below() -> None:
    game = Playing(["6-6 5-0", "6-5 4-4"], "1-0")
    assert game.sheet == (0, 0)
    game.say("a score 5")
    assert game.sheet == (-10, 0)


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


def test_lb_7_the_score_of_the_lead_can_be_called_and_the_turn_goes_left() -> None:
    game = Playing(["5-5 1-0", "6-5 2-0"], "3-3")
    assert game.table.turn == 1
    assert game.table.to_score == 0
    game.say("a score 10")
    assert game.sheet == (10, 0)


def test_lb_8_if_nobody_leads_a_last_call_comes_and_then_a_restart_without_penalty() -> None:
    game = Playing(["5-4 1-0", "6-5 2-0"], "3-3")
    assert kinds(game.events)[-1] == "NobodyLed"
    assert game.table.phase == "no_lead"
    assert game.refusal("a play 5-4") == "LB-20/no_play"
    happened = game.say("a done", "b done")
    assert find_only(happened, Restarted).losses == (0, 0)
    assert game.table.phase == "restart"


def test_lb_8_a_double_kept_quiet_can_be_called() -> None:
    game = Playing(["5-5 1-0", "6-5 2-0"], "3-3", ["none"])
    assert find_only(game.events, NobodyLed).held_back == (0,)
    game.say("b renege")
    assert game.sheet == (-15, 0)


def test_lb_9_every_hand_is_led_by_the_highest_double() -> None:
    game = Playing(["6-6", "5-4 1-0"], "3-3")
    game.say("a noscore", "b done")
    assert game.table.phase == "counted"
    game.deal(["5-4 1-0", "4-4 2-0"])
    game.answer()
    assert game.table.leader == 1
    assert game.refusal("a next") == "LB-9/hand_in_play"


def lay(first: str, *plays: str) -> Line:
    """A layout with this first bone and these plays."""
    line = Line.begin(from_code(first), spinner=True)
    for play in plays:
        bone, end = play.split()
        line = line.lay(from_code(bone), end)
    return line


def test_lb_10_and_lb_11_the_spinner_opens_when_both_sides_are_covered() -> None:
    line = lay("6-6", "6-3 A")
    assert not line.open
    assert line.ends == {"A": 3, "B": 6}
    line = line.lay(from_code("6-2"), "B")
    assert line.open
    assert line.ends == {"A": 3, "B": 2, "C": 6, "D": 6}
    assert line.lay(from_code("6-5"), "D").ends == {"A": 3, "B": 2, "C": 6, "D": 5}


def test_lb_11_a_closed_end_is_refused() -> None:
    game = Playing(["6-6 5-0", "6-5 4-4"], "3-3")
    assert game.refusal("b play 6-5 C") == "LB-11/closed_end"
    with pytest.raises(Refused, match="LB-11/no_such_end"):
        game.move(1, Play(from_code("6-5"), "Z"))


def test_lb_12_a_bone_fits_with_its_number_inwards() -> None:
    assert lay("6-6", "6-3 A", "3-1 A").ends == {"A": 1, "B": 6}
    game = Playing(["6-6 5-0", "4-3 4-4"], "3-3")
    assert game.refusal("b play 4-3 A") == "LB-12/does_not_fit"
    assert game.refusal("b play 4-3") == "LB-12/does_not_fit"


def test_lb_13_another_double_has_one_further_end() -> None:
    line = lay("6-6", "6-3 A", "3-3 A")
    assert line.ends == {"A": 3, "B": 6}
    assert line.arms[0] == (from_code("6-3"), from_code("3-3"))


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


def test_lb_15_the_total_is_the_sum_of_the_ends() -> None:
    assert lay("5-5").sum_ends() == 10
    assert lay("6-6", "6-3 A", "6-2 B", "3-3 A").sum_ends() == 8
    assert lay("6-6", "6-3 A", "6-2 B").sum_ends(bare_spinner_ends_count=True) == 17
    assert lay("6-6", "6-3 A", "6-2 B", "6-5 C").sum_ends(bare_spinner_ends_count=True) == 16
    assert lay("6-6", "6-3 A").sum_ends(bare_spinner_ends_count=True) == 15
    assert Line().sum_ends() == 0


def test_lb_15_spinner_ends_count_when_open() -> None:
    game = Playing(["6-6 6-2 0-0", "6-3 6-1"], "3-3", spinner_ends_count="when_open")
    game.say("b play 6-3 A", "a play 6-2 B")
    assert game.table.total == 17


def test_lb_16_the_examples_of_the_rulebook() -> None:
    assert lay("5-5", "5-0 A").sum_ends() == 10
    assert lay("6-6", "6-3 A").sum_ends() == 15
    assert lay("6-6", "6-3 A", "6-2 B").sum_ends() == 5
    assert lay("6-6", "6-3 A", "6-2 B", "6-5 C").sum_ends() == 10
    assert lay("6-6", "6-3 A", "6-2 B", "6-5 C", "3-3 A").sum_ends() == 13


def test_lb_17_the_row_of_scores_ends_at_35() -> None:
    game = Playing(["6-6 5-0", "6-5 4-4"], "3-3")
    listed = [choice.words for choice in choices(view(game.table, Seat(0)))]
    assert listed == [*(f"score {number}" for number in range(5, 36, 5)), "noscore"]


def test_a_player_may_answer_that_they_hold_no_double() -> None:
    assert Answer(None).double is None

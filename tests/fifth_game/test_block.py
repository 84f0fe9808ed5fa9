"""The rules of Block, each by its name."""

import pytest

from games.core import Seat, Value, settle
from games.pieces.dominoes import from_code
from tests.chance import ConstantChance
from tests.fifth_game.block.events import Began, Dealt, HandEnded
from tests.fifth_game.block.evolve import State
from tests.fifth_game.block.game import GAME as game
from tests.fifth_game.block.moves import Next, read
from tests.fifth_game.block.options import OPTIONS
from tests.fifth_game.block.scoring import receipts, transfers
from tests.refuses import refuses


def session(**house: Value) -> State:
    """A table before its first hand."""
    return game.fold(game.begin(2, settle(OPTIONS, house), 0, ConstantChance()))


def deal(first: str, second: str) -> Dealt:
    """A deal of these bones; seat 0 leads."""
    return Dealt(1, Seat(0), tuple(tuple(from_code(bone) for bone in held.split()) for held in (first, second)), ())


def dealt(first: str, second: str) -> State:
    """A table whose players hold these bones; seat 0 leads."""
    return game.fold((Began(2, {}), deal(first, second)))


def say(state: State, *moves: str) -> State:
    """Make typed moves one after another, each for the seat in turn, and return the table."""
    for words in moves:
        verb, _, rest = words.partition(" ")
        state = game.decide(
            state, state.turn, read(game.view(state, state.turn), verb, rest), 0, ConstantChance()
        ).state
    return state


def test_bl_1_two_to_four_play() -> None:
    with refuses("BL-1/players"):
        game.begin(5, settle(OPTIONS), 0, ConstantChance())


@pytest.mark.parametrize("many", [5, 7])
def test_bl_2_each_is_dealt_as_many_bones_as_the_house_says(many: int) -> None:
    state = game.decide(session(dealt=many), Seat(0), Next(), 0, ConstantChance()).state
    assert [held.bit_count() for held in state.holdings] == [many, many]
    assert state.sleeping == 28 - 2 * many


def test_bl_3_a_player_sees_their_own_bones_and_counts_the_others() -> None:
    seen = game.view(dealt("6-6", "5-5 4-4"), Seat(0))
    assert (seen.holding, seen.counts) == ((from_code("6-6"),), (1, 2))


@pytest.mark.parametrize(
    ("lead", "winner", "leader"), [("in_turn", 0, 1), ("winner", 0, 0), ("winner", 1, 1), ("winner", None, 0)]
)
def test_bl_10_the_lead_changes_or_goes_to_the_winner(lead: str, winner: Seat | None, leader: int) -> None:
    state = game.decide(session(lead=lead), Seat(0), Next(), 0, ConstantChance()).state
    state = game.evolve(state, HandEnded("blocked", ((), ()), winner, 0))
    assert game.decide(state, Seat(0), Next(), 0, ConstantChance()).state.leader == leader


def test_bl_20_a_bone_joins_an_end_whose_number_it_has() -> None:
    state = say(dealt("6-4 1-1", "6-5 3-3"), "lay 6-4")
    with refuses("BL-20/does_not_fit"):
        say(state, "lay 3-3")
    assert say(state, "lay 6-5").line.ends == {"A": 5, "B": 4}


def test_bl_21_only_a_player_without_a_bone_that_fits_knocks() -> None:
    with refuses("BL-21/leader_lays"):
        say(dealt("6-4", "6-5"), "knock")
    with refuses("BL-21/can_lay"):
        say(dealt("6-4 1-1", "6-5 3-3"), "lay 6-4", "knock")
    assert say(dealt("6-4 6-1", "5-5 3-3"), "lay 6-4", "knock").turn == 0


def test_bl_22_players_lay_their_own_bones_in_turn() -> None:
    state = dealt("6-4 1-1", "6-5 3-3")
    with refuses("BL-22/not_held"):
        say(state, "lay 6-5")
    with refuses("BL-22/not_your_turn"):
        game.decide(state, Seat(1), read(game.view(state, Seat(1)), "lay", "6-5"), 0, ConstantChance())


@pytest.mark.parametrize(
    ("first", "second", "lead", "ending"),
    [
        ("6-4", "6-5 3-3", "6-4", ("out", 0, 17)),  # BL-30
        ("6-6 5-5", "4-4", "6-6", ("blocked", 1, 2)),  # BL-31
        ("6-6 5-3", "4-4", "6-6", ("level", None, 0)),  # BL-32
    ],
)
def test_a_hand_that_ends_scores_what_is_held(first: str, second: str, lead: str, ending: tuple[object, ...]) -> None:
    ended = say(dealt(first, second), f"lay {lead}").ended
    assert ended is not None
    assert (ended.how, ended.winner, ended.points) == ending
    assert [receipt.total for receipt in receipts((ended,))] == [ended.points]


def test_bl_40_the_points_of_the_game_win_it() -> None:
    state = game.evolve(session(), HandEnded("out", ((), ()), Seat(0), 40), deal("6-4", "6-5 3-3"))
    decided = game.decide(state, Seat(0), read(game.view(state, Seat(0)), "lay", "6-4"), 0, ConstantChance())
    assert (decided.state.phase, decided.state.scores) == ("over", (57, 0))
    assert [transfer.amounts for transfer in transfers(decided.events)] == [(1, -1)]

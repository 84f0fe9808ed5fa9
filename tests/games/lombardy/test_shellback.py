"""Shellbacks of Lombardy Bones: their quick playouts agree with the engine, and they choose winning moves."""

import pytest

from games.core import Level, Seat, SecretChance, settle
from games.lombardy.decide import begin, decide
from games.lombardy.evolve import fold
from games.lombardy.guess import make_dealer
from games.lombardy.moves import Next, Play
from games.lombardy.options import OPTIONS
from games.lombardy.project import view
from games.lombardy.robot import robot
from games.lombardy.shellback import ponder
from games.lombardy.state import State
from games.pieces.dominoes import ALL, FULL, code, mask
from tests.games.lombardy.at_table import Playing, bones, choose, open_up

SIMPLE = {"enforcement": "guarded", "call_mode": "race", "pass_when_able": "allowed"}


def chance(number: int) -> SecretChance:
    return SecretChance(bytes(32), (), number)


def dealt(players: int, number: int, **house: str) -> State:
    """A table after the deal and the lead, where scores count without a call."""
    options = settle(OPTIONS, {**SIMPLE, **house})
    return decide(fold(begin(players, options, 0, chance(number))), Seat(0), Next(), 0, chance(number)).state


def table_with(*held: str) -> Playing:
    """A table with these hands and all other bones in the boneyard. The first hand leads."""
    dealt = {bone for hand in held for bone in bones(hand)}
    return Playing(held, " ".join(code(bone) for bone in reversed(ALL) if bone not in dealt))


@pytest.mark.parametrize("ends", ["when_played", "when_open"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_quick_playouts_agree_with_the_engine(players: int, ends: str) -> None:
    for number in range(12):
        state = dealt(players, number, spinner_ends_count=ends)
        if state.phase != "play":
            continue
        quick, before = open_up(state), state.sheet
        while state.phase == "play":
            move = choose(quick)
            quick.play(move)
            state = decide(state, state.turn, move, 0, chance(0)).state
        assert quick.over
        gained = tuple(new - old for new, old in zip(state.sheet, before, strict=True))
        again = open_up(dealt(players, number, spinner_ends_count=ends))
        again.finish()
        assert tuple(quick.points) == tuple(again.points) == gained


def test_a_guessed_deal_gives_each_seat_its_bones_and_the_viewer_their_own() -> None:
    for players in (2, 3, 4):
        state = dealt(players, 1)
        for number in range(20):
            if state.phase != "play":
                break
            seen = view(state, Seat(number % players))
            deal = make_dealer(seen)(chance(number))
            assert tuple(held.bit_count() for held in deal.held) == seen.counts
            assert deal.held[number % players] == mask(seen.holding)
            hidden = mask(deal.boneyard)
            for held in deal.held:
                assert not hidden & held
                hidden |= held
            assert hidden == FULL & ~seen.line.on_table
            state = decide(state, state.turn, choose(open_up(state)), 0, chance(0)).state


def test_lb_21_most_guesses_take_a_pass_or_a_draw_as_a_sign_that_no_bone_fitted() -> None:
    game = table_with("4-4 1-0 6-3", "5-3 3-2 2-1")
    game.say("a noscore", "b draw", "b knock")
    seen = view(game.table, Seat(0))
    fours = sum(1 << bone for bone in (10, 11, 12, 13, 19, 25))
    for freely, least, most in ((False, 41, 60), (True, 0, 20)):
        deal = make_dealer(seen, freely)
        guessed = [deal(chance(number)).held[1] for number in range(60)]
        assert least <= sum(not held & fours for held in guessed) <= most
        assert all(held.bit_count() == 4 for held in guessed)


def test_a_shellback_lays_the_best_score_when_nothing_else_counts() -> None:
    game = table_with("5-5 1-0", "5-0 6-1 6-2")
    game.say("a score 10")
    game.lapse()
    thought = ponder(view(game.table, Seat(1)), chance(1), 40)
    assert thought is not None
    assert isinstance(thought.move, Play)
    assert (code(thought.move.bone), thought.move.call) == ("5-0", 10)
    assert thought == ponder(view(game.table, Seat(1)), chance(1), 40)


def test_a_shellback_names_the_least_gain_and_its_largest_cause() -> None:
    state = dealt(4, 1)
    for number in range(8):
        usual = robot(view(state, state.turn), chance(number), Level.DECKHAND)
        assert usual is not None
        state = decide(state, state.turn, usual.move, 0, chance(0)).state
    thought = ponder(view(state, state.turn), chance(1), 60)
    assert thought is not None and isinstance(thought.move, Play)
    assert (thought.why, thought.facts["cause"]) == ("did_better", "cause/scores")
    assert 1 <= int(thought.facts["gain"]) < 20


def test_a_shellback_has_nothing_to_ponder_out_of_turn_or_before_the_lead() -> None:
    game = table_with("5-5 1-0", "5-0 6-1 6-2")
    game.say("a score 10")
    assert ponder(view(game.table, Seat(0)), chance(1), 10) is None
    fresh = decide(fold(begin(2, settle(OPTIONS), 0, chance(1))), Seat(0), Next(), 0, chance(1)).state
    assert ponder(view(fresh, Seat(0)), chance(1), 10) is None

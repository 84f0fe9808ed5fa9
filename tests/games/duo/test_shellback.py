"""Shellbacks of Duo Dominoes: their playouts and endgames agree with the engine, and they choose winning tiles."""

from collections import Counter
from typing import Any, Final

import pytest

from games.core import Seat, SecretChance, Value, settle
from games.duo import endgame, shellback
from games.duo.decide import begin, decide
from games.duo.endgame import Position, solve
from games.duo.evolve import fold
from games.duo.game import GAME
from games.duo.guess import make_dealer
from games.duo.likelihood import Evidence
from games.duo.moves import Next, Play
from games.duo.options import OPTIONS
from games.duo.project import view
from games.duo.robot import robot
from games.duo.shellback import ponder
from games.duo.state import State
from games.duo.valuation import find_possible_tiles
from games.pieces.dominoes import WITH, from_code, mask
from tests.contract.driver import draw_table
from tests.games.duo.at_table import dealt as game_at, pass_over, tiles
from tests.games.handed_chance import HandedChance

GUARDED: Final[dict[str, Value]] = {"enforcement": "guarded", "auto_pass": True}
"""The house rules that the solver takes for granted: whoever can play does."""


def chance(number: int) -> SecretChance:
    return SecretChance(bytes(32), (), number)


def dealt(number: int, **house: Any) -> State:
    """A table after its first deal."""
    table = fold(begin(4, settle(OPTIONS, house), 0, chance(number)))
    return decide(table, Seat(0), Next(), 0, chance(number)).state


def play_down_to(state: State, most: int) -> State:
    """Let old hands play until the players hold at most `most` tiles together."""
    while state.phase == "play" and sum(held.bit_count() for held in state.holdings) > most:
        thought = robot(view(state, state.turn), HandedChance())
        assert thought is not None
        state, _ = pass_over(decide(state, state.turn, thought.move, 0, chance(0)).state)
    return state


def points(state: State) -> int:
    """The points of the last hand: positive for duo X, negative for duo Y."""
    assert state.ended is not None
    return -state.ended.points if state.ended.duo else state.ended.points


def position(state: State) -> Position:
    """Convert a state to the position that the endgame solver takes."""
    a, b = state.line.shown
    may_hold, all_others = find_possible_tiles(view(state, None)), state.house.out_counts == "all_others"
    return Position(state.holdings, (a, b), state.turn, state.last, may_hold, all_others=all_others, faithful=False)


def find_best_points(state: State) -> int:
    """The points with best play, found by brute force with the engine."""
    if state.phase != "play":
        return points(state)
    tables = [pass_over(decide(state, state.turn, play, 0, chance(0)).state)[0] for play in state.legal_plays]
    results = [find_best_points(table) for table in tables]
    return min(results) if state.turn % 2 else max(results)


def test_the_endgame_solver_agrees_with_the_engine_under_any_house_rules() -> None:
    solved = Counter[str]()
    for number in range(40):
        _, options = draw_table(GAME, number, **GUARDED)
        state = play_down_to(dealt(number, **options), 7)
        if state.phase == "play":
            a, b = state.line.shown
            held = (state.holdings[0], state.holdings[1], state.holdings[2], state.holdings[3])
            out_counts = state.house.out_counts
            solved_points = solve(held, a, b, state.turn, state.last, out_counts == "all_others")
            assert solved_points == find_best_points(state), f"table {number}: {dict(options)}"
            solved[out_counts] += 1
    assert min(solved.values()) > 5 and len(solved) == 2


def test_quick_playouts_agree_with_old_hands_in_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "SOLVED", 0)
    for number in range(20):
        state = play_down_to(dealt(number, **draw_table(GAME, number, **GUARDED)[1]), 27)
        quick = position(state).play_out()
        assert quick == points(play_down_to(state, 0))


def holdings(*of_seats: str) -> tuple[int, ...]:
    """The holding of each seat as a bit mask."""
    return tuple(mask(tiles(seat)) for seat in of_seats)


HEAVY, LIGHT = "6-6 6-5 5-5 6-4 5-4 4-4", "0-0 1-1 2-0 2-1 2-2 3-0"
OWN, REST = "3-1 3-2 3-3 4-0 4-1 4-2 4-3", "5-0 5-1 5-2 5-3 6-0 6-1 6-2"
AS_LIGHT, AS_HEAVY = holdings(LIGHT, f"{HEAVY} 6-3", OWN, REST), holdings(HEAVY, f"{LIGHT} 6-3", OWN, REST)


def find_evidence(opening: bool = False) -> Evidence:
    """The third seat's evidence about the deal, after the first seat has led 1-0, or 6-6 if `opening`."""
    lead = "6-6" if opening else "1-0"
    right = HEAVY.replace(lead, "1-0")
    table = game_at([f"{LIGHT} {lead}", f"{right} 6-3", OWN, REST], opening=opening)
    table = decide(table, Seat(0), Play(from_code(lead), ""), 0, chance(0)).state
    return Evidence(view(table, Seat(2)))


def test_a_guessed_deal_is_likelier_if_an_old_hand_would_have_led_that_tile() -> None:
    evidence = find_evidence()
    assert evidence.find_likelihood(AS_LIGHT) > 2 * evidence.find_likelihood(AS_HEAVY)
    assert evidence.find_likelihood(AS_HEAVY) > 0
    drawn = evidence.draw([AS_LIGHT, AS_HEAVY], 30, chance(1))
    assert 20 < drawn.count(AS_LIGHT) < 30
    assert drawn.count(AS_LIGHT) + drawn.count(AS_HEAVY) == 30


def test_dd_10_a_double_six_that_had_to_lead_is_evidence_of_nothing() -> None:
    assert (
        find_evidence(opening=True).find_likelihood(AS_LIGHT)
        == find_evidence(opening=True).find_likelihood(AS_HEAVY)
        == 1.0
    )


def test_dd_23_a_guess_gives_a_player_no_number_that_they_passed_on() -> None:
    for number in range(10):
        state = play_down_to(dealt(number), 14)
        seen = view(state, Seat(0))
        guessed = make_dealer(seen)(chance(number))
        assert tuple(held.bit_count() for held in guessed) == seen.counts
        assert guessed[0] == mask(seen.holding)
        for seat in range(1, 4):
            for pips in range(7):
                assert not (seen.passed_on[seat] >> pips & 1 and guessed[seat] & WITH[pips])


def test_a_shellback_compares_its_tile_with_a_rival() -> None:
    state = play_down_to(dealt(3), 20)
    while len(state.legal_plays) < 2:
        state = play_down_to(state, sum(held.bit_count() for held in state.holdings) - 1)
    seen = view(state, state.turn)
    thought = ponder(seen, chance(1), 30)
    assert thought is not None and isinstance(thought.move, Play)
    assert thought.why in ("did_better", "about_as_well")
    assert thought.rival is not None and thought.rival != thought.move
    assert thought == ponder(seen, chance(1), 30)
    assert ponder(view(state, Seat((state.turn + 1) % 4)), chance(1), 30) is None


def test_win_chances_are_cached_by_points_to_go() -> None:
    """House rules set the points to win; a cache for each setting would grow without end."""
    for goal in range(40, 71, 3):
        state = play_down_to(dealt(1, game_points=goal), 20)
        ponder(view(state, state.turn), chance(1), 4)
    most = 70 + 48  # a last hand exceeds the target by at most 48
    assert shellback._find_win_probability.cache_info().currsize <= most**2
    assert shellback._find_win_probability(20, 20) == pytest.approx(0.5)
    assert shellback._find_win_probability(20, 30) == pytest.approx(1 - shellback._find_win_probability(30, 20))
    assert (shellback._find_win_probability(0, 10), shellback._find_win_probability(10, -3)) == (1.0, 0.0)

"""The endgame solver of Lombardy Bones, compared with every line of play that the engine allows."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.core.chance import SecretChance
from games.core.options import Value, settle
from games.core.seats import Seat
from games.lombardy.decide import begin, decide
from games.lombardy.endgame import OpenEnding
from games.lombardy.evolve import fold
from games.lombardy.game import GAME
from games.lombardy.moves import Knock, Move, Next
from games.lombardy.options import OPTIONS
from games.lombardy.project import view
from games.lombardy.shellback import ponder
from games.lombardy.state import State
from games.pieces.dominoes import DOUBLE_MASK
from tests.contract.driver import draw_table
from tests.games.lombardy.at_table import choose, open_up

SIMPLE = {"enforcement": "guarded", "call_mode": "race"}
SOLVED_ALONE: dict[str, Value] = {"all_pass": "ends_hand", "reneges": "off", "scores": "automatic", "race_grace_ms": 0}
"""The house rules under which the engine, too, ends a hand by its moves alone."""


def chance(number: int) -> SecretChance:
    return SecretChance(bytes(32), (), number)


def play_down_to(players: int, number: int, bones: int, **house: Value) -> State | None:
    """Play until all hands hold at most `bones` bones and none can be drawn. None if the hand ends before that."""
    options = settle(OPTIONS, {**SIMPLE, **house})
    state = decide(fold(begin(players, options, 0, chance(number))), Seat(0), Next(), 0, chance(number)).state
    state = replace(state, boneyard=())  # two or three players seldom empty the boneyard by themselves
    while state.phase == "play":
        if not state.drawable and sum(held.bit_count() for held in state.holdings) <= bones:
            return state
        state = decide(state, state.turn, choose(open_up(state)), 0, chance(0)).state
    return None


def solve(state: State) -> OpenEnding:
    """The end of this hand."""
    return OpenEnding(view(state, None), tuple(state.holdings))


def list_moves(state: State, guilt_counts: bool) -> list[Move]:
    """The moves of the seat in turn. If `guilt_counts`, it lays a double above the spinner only if it must."""
    above = DOUBLE_MASK & ~((2 << (state.spinner or 0)) - 1) if guilt_counts else 0
    innocent: list[Move] = [play for play in state.legal_plays if not above >> play.bone & 1]
    if state.house.pass_when_able == "forbidden":
        return [*(innocent or state.legal_plays or [Knock()])]
    return [*innocent, Knock()]


def find_lead(points: Sequence[int], seat: Seat) -> int:
    """The lead of a seat over the mean of the others, multiplied by the number of the others."""
    return points[seat] * len(points) - sum(points)


def find_best_gains(state: State, before: tuple[int, ...], guilt_counts: bool) -> tuple[int, ...]:
    """Each seat's gain by the end of the hand if every seat plays its first best move, found by brute force."""
    if state.phase != "play":
        return tuple(new - old for new, old in zip(state.sheet, before, strict=True))
    found = list_moves(state, guilt_counts)
    after = [
        find_best_gains(decide(state, state.turn, move, 0, chance(0)).state, before, guilt_counts) for move in found
    ]
    return max(after, key=lambda points: find_lead(points, state.turn))


@pytest.mark.parametrize("guilt_counts", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_solver_agrees_with_brute_force_under_any_house_rules(players: int, guilt_counts: bool) -> None:
    found = 0
    for number in range(80):
        _, options = draw_table(GAME, number, **SIMPLE, **SOLVED_ALONE)
        state = play_down_to(players, number, max(3, players), **options)
        if state is None:
            continue
        found += 1
        ending = solve(replace(state, house=replace(state.house, reneges="on" if guilt_counts else "off")))
        for move in list_moves(state, guilt_counts):
            following = decide(state, state.turn, move, 0, chance(0)).state
            assert ending.find_gains(move) == find_best_gains(following, state.sheet, guilt_counts), options
        if found == 9:
            break
    assert found


def test_the_solvers_gains_come_true_with_best_play() -> None:
    """If every seat plays best, the hand ends with the gains that the solver predicted at the first move."""
    state = next(found for number in range(40) if (found := play_down_to(4, number, 7)) is not None)
    before, foretold = state.sheet, None
    while state.phase == "play":
        ending, turn = solve(state), state.turn
        gains = {move: ending.find_gains(move) for move in list_moves(state, False)}
        move = max(gains, key=lambda move: find_lead(gains[move], turn))
        gained = tuple(new - old for new, old in zip(state.sheet, before, strict=True))
        total = tuple(new + old for new, old in zip(gains[move], gained, strict=True))
        foretold = foretold or total
        assert total == foretold
        state = decide(state, turn, move, 0, chance(0)).state
    assert foretold == tuple(new - old for new, old in zip(state.sheet, before, strict=True))


def test_a_shellback_solves_the_end() -> None:
    """Quick playouts prefer a pass here; the solver finds that laying a bone gains ten points."""
    state = play_down_to(4, 221, 7, reneges="off")
    assert state is not None
    thought = ponder(view(state, state.turn), chance(1), 60)
    assert thought is not None
    gains = {move: solve(state).find_gains(move)[state.turn] for move in list_moves(state, False)}
    assert gains[thought.move] == max(gains.values()) == 10
    assert gains[Knock()] == 0

"""Appraisals of moves: a better move is open to the seat, and forced and equal moves are never denied."""

from typing import Any

import pytest

from games import registry
from games.core import Appraisal, Level, Seat
from tests.bench.dominoes import Luck
from tests.bench.third_judge import ENGINES, play_hand
from tests.effort import rounds
from tests.left_out import LONGEST, MORE_CASES

APPRAISED = [name for name in registry.NAMES if registry.game(name).appraise is not None]
LEAST = {"duo-dominoes": 2, "lombardy-bones": 3, "pussers-bones": 3, "bonedoneskis": 2}
"""The smallest losses that are told, in the units of each game."""
DECKHANDS = (Level.DECKHAND,) * 4


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("name", APPRAISED)
def test_a_better_move_is_open_to_the_seat_and_forced_moves_are_not_denied(name: str) -> None:
    game = registry.game(name)
    assert game.appraise is not None
    told: list[Appraisal[Any]] = []
    for hand in range(rounds(3, 8, 8)):
        for choice in play_hand(name, DECKHANDS, f"hand {hand}"):
            view = game.view(choice.state, choice.seat)
            open_to_me = {choice.move for choice in game.choices(view)}
            found = game.appraise(view, choice.move, choice.chance, rounds(40, 100, 100))
            if found is not None:
                assert found.better in open_to_me
                assert found.better != choice.move
                assert len(open_to_me) > 1
                assert found.least >= LEAST[name]
                told.append(found)
    assert len(told) >= (0 if name == LONGEST else rounds(1, 2, 2))  # a throw that costs something is rare


@pytest.mark.thorough(MORE_CASES)
def test_equal_ends_are_one_choice() -> None:
    """At Duo Dominoes a tile that fits both ends alike is never better at the other one."""
    game = registry.game("duo-dominoes")
    assert game.appraise is not None
    for hand in range(8):
        for choice in play_hand("duo-dominoes", DECKHANDS, f"hand {hand}"):
            view: Any = game.view(choice.state, choice.seat)
            a, b = view.line.shown if view.line.first is not None else (0, 1)
            found: Appraisal[Any] | None = game.appraise(view, choice.move, choice.chance, 50)
            assert found is None or a != b or found.better.tile != choice.move.tile


@pytest.mark.parametrize("name", ENGINES)
def test_the_third_judge_deals_only_what_the_seat_cannot_see(name: str) -> None:
    game = registry.game(name)
    choices = [*play_hand(name, DECKHANDS, "hand 1")]
    middle = len(choices) // 2
    for choice in choices[middle : middle + 12 : 4]:
        dealt = ENGINES[name].redeal(choice.state, choice.seat, Luck(1))
        assert game.view(dealt, choice.seat) == game.view(choice.state, choice.seat)
        others = [Seat(seat) for seat in range(4) if seat != choice.seat]
        assert any(game.view(dealt, other) != game.view(choice.state, other) for other in others)

"""Appraisals of moves: a better move is open to the seat, and forced and equal moves are never denied."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import registry
from games.core.appraisal import Appraisal
from games.core.chance import SecretChance
from games.core.moves import Lapse
from games.core.robots import Level
from games.core.seats import Seat
from tests.contract.driver import tables
from tests.effort import rounds
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough

APPRAISED = [name for name in registry.NAMES if registry.game(name).appraise is not None]
SECRET = bytes(32)


def play_deckhands(name: str, hand: int) -> Iterator[tuple[Any, Any, SecretChance]]:
    """Let four deckhands play a hand. Yields the view before each move, the move, and chance for its appraisal."""
    game = registry.game(name)
    options = [options for players, options in tables(game) if players == 4][-1]
    table = game.fold(game.begin(4, options, 0, SecretChance(SECRET, (name, str(hand)), 0)))
    for step in range(1, 400):
        for number in range(4):
            view = game.view(table, Seat(number))
            thought = game.robot(view, SecretChance(SECRET, (str(hand), str(step)), number), Level.DECKHAND)
            if thought is not None:
                yield view, thought.move, SecretChance(SECRET, ("appraise", str(hand)), step)
                seat, move, at = Seat(number), thought.move, step * 1000
                break
        else:
            seat, move, at = None, Lapse(), max(game.deadline(table) or 0, step * 1000)
        table = game.decide(table, seat, move, at, SecretChance(SECRET, (str(hand), "deal"), step)).state
        if step > 4 and game.is_revealed(table):
            return


@pytest.mark.parametrize("name", mark_thorough(APPRAISED, MORE_GAMES, but=["duo-dominoes"]))
def test_a_better_move_is_open_to_the_seat_and_forced_moves_are_not_denied(name: str) -> None:
    game = registry.game(name)
    assert game.appraise is not None
    told: list[Appraisal[Any]] = []
    for hand in range(rounds(3, 8, 8)):
        for view, move, chance in play_deckhands(name, hand):
            open_to_me = {choice.move for choice in game.choices(view)}
            found = game.appraise(view, move, chance, rounds(40, 100, 100))
            if found is not None:
                assert found.better in open_to_me
                assert found.better != move
                assert len(open_to_me) > 1
                assert found.least >= 1
                told.append(found)
    assert len(told) >= 2


@pytest.mark.thorough(MORE_CASES)
def test_equal_ends_are_one_choice() -> None:
    """At Duo Dominoes a tile that fits both ends alike is never better at the other one."""
    game = registry.game("duo-dominoes")
    assert game.appraise is not None
    for hand in range(8):
        for view, move, chance in play_deckhands("duo-dominoes", hand):
            a, b = view.line.shown if view.line.first is not None else (0, 1)
            found: Appraisal[Any] | None = game.appraise(view, move, chance, 50)
            assert found is None or a != b or found.better.tile != move.tile

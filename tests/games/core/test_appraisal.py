"""Appraisals of moves by two judges: the work is limited, whatever the position."""

from collections.abc import Callable
from typing import Any

import pytest

from games import registry
from games.core import Level, SecretChance, appraisal
from games.core.appraisal import Judge, limit_deals
from games.core.robots import SAMPLES
from games.duo import shellback as duo
from games.lombardy import shellback as lombardy
from tests.bench.third_judge import play_hand
from tests.left_out import MORE_GAMES, mark_thorough

Counted = tuple[int, int]
"""The moves that were compared, and how often one was played out."""


def count_tries(monkeypatch: pytest.MonkeyPatch, module: Any) -> list[Counted]:
    """Note the work of each appraisal of a game."""
    noted: list[Counted] = []

    def appraise(moves: Any, made: Any, judges: Any, *rest: Any) -> Any:
        tries = 0

        def counting(try_move: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
            def count(deal: Any, move: Any) -> Any:
                nonlocal tries
                tries += 1
                return try_move(deal, move)

            return count

        judges = [judge._replace(try_move=counting(judge.try_move)) for judge in judges]
        found = appraisal.appraise(moves, made, judges, *rest)
        noted.append((len(moves), tries))
        return found

    monkeypatch.setattr(module, "appraise", appraise)
    return noted


@pytest.mark.parametrize(
    ("name", "module"),
    mark_thorough([("duo-dominoes", duo), ("lombardy-bones", lombardy)], MORE_GAMES, but=[("duo-dominoes", duo)]),
)
def test_an_appraisal_lays_no_more_pieces_than_its_game_allows(
    name: str, module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each play-out lays at most the pieces that are left, so tries times pieces bounds the work of a decision."""
    game, noted = registry.game(name), count_tries(monkeypatch, module)
    assert game.appraise is not None
    for choice in play_hand(name, (Level.DECKHAND,) * 4, "steps"):
        view: Any = game.view(choice.state, choice.seat)
        left = sum(view.counts) + getattr(view, "drawable", 0)
        game.appraise(view, choice.move, choice.chance, SAMPLES)
        if noted and left > 12:
            assert noted[-1][1] * left <= module._MOST_STEPS
        if 0 < left <= 12:
            break
    assert len(noted) > 4


@pytest.mark.parametrize("moves", [3, 6, 14])
@pytest.mark.parametrize("left", [4, 15, 28])
def test_deals_are_limited_by_the_pieces_left(moves: int, left: int) -> None:
    """If the second judge denies the favourite only in the end, and both confirm the next best move, it takes most."""
    tries = 0

    def judge(*worth: float) -> Judge[int, int]:
        def try_move(deal: int, move: int) -> tuple[float, ...]:
            nonlocal tries
            tries += 1
            return (worth[move] if move < len(worth) else 2.0 * (deal % 2),)

        return Judge(lambda chance, count: range(count), try_move)

    judges = judge(1.4, 1.0, 1.2), judge(1.0005, 1.0, 1.1)
    deals = limit_deals(400, moves, left, 8_000)
    chance = SecretChance(bytes(32), (), 0)
    found = appraisal.appraise(range(moves), 1, judges, chance, deals, 0.001, lambda better, found: ("", {}))
    assert found is not None and found.better == 2
    assert tries >= 6 * deals > 0.5 * min(2_400, 8_000 // left)
    assert tries * left <= 8_000


def test_no_move_is_told_that_looks_worse_than_the_made_one() -> None:
    """The next best move is judged only if it looked better too: the made one was it here."""
    asked: list[int] = []

    def judge(*worth: float) -> Judge[int, int]:
        def try_move(deal: int, move: int) -> tuple[float, ...]:
            asked.append(move)
            return (worth[move],)

        return Judge(lambda chance, count: range(count), try_move)

    judges = judge(1.4, 1.0, 0.9), judge(0.9, 1.0, 0.8)
    chance = SecretChance(bytes(32), (), 0)
    assert appraisal.appraise(range(3), 1, judges, chance, 80, 0.001, lambda better, found: ("", {})) is None
    assert asked.count(2) <= 20

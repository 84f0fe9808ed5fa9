"""The registry of scenes: every game has one, a new game adds its own, and a missing one is named."""

import sys
from types import ModuleType
from typing import Any

import pytest

from games import registry
from games.core import SecretChance, settle
from games.roster import GAMES, Modules
from render.scenes import NoScene, Scene
from tests.fifth_game import NAMES as NAMES_OF_GAMES, stay_registered
from tests.render import coin_toss, shown as scenes

SCENE: Scene[coin_toss.View] = coin_toss
"""The type checker compares the scene with the protocol `Scene` here."""
VIEW = coin_toss.View(seat=0, phase="toss", guess="heads", shown="tails")
NAMES = ("Bear", "Żubr")


fifth_game = pytest.fixture(stay_registered, autouse=True, scope="module")


@pytest.mark.parametrize("name", NAMES_OF_GAMES)
def test_every_game_has_a_scene(name: str) -> None:
    game: Any = registry.game(name)
    state = game.fold(game.begin(game.SEATS[0], settle(game.OPTIONS), 0, SecretChance(bytes(32), (), 0)))
    for seat in (None, 0):
        view = game.view(state, seat)
        assert scenes.describe_view(view)
        assert scenes.draw_board(view).png
        assert scenes.draw_board(view).alt in scenes.describe_view(view)


def test_a_game_adds_its_scene_by_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "coin-toss", Modules(coin_toss.__name__, coin_toss.__name__, ""))
    assert scenes.draw_board(VIEW).alt == "The coin shows tails"
    assert scenes.draw_hand(VIEW).alt == "Your guess: heads"
    assert scenes.draw_receipt(VIEW).alt == "It was tails"
    assert (
        scenes.draw_sheet(VIEW, NAMES).alt
        == "Coin toss. Columns: Bear, Żubr. 1 Heads: +1 −1. Totals: Bear +1, Żubr −1. Adds up to 0."
    )
    assert scenes.describe_view(VIEW) == "Your guess: heads.\nThe coin shows tails."
    assert scenes.mark_closed(VIEW).phase == "closed"


def test_a_view_without_a_scene_says_what_to_add() -> None:
    with pytest.raises(NoScene, match="no game has the views of tests.render.coin_toss: add its line"):
        scenes.draw_board(VIEW)


def test_a_scene_that_is_not_written_yet_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "coin-toss", Modules(coin_toss.__name__, "render.coin_scene", ""))
    with pytest.raises(NoScene, match=r"there is no render\.coin_scene: write it"):
        scenes.draw_board(VIEW)


def test_an_incomplete_scene_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    half = ModuleType("tests.render.half_a_scene")
    half.__dict__.update(draw_board=coin_toss.draw_board, draw_hand=coin_toss.draw_hand)
    half.__dict__.update(describe_board=coin_toss.describe_board, describe_hand=coin_toss.describe_hand)
    monkeypatch.setitem(sys.modules, half.__name__, half)
    monkeypatch.setitem(GAMES, "coin-toss", Modules(coin_toss.__name__, half.__name__, ""))
    with pytest.raises(
        NoScene,
        match="the scene tests.render.half_a_scene lacks draw_receipt, fill_score_sheet, tell_outcome, mark_closed",
    ):
        scenes.describe_view(VIEW)

"""The registry of scenes: every game has one, and a new game adds its own."""

from typing import Any

import pytest

from games import registry
from games.core import SecretChance, settle
from games.roster import GAMES, Modules
from tests.fifth_game import NAMES as NAMES_OF_GAMES, stay_registered
from tests.render import coin_toss, shown as scenes

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

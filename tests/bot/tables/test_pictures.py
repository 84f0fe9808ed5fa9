"""Pictures for messages: a game without a scene is reported, and the error of a scene is not hidden."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.messages.parts.pictures import Pictures
from bot.wording import HOST
from games.roster import GAMES, Modules
from render import scenes
from render.painters import Painters
from render.style import Style
from tests.render import coin_toss

VIEW: Any = coin_toss.View(seat=0, phase="toss", guess="heads", shown="tails")


@contextmanager
def _open_pictures() -> Iterator[Pictures]:
    pictures = Pictures(scenes, Painters())
    try:
        yield pictures
    finally:
        pictures.painters.close()


async def test_a_game_without_a_scene_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    with _open_pictures() as pictures:
        assert await pictures.draw("board", VIEW, HOST, Style()) is None
        assert await pictures.draw("hand", VIEW, HOST, Style()) is None
        assert pictures.describe_view(VIEW, HOST) == ""
        assert pictures.mark_closed(VIEW) is VIEW
    (record,) = caplog.records
    assert "no game has the views of tests.render.coin_toss" in record.getMessage()


@pytest.mark.parametrize("name", ["draw_board", "describe_board", "mark_closed"])
async def test_a_scene_that_fails_is_not_taken_for_a_missing_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "coin-toss", Modules(coin_toss.__name__, coin_toss.__name__, ""))
    monkeypatch.setattr(coin_toss, name, _fail)
    with _open_pictures() as pictures:
        calls: dict[str, Callable[[], object]] = {
            "describe_board": lambda: pictures.describe_view(VIEW, HOST),
            "mark_closed": lambda: pictures.mark_closed(VIEW),
        }
        with pytest.raises(KeyError):
            if name == "draw_board":
                await pictures.draw("board", VIEW, HOST, Style())
            else:
                calls[name]()


def _fail(*_: object) -> None:
    raise KeyError("turn")

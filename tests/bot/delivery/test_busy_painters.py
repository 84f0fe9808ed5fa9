"""Busy painters: a message that waits for a painter shows its table as it is once the painter is free."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from bot.ports import Requester
from games.core import View
from render.base.picture import Picture
from render.style import Style
from tests.bot.harness.players import start_and_move_once, words_for
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room
from tests.bot.harness.word_scenes import WordScenes
from tests.left_out import MORE_CASES, mark_thorough

PEOPLE = (BEAR, BULL, WALLY, NED)


@pytest.mark.parametrize("scene", mark_thorough(["draw_board", "draw_board_and_hand"], MORE_CASES, but=["draw_board"]))
async def test_an_overtaken_picture_is_never_drawn(room: Room, scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise three moves would be drawn twice, and the first board would show an outdated table."""
    table, _, _ = await start_and_move_once(room)
    await room.settle()
    drawn: list[View] = []
    usual: Callable[..., Picture] = getattr(WordScenes, scene)

    def draw(view: View, names: tuple[str, ...], style: Style, *hidden: Any, **more: Any) -> Picture:
        drawn.append(view)
        return usual(view, names, style, *hidden, **more)

    monkeypatch.setattr(room.pictures.scenes, scene, draw, raising=False)
    waiting, painters = asyncio.Event(), room.pictures.painters
    with ExitStack() as busy:
        for _ in range(painters.threads):
            await painters._slots.acquire()
            busy.callback(painters._slots.release)

        async def note_wait(acquire: Callable[[], Awaitable[bool]]) -> bool:
            if painters._waiting == 1 + len(PEOPLE):
                waiting.set()
            return await acquire()

        for queue in (painters._slots, painters._last):
            monkeypatch.setattr(queue, "acquire", partial(note_wait, queue.acquire))
        for _ in range(3):
            present = await room.get(table)
            mover: Requester = PEOPLE[present.public_view.to_act[0]]
            await room.say(table, words_for(present, mover) or "", mover)
            for worker in room.host.workers._workers.values():
                worker.hurry()  # edits of one channel come seconds apart
            await waiting.wait()
    await room.settle()
    present = await room.get(table)
    if scene == "draw_board":
        assert drawn == [present.public_view]
        assert repr(present.public_view) in room.at(CHANNEL)[-1].pictures[0].alt
    else:
        assert len(drawn) == len({view.seat for view in drawn})

"""Pictures drawn for a move of Duo Dominoes at a table of three languages: `python -m tests.bench.languages`.

Four people play the same deal twice: first all of them read English, and then some read Portuguese or Spanish.
Everybody has their own hand with their own board above it, so another language should cost words and no more pictures.
The anchor is the table of one language. The pictures are drawn as in the product, and their processor time is measured.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bot.ports.requests import Requester
from bot.store.store import Store
from bot.wording import Language
from render import scenes
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings

AT_LEAST = 0.99
PEOPLE = (BEAR, BULL, WALLY, NED)


class Drawn(NamedTuple):
    """The pictures drawn at a table."""

    pictures: float
    """The number drawn for each move."""
    seconds: float
    """The processor time of a picture."""


@dataclass
class CountedScenes:
    """The scenes of the product, with the number of pictures and the time that they took."""

    pictures: int = 0
    seconds: float = 0.0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        scene = getattr(scenes, name)
        if not name.startswith("draw_"):
            return scene  # type: ignore[no-any-return]

        def draw(*arguments: Any, **more: Any) -> Any:
            begun = time.thread_time()
            picture = scene(*arguments, **more)
            self.pictures += 1
            self.seconds += time.thread_time() - begun
            return picture

        setattr(self, name, draw)  # the cache of pictures knows a scene by its function
        return draw


async def play_moves(languages: tuple[str, ...], moves: int) -> Drawn:
    """Play this number of moves at a table whose people read these languages."""
    counted = CountedScenes()
    with tempfile.TemporaryDirectory() as folder:
        async with await Store.open(f"sqlite:///{folder}/languages.db") as store:
            room = Room(store, settings(), scenes=counted)
            await room.start()
            people = tuple(replace(who, language=Language(code)) for who, code in zip(PEOPLE, languages, strict=True))
            for who in people:
                await room.services.me.set_language(room.request(who))
            table = await room.start_table("duo-dominoes", people, 0)
            await room.settle()
            before, spent = counted.pictures, counted.seconds
            done = 0
            while done < moves:
                done += await _move(room, table, people)
            await room.stop()
    drawn = counted.pictures - before
    return Drawn(drawn / moves, (counted.seconds - spent) / max(1, drawn))


async def _move(room: Room, table: int, people: tuple[Requester, ...]) -> bool:
    """Let the first person who can move do so, or let half a minute pass. True if somebody moved."""
    for who in people:
        words = words_for(await room.tables.get(table), who)
        if words is not None:
            await room.say(table, words, who)
            await room.settle()
            return True
    room.clock.forward(30_000)
    await room.settle()
    return False


def measure(quick: bool = False) -> list[tuple[str, float, float, float, float]]:
    """Return the rows (name, ours, anchor, ratio, at_least)."""
    moves = 6 if quick else 60
    one = asyncio.run(play_moves(("en", "en", "en", "en"), moves))
    three = asyncio.run(play_moves(("en", "pt-BR", "es-ES", "pt-BR"), moves))
    return [
        (
            "pictures a move, three languages / one language",
            three.pictures,
            one.pictures,
            one.pictures / three.pictures,
            AT_LEAST,
        ),
        ("a picture at a table of three languages (s)", three.seconds, one.seconds, one.seconds / three.seconds, 0.8),
    ]


if __name__ == "__main__":
    print(measure())

"""The growth of memory while thirty-six robots play on and on: `python -m tests.bench soak`.

Nine tables of four robots play at their usual pace, on a clock that the bench moves on. After the first ten minutes the
memory should no longer grow. The bench counts the bytes that Python holds. Before each count it empties the functions'
caches. They are bounded, but the cache of Bonedoneskis' patterns takes hours to fill.
"""

import asyncio
import functools
import gc
import tempfile
import tracemalloc
from itertools import cycle
from pathlib import Path

from bot.ports import Location
from bot.ports.times import SECOND
from bot.store import Store
from bot.tables.aggregate import Waits
from bot.tables.aggregate.pacing import LIVE
from bot.tables.process_settings import ProcessSettings
from games import registry
from tests.bench.rows import Row, at_most
from tests.bench.scale import BlankScenes, SilentMessenger
from tests.bot.harness.room import BEAR, GUILD, Room, message_of

TABLES = 9
WARM, LONG = 10, 50
"""The minutes of play before the measurement, and the minutes measured."""
STEP = 1_500
"""Milliseconds between two moves of a robot."""
MOST_A_MINUTE = 16 * 1024
"""The most bytes by which memory may grow in a minute: only the score sheets of the nine sessions may grow."""


async def _seat_robots(room: Room, game: str, channel: int) -> None:
    """Open a table, and leave it to four robots."""
    where = Location(GUILD, channel)
    reply = message_of(await room.lobby.open(room.request(BEAR, where), game))
    table = reply.table
    await room.add_robots(table, 3)
    if (await room.get(table)).playing is None:  # with some house rules a full table starts by itself
        await room.press(table, "lobby.start", BEAR)
    await room.ask(room.seats.substitute, table, BEAR, BEAR.user, None)


async def _play(room: Room, minutes: int) -> int:
    """Play for some minutes of the tables' time; return the bytes that Python holds afterwards."""
    for _ in range(minutes * 60 * SECOND // STEP):
        room.forward(STEP)
        await room.settle()
    await room.host.idle.put_away()
    _empty_caches()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _empty_caches() -> None:
    gc.unfreeze()  # makes the objects that a start froze visible to the collector again
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper):
            found.cache_clear()


async def measure_growth(file: Path, warm: int, minutes: int) -> float:
    """The bytes a minute by which the program grows after `warm` minutes."""
    async with await Store.open(f"sqlite:///{file}") as store:
        settings = ProcessSettings(Waits(live=LIVE, robots_go_on=True))
        room = Room(store, settings, SilentMessenger(), scenes=BlankScenes())
        await room.start()
        games = cycle(registry.NAMES)
        for number in range(TABLES):
            await _seat_robots(room, next(games), 100 + number)
        tracemalloc.start()
        try:
            before = await _play(room, warm)
            return (await _play(room, minutes) - before) / minutes
        finally:
            tracemalloc.stop()
            await room.stop()


def measure(quick: bool) -> list[Row]:
    """Rows of (name, ours, anchor, ratio, at least)."""
    warm, counted = (1, 1) if quick else (WARM, LONG)
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        grown = asyncio.run(measure_growth(Path(folder) / "soak.db", warm, counted))
    name = f"36 robots, growth after {warm} min (bytes a minute)"
    return [at_most(name, grown, MOST_A_MINUTE)]

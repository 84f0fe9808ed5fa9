"""The memory of many live tables: `python -m tests.bench scale`.

Four people play one table of each game into its first hand. Its rows are copied, so that thousands of tables lie in
an SQLite file as an orderly stop leaves them. A bot takes them all up. The pictures are a few bytes and the messenger
sends nothing; everything else is as in `boneyard run`.

Memory is the growth of Python's own count between a smaller and a larger number of tables.
"""

import asyncio
import gc
import sqlite3
import tempfile
import tracemalloc
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bot.ports import HOUR, Message, Place
from bot.store import Store
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Waits
from bot.tables.aggregate.pacing import LIVE
from bot.tables.process_settings import ProcessSettings
from games import registry
from games.core import View
from render.base.picture import Picture
from tests.bench.rows import Row, at_most
from tests.bot.harness.memory_messenger import RecordingMessenger, dm
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings

MOST_BYTES = 50 * 1024
PEOPLE = (BEAR, BULL, WALLY, NED)
APART = 1_000
"""The distance between the user ids of two copies."""
PATIENT = replace(LIVE, between_hands=None, nudges=(90 * HOUR, 91 * HOUR, 92 * HOUR), stand_in=93 * HOUR)


class SilentMessenger(RecordingMessenger):
    """A messenger that accepts every message and keeps none."""

    def __init__(self) -> None:
        super().__init__()
        self._sent = 10_000_000

    async def send(self, place: Place, message: Message, nonce: str) -> int:
        self._sent += 1
        return self._sent

    async def edit(self, place: Place, message_id: int, message: Message, keep_pictures: bool = False) -> None:
        await asyncio.sleep(0)

    async def delete(self, place: Place, message_id: int) -> None:
        await asyncio.sleep(0)

    async def open_dm(self, user: int) -> Place:
        return dm(user)

    async def open_thread(self, parent: Place, name: str, members: tuple[int, ...] = (), slow: bool = False) -> Place:
        return parent

    async def end_thread(self, thread: Place) -> None:
        await asyncio.sleep(0)


class BlankScenes:
    """Scenes whose pictures take no time to draw."""

    @staticmethod
    def draw_board(view: object, narrator: object = None, style: object = None, crowd: object = None) -> Picture:
        return Picture(b"board", "board")

    draw_board_and_hand = draw_receipt = draw_sheet = draw_board

    @staticmethod
    def draw_evening(*shown: object) -> Picture:
        return Picture(b"sheet", "sheet")

    @staticmethod
    def draw_moving(*shown: object) -> Picture:
        return Picture(b"hand", "hand")

    @staticmethod
    def describe_view(view: object, narrator: object = None, moment: bool = True) -> str:
        return ""

    @staticmethod
    def mark_closed(view: View) -> View:
        return view


async def write_model(file: Path, game: str, moves: int) -> None:
    """Write a database with one live table of a game, about `moves` moves into its first hand."""
    while not await _play_moves(file, game, moves):
        _remove(file)


def _remove(file: Path) -> None:
    file.unlink()


async def _play_moves(file: Path, game: str, moves: int) -> bool:
    """Play `moves` moves. True if the hand is still under way; after some shuffles it ends sooner."""
    async with await Store.open(f"sqlite:///{file}") as store:
        room = Room(store, settings(live=PATIENT), SilentMessenger(), scenes=BlankScenes())
        await room.start()
        table = await room.start_table(game, PEOPLE, 0)
        for _ in range(moves):
            if not await step(room, table, *PEOPLE):
                room.forward(30_000)
                await room.settle()
        present = await room.get(table)
        await room.stop()
    return present.shuffle.number == 1 and present.hand_open


def write_copies(source: Path, target: Path, count: int) -> None:
    """Write a database with `count` copies of the table in `source`, each with people and channels of its own."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        model_id, first = 1, 2
        for name in ("tables", "seats", "events", "causes", "secrets", "projections"):
            columns = [row[1] for row in new.execute(f"PRAGMA table_info({name})")]
            key = "id" if name == "tables" else "table_id"
            moved = {key: "n.value", "user_id": f"user_id + {APART} * n.value"}
            moved |= dict.fromkeys(("channel_id", "place_id", "message_id"), "")
            moved = {
                column: (moved.get(column) or f"{column} + {APART} * n.value") if column in moved else column
                for column in columns
            }
            new.execute(
                f"INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(moved.values())} FROM {name},"
                f" (WITH RECURSIVE s(value) AS (SELECT {first} UNION ALL SELECT value + 1 FROM s WHERE value < {count})"
                f" SELECT value FROM s) AS n WHERE {key} = {model_id}"
            ) if count > 1 else None
        new.commit()


async def count_kept_bytes(file: Path) -> int:
    """The bytes that Python holds for a bot that has taken up every table of a database."""
    gc.collect()
    tracemalloc.start()
    waits = Waits(live=PATIENT, outage=99 * HOUR)
    try:
        async with await Store.open(f"sqlite:///{file}") as store:
            room = Room(store, ProcessSettings(waits), SilentMessenger(), scenes=BlankScenes())
            await room.start()
            for row in await store.read(stored_tables.list_open):
                await room.host.served.take_up(row.id)
            await room.settle()
            gc.collect()
            held = tracemalloc.get_traced_memory()[0]
            await room.stop()
        return held
    finally:
        tracemalloc.stop()


async def measure_bytes_each(folder: Path, game: str, few: int, many: int) -> float:
    """The bytes that one more live table of a game takes."""
    await write_model(folder / f"{game}.db", game, 4)
    found = []
    for count in (few, few, many):
        file = folder / f"{game}-{count}.db"
        file.unlink(missing_ok=True)
        write_copies(folder / f"{game}.db", file, count)
        found.append(await count_kept_bytes(file))
    return (found[2] - found[1]) / (many - few)


def measure(quick: bool) -> list[Row]:
    """A row for each game: the bytes of a live table, beside the most that is allowed."""
    few, many = (10, 60) if quick else (100, 600)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        for game in registry.NAMES:
            held = asyncio.run(measure_bytes_each(Path(folder), game, few, many))
            rows.append(at_most(f"a live table of {game} (bytes)", held, MOST_BYTES))
    return rows

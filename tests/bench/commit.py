"""Events committed a second by the store, against a bare sqlite3 loop on the same disk: `python -m tests.bench commit`.

The bare loop inserts one event a transaction (WAL, synchronous=FULL), from one thread, without any checks. The store
also checks the sequence and the cause, and updates the table's row. Both take turns in each round. The figures are
medians over the rounds, and the ratio is the median of each round's ratio.
"""

import asyncio
import json
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bot.store import Connection, Store
from bot.store.books import crews
from bot.store.tables import commits, rows
from bot.store.tables.commits import Commit, NewEvent
from bot.store.tables.rows import NewTable
from tests.bench.rows import Row, compare

ALONE_AT_LEAST = 0.10
TOGETHER_AT_LEAST = 0.40
CLIENTS = 32
BODY = {"seat": 2, "word": "yes", "at": 1_790_000_000_123, "bone": 17}


def measure_bare_loop(folder: Path, count: int) -> float:
    """Events a second of the bare loop."""
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS events (sequence INTEGER PRIMARY KEY, kind TEXT, version INTEGER,"
            " body TEXT, at INTEGER, cause TEXT)"
        )
        begun = time.perf_counter()
        for number in range(count):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                "INSERT INTO events (kind, version, body, at, cause) VALUES (?, ?, ?, ?, ?)",
                ("Called", 1, json.dumps(BODY), 1_790_000_000_123, f"i:{number}"),
            )
            connection.execute("COMMIT")
        return count / (time.perf_counter() - begun)


def _create_tables(connection: Connection, count: int, place: int) -> list[int]:
    crew = crews.ensure(connection, 1, 0)
    return [
        rows.create(connection, NewTable(crew.id, 1, place + number, "pussers", 1, {}, 0)).id for number in range(count)
    ]


async def measure_clients(store: Store, place: int, count: int, each: int) -> float:
    """Events a second of `count` clients at tables of their own, each waiting for its commit before the next."""
    ids = await store.write(_create_tables, count, place)

    async def play(table: int) -> None:
        for number in range(each):
            event = NewEvent("Called", 1, BODY)
            await store.commit(Commit(table, number, [event], 1_790_000_000_123, f"i:{number}", deadline=1))

    begun = time.perf_counter()
    await asyncio.gather(*map(play, ids))
    speed = count * each / (time.perf_counter() - begun)
    for table in ids:
        assert [event.sequence for event in await store.read(commits.read, table)] == list(range(1, each + 1))
    return speed


async def measure_rounds(folder: Path, rounds: int, count: int) -> list[tuple[float, float, float]]:
    """Events a second in each round: of the bare loop, one client and `CLIENTS`, each with about `count` events."""
    speeds: list[tuple[float, float, float]] = []
    async with await Store.open(f"sqlite:///{folder}/store.db") as store:
        await measure_clients(store, 1_000_000, 2, 20)
        measure_bare_loop(folder, 50)
        for number in range(rounds):
            place = number * 1_000
            speeds.append(
                (
                    measure_bare_loop(folder, count),
                    await measure_clients(store, place + 1, 1, count // 2),
                    await measure_clients(store, place + 100, CLIENTS, count // CLIENTS * 2),
                )
            )
    return speeds


def measure(quick: bool) -> list[Row]:
    """Rows of (name, ours, anchor, ratio, at least): events a second."""
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        found = asyncio.run(measure_rounds(Path(folder), *((2, 200) if quick else (5, 600))))
    plain, alone, together = zip(*found, strict=True)
    return [
        compare("events committed a second, 1 client / raw sqlite3", alone, plain, ALONE_AT_LEAST),
        compare(f"events committed a second, {CLIENTS} clients / raw sqlite3", together, plain, TOGETHER_AT_LEAST),
    ]

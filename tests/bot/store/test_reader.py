"""Reads run side by side, each on one snapshot; no failed read ends the reader."""

import asyncio
import threading

import pytest
from sqlalchemy import text

from bot.store import Connection, Store, StoreUnavailable, key_values

SQLITE = pytest.mark.parametrize("kind", ["sqlite"])
"""For SQLite alone: its reads block a thread, and PostgreSQL is read in the event loop."""


@SQLITE
async def test_reads_run_side_by_side(store: Store) -> None:
    together = threading.Barrier(2)

    def meet(connection: Connection) -> int:
        return together.wait(timeout=60)

    assert sorted(await asyncio.gather(store.read(meet), store.read(meet))) == [0, 1]


@SQLITE
async def test_a_read_sees_one_snapshot_while_another_connection_writes(store: Store) -> None:
    began, written = threading.Event(), threading.Event()

    def read_twice(connection: Connection) -> tuple[object, object]:
        first = key_values.get(connection, "word")
        began.set()
        assert written.wait(timeout=60)
        return first, key_values.get(connection, "word")

    reading = asyncio.create_task(store.read(read_twice))
    await asyncio.to_thread(began.wait, 60)
    await store.write(key_values.put, "word", "bones", 1)
    written.set()
    first, second = await reading
    assert first == second != "bones"
    assert await store.read(key_values.get, "word") == "bones"


@SQLITE
async def test_a_cancelled_read_gives_its_connection_back(store: Store) -> None:
    began, released = threading.Event(), threading.Event()

    def hang(connection: Connection) -> None:
        began.set()
        assert released.wait(timeout=60)

    for _ in range(12):
        began.clear()
        released.clear()
        reading = asyncio.create_task(store.read(hang))
        await asyncio.to_thread(began.wait, 60)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        released.set()
    assert await store.read(key_values.get, "word") is await store.read(key_values.get, "other")


@pytest.mark.parametrize("error", [StopIteration, KeyError])
async def test_whatever_a_read_raises_reaches_its_caller(store: Store, error: type[Exception]) -> None:
    def fail(connection: Connection) -> None:
        raise error("bones")

    with pytest.raises((RuntimeError, KeyError)):
        await store.read(fail)
    assert await store.read(key_values.get, "word") is await store.read(key_values.get, "other")


async def test_an_error_of_the_database_is_one_sentence(store: Store) -> None:
    with pytest.raises(StoreUnavailable, match="not available"):
        await store.read(lambda connection: connection.execute(text("SELECT * FROM nowhere")).all())

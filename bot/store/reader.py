"""The connections on which a store reads, several at a time.

For PostgreSQL the connections belong to the asyncio engine. For SQLite they are in threads, and each thread runs one
whole read at a time. With aiosqlite, every statement would cross between threads three or four times, and a read would
take three times as long.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from bot.store.database import engine as engines
from bot.store.database.engine import Connection, Engine

T = TypeVar("T")

THREADS = 4
"""The most simultaneous reads of an SQLite file. More reads would only wait for Python's lock."""
FINISHED_WITHIN = 2.0
"""Seconds for which a read of PostgreSQL may go on after its caller was cancelled. A read of SQLite goes on to its
end."""


class Reader(Protocol):
    """Runs functions that read the database. It connects at its first use."""

    async def run(self, call: Callable[[Connection], T]) -> T:
        """Call a function with a connection to one snapshot, and return its result. Raises `StoreUnavailable`."""

    async def close(self) -> None:
        """Close the connections (and threads) once they are free."""


def open_reader(engine: Engine) -> Reader:
    """Make the reader for an engine's kind of database."""
    return _ReaderInThreads(engine) if engine.dialect.name == "sqlite" else _ReaderInLoop(engine)


class _ReaderInThreads:
    """Reads an SQLite file in threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engines.open_reading_engine(engine.url, THREADS)
        self._threads = ThreadPoolExecutor(THREADS, "store-reader")

    async def run(self, call: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, call)

    def _run(self, call: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                return call(connection)
        except (SQLAlchemyError, OSError) as error:
            raise engines.make_unavailable(self._engine.url, error) from error
        except StopIteration as error:  # a future cannot hold this error, so the caller would wait forever
            raise RuntimeError("a read raised StopIteration") from error

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()


class _ReaderInLoop:
    """Reads in the event loop.

    If a caller is cancelled, the read may still finish, since a cancelled read could leave its connection open.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def run(self, call: Callable[[Connection], T]) -> T:
        reading = asyncio.create_task(engines.read(self._engine, call))
        try:
            return await asyncio.shield(reading)
        except asyncio.CancelledError:
            await asyncio.wait([reading], timeout=FINISHED_WITHIN)
            reading.cancel()
            raise

    async def close(self) -> None:
        return

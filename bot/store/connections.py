"""The connections on which a store reads and its writer writes.

For PostgreSQL they belong to an asyncio engine. For SQLite they are in threads, and each thread runs a whole read or
transaction at a time. With aiosqlite, every statement would cross between threads three or four times, and a read or
commit would take three or four times as long.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from sqlalchemy import Engine as BlockingEngine

from bot.store.database.engine import Connection, Engine, open_blocking_engine, open_engine

T = TypeVar("T")

THREADS = 4
"""The most simultaneous reads of an SQLite file. More reads would only wait for Python's lock."""
FINISHED_WITHIN = 2.0
"""Seconds for which a call on PostgreSQL may go on after its caller was cancelled. A call on SQLite goes on to its
end."""


class Connections(Protocol):
    """Runs functions on the database. It connects at its first use, and again after a connection was lost."""

    async def run(self, call: Callable[[Connection], T]) -> T:
        """Call a function with a connection, and return its result. Raises its errors, and SQLAlchemyError or OSError
        if the database gives no connection."""

    async def close(self) -> None:
        """Close the connections (and threads) once they are free."""


def open_reader(engine: Engine) -> Connections:
    """Make the connections for reading. Each call reads one snapshot."""
    if engine.dialect.name == "sqlite":
        return _InThreads(open_blocking_engine(engine.url, "BEGIN", THREADS), THREADS)
    return _InLoop(engine)


def open_writer(engine: Engine) -> Connections:
    """Make the one connection for writing."""
    if engine.dialect.name == "sqlite":
        return _InThreads(open_blocking_engine(engine.url, "BEGIN IMMEDIATE", 1), 1)
    return _InLoop(open_engine(engine.url, pool_size=1, max_overflow=0, pool_pre_ping=False))


class _InThreads:
    """Connections to an SQLite file, in threads.

    A connection whose call succeeds is kept for the next call, since opening one takes as long as a statement.
    """

    def __init__(self, engine: BlockingEngine, threads: int) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(threads, "store")
        self._idle: deque[Connection] = deque()

    async def run(self, call: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, call)

    def _run(self, call: Callable[[Connection], T]) -> T:
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._engine.connect()
        try:
            result = call(connection)
            connection.rollback()  # ends a read's snapshot; a writer has committed
        except BaseException as error:
            connection.close()
            if isinstance(error, StopIteration):  # a future cannot hold it, so the caller would wait forever
                raise RuntimeError("a call raised StopIteration") from error
            raise
        self._idle.append(connection)
        return result

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        for connection in self._idle:
            connection.close()
        self._engine.dispose()


class _InLoop:
    """Connections to PostgreSQL, in the event loop.

    If a caller is cancelled, the call may still finish, since a cancelled call could leave its connection open.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def run(self, call: Callable[[Connection], T]) -> T:
        running = asyncio.create_task(_call(self._engine, call))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.wait([running], timeout=FINISHED_WITHIN)
            running.cancel()
            raise

    async def close(self) -> None:
        await self._engine.dispose()


async def _call(engine: Engine, call: Callable[[Connection], T]) -> T:
    async with engine.connect() as connection:
        return await connection.run_sync(call)

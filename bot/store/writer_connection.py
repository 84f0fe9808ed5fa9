"""The connection on which the writer's transactions run, one after the other.

For PostgreSQL the connection belongs to the asyncio engine. For SQLite it is in a thread of its own, which runs one
whole transaction at a time. With aiosqlite, each statement would cross between threads three or four times, and a
commit would take four times as long.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.engine import Connection, Engine, open_writing_engine

T = TypeVar("T")


class CausedBy(Exception):
    """A failure that was caused by `error`."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class NoConnection(CausedBy):
    """The database gave no connection. `error` is the driver's exception."""


class WriterConnection(Protocol):
    """A connection that is opened at its first use, and again after `drop`."""

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """Call `function(connection, *arguments)` and return its result. Raises `NoConnection`."""

    async def drop(self, broken: bool) -> None:
        """Close the connection, or return it to its pool. A `broken` one is not used again."""

    async def close(self) -> None:
        """Close the connection, and its thread if it has one."""


def open_writer_connection(engine: Engine) -> WriterConnection:
    """Make the connection for an engine's kind of database. It does not connect yet."""
    return _InThread(engine) if engine.dialect.name == "sqlite" else _InLoop(engine)


def _release(connection: Connection, broken: bool) -> None:
    try:
        if broken:
            connection.invalidate()
        connection.close()
    except (SQLAlchemyError, OSError):
        return  # the connection is broken already


class _InThread:
    """The connection to an SQLite file, in a thread of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = open_writing_engine(engine.url)
        self._thread = ThreadPoolExecutor(1, "store-writer")
        self._connection: Connection | None = None

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, function, arguments)

    def _run(self, function: Callable[..., T], arguments: tuple[object, ...]) -> T:
        if self._connection is None:
            try:
                self._connection = self._engine.connect()
            except (SQLAlchemyError, OSError) as error:
                raise NoConnection(error) from error
        try:
            return function(self._connection, *arguments)
        except StopIteration as error:  # a future cannot hold this error, so the caller would wait forever
            raise RuntimeError("a transaction raised StopIteration") from error

    async def drop(self, broken: bool) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._drop, broken)

    def _drop(self, broken: bool) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            _release(connection, broken)

    async def close(self) -> None:
        await self.drop(broken=False)
        self._thread.shutdown(wait=False)
        self._engine.dispose()


class _InLoop:
    """The connection to PostgreSQL, in the event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(writes=True)
        self._connection: AsyncConnection | None = None

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        if self._connection is None:
            try:
                self._connection = await self._engine.connect()
            except (SQLAlchemyError, OSError) as error:
                raise NoConnection(error) from error
        return await self._connection.run_sync(function, *arguments)

    async def drop(self, broken: bool) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.run_sync(_release, broken)

    async def close(self) -> None:
        await self.drop(broken=False)

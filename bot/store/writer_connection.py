"""The one connection that the writer's transactions run on, one after the other.

For PostgreSQL it is one of the asyncio engine's. For SQLite it lives in a thread of its own, which runs a whole
transaction at a time: through aiosqlite each statement takes three or four trips between threads, and a commit alone
takes four times as long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine import Connection, Engine, writing_engine

__all__ = ["WriterConnection", "NoConnection", "open_writer_connection"]

T = TypeVar("T")


class NoConnection(Exception):
    """No connection could be had; `error` is the driver's."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class WriterConnection(Protocol):
    """Connects when it is first used, and again after it was dropped."""

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """What `function(connection, *arguments)` returns or raises; raises `NoConnection`."""
        ...

    async def drop(self, broken: bool) -> None:
        """Let go of the connection; a broken one is not given to anybody else."""
        ...

    async def close(self) -> None:
        """Let go of the connection and of what serves it."""
        ...


def open_writer_connection(engine: Engine) -> WriterConnection:
    """The kind of line that suits the engine; it does not connect yet."""
    return _InThread(engine) if engine.dialect.name == "sqlite" else _InLoop(engine)


def _let_go(connection: Connection, broken: bool) -> None:
    try:
        if broken:
            connection.invalidate()
        connection.close()
    except (SQLAlchemyError, OSError):
        # It is broken: there is nobody to say goodbye to.
        return


class _InThread:
    def __init__(self, engine: Engine) -> None:
        self._engine = writing_engine(engine.url)
        self._thread = ThreadPoolExecutor(1, "store-writer")
        self._connection: Connection | None = None

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, function, arguments)

    def _run(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        if self._connection is None:
            try:
                self._connection = self._engine.connect().execution_options(writes=True)
            except (SQLAlchemyError, OSError) as error:
                raise NoConnection(error) from error
        try:
            return function(self._connection, *arguments)
        except StopIteration as error:  # no future takes it: whoever waits for the thread would wait for ever
            raise RuntimeError("a transaction raised StopIteration") from error

    async def drop(self, broken: bool) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._drop, broken)

    def _drop(self, broken: bool) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            _let_go(connection, broken)

    async def close(self) -> None:
        await self.drop(broken=False)
        self._thread.shutdown(wait=False)
        self._engine.dispose()


class _InLoop:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(writes=True)
        self._connection: AsyncConnection | None = None

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        if self._connection is None:
            try:
                self._connection = await self._engine.connect()
            except (SQLAlchemyError, OSError) as error:
                raise NoConnection(error) from error
        return await self._connection.run_sync(function, *arguments)

    async def drop(self, broken: bool) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.run_sync(_let_go, broken)

    async def close(self) -> None:
        await self.drop(broken=False)

"""Instance locks: one process serves a server, since two would post everything twice. A second one is refused.

On PostgreSQL they are advisory locks of a session, on SQLite a lock on an empty file beside the database (`.lock`).
Both are released when the process dies, however it dies. If its machine or network died too, PostgreSQL needs up to a
minute to notice.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import TextClause, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine import Engine, connection_errors, unavailable
from bot.store.errors import InUse, StoreError, StoreUnavailable
from bot.store.shards import WHOLE, ShardSet
from bot.store.sqlite_file import create_private, make_folder, tighten

__all__ = ["hold_lease", "lock_file", "take_turn"]

_WHOLE = 0x626F6E6574
_DIVISION, _SHARD, _TURN = 0x626F6E65, 0x626F6E66, 0x626F6E67
"""The kinds of the other locks: the upper half of PostgreSQL's key. The lower half is a number."""
_TAKE = text("SELECT pg_try_advisory_lock(:key)")
_TAKE_SHARED = text("SELECT pg_try_advisory_lock_shared(:key)")
_OTHER_DIVISIONS = text(
    "SELECT objid FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory'"
    " AND datname = current_database() AND classid = :about AND objid <> :number"
)
_RELEASE = text("SELECT pg_advisory_unlock_all()")
_WAIT = text("SELECT pg_advisory_xact_lock(:key)")
_KEEPALIVE = (
    "SET tcp_keepalives_idle = 20",
    "SET tcp_keepalives_interval = 10",
    "SET tcp_keepalives_count = 3",
)
"""Makes PostgreSQL notice within a minute that the machine at the other end is gone, and release its locks. Its own
default is two hours."""
_REFUSAL = "Another Boneyard uses this database already, and only one process may: stop the other first."
_REFUSAL_TO_SHARE = "Another Boneyard uses this whole database, without SHARD_IDS: stop it first."


@contextlib.asynccontextmanager
async def hold_lease(
    engine: Engine, lost: Callable[[], None], shards: ShardSet = WHOLE, pause: float = 1.0
) -> AsyncIterator[None]:
    """Hold the lease on a set of shards while the block runs. Raises `InUse`, `StoreUnavailable`.

    Processes may share a PostgreSQL database if all of them count the same number of shards and none holds them all.
    A lost connection to PostgreSQL is tried again every `pause` seconds. If another process took a lock meanwhile,
    `lost` is called, and the end of the block raises `InUse`.
    """
    if engine.dialect.name == "sqlite":
        with lock_file(Path(str(engine.url.database))):
            yield
        return
    begun = asyncio.get_running_loop().create_future()
    holding = asyncio.create_task(_hold(engine, shards, begun, pause), name="instance-lease")
    try:
        await asyncio.wait({holding, begun}, return_when=asyncio.FIRST_COMPLETED)
        if holding.done():
            await holding
        holding.add_done_callback(lambda _: lost())
        yield
        if holding.done() and (error := holding.exception()) is not None:
            if isinstance(error, StoreError):
                raise error
            raise unavailable(engine.url, error) from error
    finally:
        holding.cancel()
        await asyncio.gather(holding, return_exceptions=True)


async def _hold(engine: Engine, shards: ShardSet, begun: asyncio.Future[None], pause: float) -> None:
    """Keep the locks; ends only by raising."""
    errors = connection_errors(engine)
    while True:
        try:
            async with engine.connect() as connection:
                broken = asyncio.Event()
                driver = (await connection.get_raw_connection()).driver_connection
                assert driver is not None
                driver.add_termination_listener(lambda _, broken=broken: broken.set())
                try:
                    await _take(connection, shards)
                    for setting in _KEEPALIVE:
                        await connection.execute(text(setting))
                    await connection.commit()
                    if not begun.done():
                        begun.set_result(None)
                    await broken.wait()
                finally:
                    if not broken.is_set():
                        await connection.execute(_RELEASE)
                        await connection.commit()
        except errors as error:
            if not begun.done():
                raise unavailable(engine.url, error) from error
        await asyncio.sleep(pause)


async def _take(connection: AsyncConnection, shards: ShardSet) -> None:
    """Take the locks of the shards, or raise `InUse`."""

    async def take(statement: TextClause, key: int) -> bool:
        return bool((await connection.execute(statement, {"key": key})).scalar_one())

    if shards.whole:
        if not await take(_TAKE, _WHOLE):
            raise InUse(_REFUSAL)
        return
    if not await take(_TAKE_SHARED, _WHOLE):
        raise InUse(_REFUSAL_TO_SHARE)
    # Each process takes its own lock before it looks: if two count differently, at least one sees the other.
    await take(_TAKE_SHARED, _DIVISION << 32 | shards.count)
    others = await connection.execute(_OTHER_DIVISIONS, {"about": _DIVISION, "number": shards.count})
    if (count := others.scalars().first()) is not None:
        raise InUse(f"Another Boneyard on this database divides the servers by SHARDS={count}: set the same.")
    for number in sorted(shards.ids):
        if not await take(_TAKE, _SHARD << 32 | number):
            raise InUse(f"Another Boneyard holds connection {number} already: stop it, or change SHARD_IDS.")


@contextlib.asynccontextmanager
async def take_turn(engine: Engine, subject: str) -> AsyncIterator[None]:
    """Run the block in one process at a time, of those that share a PostgreSQL database. Raises `StoreUnavailable`."""
    if engine.dialect.name == "sqlite":
        yield
        return
    async with contextlib.AsyncExitStack() as held:
        try:
            connection = await held.enter_async_context(engine.connect())
            await connection.execute(_WAIT, {"key": _TURN << 32 | zlib.crc32(subject.encode())})
        except (SQLAlchemyError, OSError) as error:
            raise unavailable(engine.url, error) from error
        yield


@contextlib.contextmanager
def lock_file(database: Path) -> Iterator[None]:
    """Hold the lease on an SQLite file, which need not exist yet. Raises `InUse`, `StoreUnavailable`."""
    lock = database.with_name(f"{database.name}.lock")
    try:
        make_folder(lock.parent)
        with contextlib.suppress(FileExistsError):
            os.close(create_private(lock))
        tighten(lock)
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None)
    except (sqlite3.Error, OSError) as error:
        raise StoreUnavailable(f"{lock} cannot be written: {error}.") from error
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise InUse(_REFUSAL) from None
        yield

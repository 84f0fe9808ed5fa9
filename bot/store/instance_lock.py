"""Nobody speaks for the same servers as another: he would say everything in Discord twice. Whoever comes second is
refused.

PostgreSQL keeps advisory locks for the session, SQLite a lock on an empty file beside the database (`.lock`). Both
let go by themselves when the process dies, however it dies; PostgreSQL needs up to a minute where the machine, or the
network, died with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine import Engine, losing_a_connection, unavailable
from bot.store.errors import InUse, StoreError, StoreUnavailable
from bot.store.shards import WHOLE, ShardSet

__all__ = ["in_turn", "sole", "sole_file"]

_WHOLE = 0x626F6E6574
_DIVISION, _SHARD, _TURN = 0x626F6E65, 0x626F6E66, 0x626F6E67
"""What the other locks are about: the upper half of PostgreSQL's key. The lower half is a number."""
_TAKE = text("SELECT pg_try_advisory_lock(:key)")
_TAKE_WITH_OTHERS = text("SELECT pg_try_advisory_lock_shared(:key)")
_OTHER_DIVISIONS = text(
    "SELECT objid FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory'"
    " AND datname = current_database() AND classid = :about AND objid <> :number"
)
_LET_GO = text("SELECT pg_advisory_unlock_all()")
_WAIT = text("SELECT pg_advisory_xact_lock(:key)")
_NOTICED = (
    "SET tcp_keepalives_idle = 20",
    "SET tcp_keepalives_interval = 10",
    "SET tcp_keepalives_count = 3",
)
"""How PostgreSQL learns within a minute that the machine at the other end is gone, and lets go of its lock (seconds);
its own defaults are two hours."""
_REFUSAL = "Another Boneyard plays with this database already, and one process speaks for it: stop the other first."
_REFUSAL_TO_SHARE = "Another Boneyard without SHARD_IDS speaks for this whole database: stop it first."


@contextlib.asynccontextmanager
async def sole(
    engine: Engine, overtaken: Callable[[], None], share: ShardSet = WHOLE, pause: float = 1.0
) -> AsyncIterator[None]:
    """Be the one that speaks for a share of the servers while the block runs. Raises `InUse`, `StoreUnavailable`.

    Several may share a PostgreSQL database if they divide the servers among the same number of connections, and none
    speaks for the whole. A lost connection to PostgreSQL is made again every `pause` seconds. If another process took
    a lock meanwhile, `overtaken` is called, and the end of the block raises `InUse`.
    """
    if engine.dialect.name == "sqlite":
        with sole_file(Path(str(engine.url.database))):
            yield
        return
    begun = asyncio.get_running_loop().create_future()
    holding = asyncio.create_task(_hold(engine, share, begun, pause), name="sole")
    try:
        await asyncio.wait({holding, begun}, return_when=asyncio.FIRST_COMPLETED)
        if holding.done():
            await holding
        holding.add_done_callback(lambda _: overtaken())
        yield
        if holding.done() and (error := holding.exception()) is not None:
            if isinstance(error, StoreError):
                raise error
            raise unavailable(engine.url, error) from error
    finally:
        holding.cancel()
        await asyncio.gather(holding, return_exceptions=True)


async def _hold(engine: Engine, share: ShardSet, begun: asyncio.Future[None], pause: float) -> None:
    """Keep the locks for ever; ends only by raising."""
    losing = losing_a_connection(engine)
    while True:
        try:
            async with engine.connect() as connection:
                lost = asyncio.Event()
                driver: Any = (await connection.get_raw_connection()).driver_connection
                driver.add_termination_listener(lambda _, lost=lost: lost.set())
                try:
                    await _take(connection, share)
                    for setting in _NOTICED:
                        await connection.execute(text(setting))
                    await connection.commit()
                    if not begun.done():
                        begun.set_result(None)
                    await lost.wait()
                finally:
                    if not lost.is_set():
                        await connection.execute(_LET_GO)
                        await connection.commit()
        except losing as error:
            if not begun.done():
                raise unavailable(engine.url, error) from error
        await asyncio.sleep(pause)


async def _take(connection: AsyncConnection, share: ShardSet) -> None:
    """Take the locks of a share, or raise `InUse`."""

    async def taken(how: TextClause, key: int) -> bool:
        return bool((await connection.execute(how, {"key": key})).scalar_one())

    if share.whole:
        if not await taken(_TAKE, _WHOLE):
            raise InUse(_REFUSAL)
        return
    if not await taken(_TAKE_WITH_OTHERS, _WHOLE):
        raise InUse(_REFUSAL_TO_SHARE)
    # Each takes its own first and then looks, so that of two who divide differently at least one sees the other.
    await taken(_TAKE_WITH_OTHERS, _DIVISION << 32 | share.count)
    others = await connection.execute(_OTHER_DIVISIONS, {"about": _DIVISION, "number": share.count})
    if (count := others.scalars().first()) is not None:
        raise InUse(f"Another Boneyard on this database divides the servers by SHARDS={count}: set the same.")
    for number in sorted(share.ids):
        if not await taken(_TAKE, _SHARD << 32 | number):
            raise InUse(f"Another Boneyard holds connection {number} already: stop it, or change SHARD_IDS.")


@contextlib.asynccontextmanager
async def in_turn(engine: Engine, what: str) -> AsyncIterator[None]:
    """Do something that the processes on a PostgreSQL database do one after the other. Raises `StoreUnavailable`."""
    if engine.dialect.name == "sqlite":
        yield
        return
    async with contextlib.AsyncExitStack() as held:
        try:
            connection = await held.enter_async_context(engine.connect())
            await connection.execute(_WAIT, {"key": _TURN << 32 | zlib.crc32(what.encode())})
        except (SQLAlchemyError, OSError) as error:
            raise unavailable(engine.url, error) from error
        yield


@contextlib.contextmanager
def sole_file(database: Path) -> Iterator[None]:
    """Be the one that speaks for an SQLite file, which need not be there yet. Raises `InUse`, `StoreUnavailable`."""
    lock = database.with_name(f"{database.name}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None)
    except (sqlite3.Error, OSError) as error:
        raise StoreUnavailable(f"{lock} cannot be written: {error}.") from error
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise InUse(_REFUSAL) from None
        yield

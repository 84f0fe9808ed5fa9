"""Instance locks: only one process may serve a server, since two would post everything twice.

On PostgreSQL, instance locks are advisory locks of a session. On SQLite there is one lock, on an empty file beside the
database (`.lock`). Both kinds are released when the process dies. If a process hangs or loses its network, it keeps its
locks until `bot.store.processes.leases` takes them away.
"""

import contextlib
import os
import sqlite3
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import TextClause, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.engine import Engine, make_unavailable
from bot.store.database.errors import InUse, StoreUnavailable
from bot.store.database.sqlite_file import create_private, make_folder, tighten
from bot.store.processes.shards import ShardSet

_WHOLE = 0x626F6E6574
"""The key of the lock on the whole database."""
_DIVISION, _SHARD, _TURN, _MEMBER = 0x626F6E65, 0x626F6E66, 0x626F6E67, 0x626F6E68
"""The kinds of the other locks. A kind is the upper half of a lock's key in PostgreSQL; the lower half is a number."""
_TAKE = text("SELECT pg_try_advisory_lock(:key)")
_TAKE_SHARED = text("SELECT pg_try_advisory_lock_shared(:key)")
_OTHER_DIVISIONS = text(
    "SELECT objid FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory'"
    " AND datname = current_database() AND classid = :division AND objid <> :number"
)
_SHARD_LOCKS = text(
    "SELECT pid, CASE WHEN classid = :shard THEN objid END FROM pg_locks JOIN pg_database d ON d.oid = database"
    " WHERE locktype = 'advisory' AND granted AND datname = current_database() AND classid IN (:shard, :member)"
)
_OWN_SESSION = text("SELECT pg_backend_pid()")
_OLD_SESSIONS = text(
    "SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted"
    " AND classid <> :turn AND pid <> pg_backend_pid()"
    " AND application_name = current_setting('application_name') AND datname = current_database()"
)
_END = text("SELECT pg_terminate_backend(:session, :within)")
_END_WITHIN = 5_000
"""Milliseconds that PostgreSQL waits for an old session to end."""
_RELEASE = text("SELECT pg_advisory_unlock(:key)")
_RELEASE_ALL = text("SELECT pg_advisory_unlock_all()")
_WAIT = text("SELECT pg_advisory_xact_lock(:key)")
_REFUSAL = "Another Boneyard uses this database already, and only one process may: stop the other first."
_REFUSAL_TO_SHARE = "Another Boneyard uses this whole database, without SHARD_IDS: stop it first."


async def lock_shards(connection: AsyncConnection, shards: ShardSet, sharing: bool = False) -> None:
    """Take the locks of the shards for this session, or raise `InUse`.

    Processes may share a database if all of them divide the servers into the same number of shards, and none claims the
    whole database. With `sharing`, even a process that holds all shards does not claim the whole database.
    """
    if shards.is_whole and not sharing:
        if not await _take(connection, _TAKE, _WHOLE):
            raise InUse(_REFUSAL)
        return
    if not await _take(connection, _TAKE_SHARED, _WHOLE):
        raise InUse(_REFUSAL_TO_SHARE)
    # Each process takes its lock before it looks at others. So of two processes with different counts, one is refused.
    await _take(connection, _TAKE_SHARED, _DIVISION << 32 | shards.count)
    others = await connection.execute(_OTHER_DIVISIONS, {"division": _DIVISION, "number": shards.count})
    if (count := others.scalars().first()) is not None:
        raise InUse(f"Another Boneyard on this database divides the servers by SHARDS={count}: set the same.")
    for number in sorted(shards.ids):
        if not await _take(connection, _TAKE, _SHARD << 32 | number):
            raise InUse(f"Another Boneyard holds connection {number} already: stop it, or change SHARD_IDS.")


async def _take(connection: AsyncConnection, statement: TextClause, key: int) -> bool:
    return bool((await connection.execute(statement, {"key": key})).scalar_one())


class SessionLock(NamedTuple):
    """A lock of a session."""

    session: int
    number: int | None
    """The Discord connection that is locked; None for the lock of a member (see `join`)."""


async def join(connection: AsyncConnection) -> None:
    """Make this session a member: one of the sessions that share Discord's connections among themselves."""
    await _take(connection, _TAKE_SHARED, _MEMBER << 32)


async def list_shard_locks(connection: AsyncConnection) -> tuple[list[SessionLock], int]:
    """List the locks of all sessions, on Discord's connections and as members. Also return the id of this session."""
    found = await connection.execute(_SHARD_LOCKS, {"shard": _SHARD, "member": _MEMBER})
    own_session: int = (await connection.execute(_OWN_SESSION)).scalar_one()
    return [SessionLock(*row) for row in found], own_session


async def try_shard(connection: AsyncConnection, number: int) -> bool:
    """Take the lock on the Discord connection `number`; False if it is not free."""
    return await _take(connection, _TAKE, _SHARD << 32 | number)


async def end_old_sessions(connection: AsyncConnection) -> bool:
    """End all sessions of this process that hold locks, except the one of `connection`. False if there are none.

    PostgreSQL may keep a session alive after its connection was dropped, for example while it waits for a slow disk.
    """
    old = (await connection.execute(_OLD_SESSIONS, {"turn": _TURN})).scalars().all()
    for session in old:
        await connection.execute(_END, {"session": session, "within": _END_WITHIN})
    return bool(old)


async def unlock_shard(connection: AsyncConnection, number: int) -> None:
    """Release the lock on the Discord connection `number`."""
    await connection.execute(_RELEASE, {"key": _SHARD << 32 | number})


async def unlock_all(connection: AsyncConnection) -> None:
    """Release every lock of this session."""
    await connection.execute(_RELEASE_ALL)


@contextlib.asynccontextmanager
async def take_turn(engine: Engine, subject: str) -> AsyncIterator[None]:
    """Run the block while no other process on this PostgreSQL database runs a block for the same `subject`.

    Raises `StoreUnavailable`.
    """
    if engine.dialect.name == "sqlite":
        yield
        return
    async with contextlib.AsyncExitStack() as stack:
        try:
            connection = await stack.enter_async_context(engine.connect())
            await connection.execute(_WAIT, {"key": _TURN << 32 | zlib.crc32(subject.encode())})
        except (SQLAlchemyError, OSError) as error:
            raise make_unavailable(engine.url, error) from error
        yield


@contextlib.contextmanager
def lock_file(database: Path) -> Iterator[None]:
    """Hold the lock of an SQLite file. The file itself may be missing. Raises `InUse`, `StoreUnavailable`."""
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

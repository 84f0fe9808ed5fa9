"""Instance locks: only one process may serve a server, since two would post everything twice.

On PostgreSQL, instance locks are advisory locks of a session, one for each Discord connection. A lock's key holds the
number of the connection and the count of all, which together name a part of the servers. So processes with different
counts may run side by side if they have no server in common, and the count can grow from one process to the next.

On SQLite there is one lock, on an empty file beside the database (`.lock`). Both kinds are released when the process
dies. If a process hangs or loses its network, it keeps its locks until `bot.store.processes.leases` takes them away.
"""

import contextlib
import os
import sqlite3
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import TextClause, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.engine import Engine, make_unavailable
from bot.store.database.errors import InUse, StoreUnavailable
from bot.store.database.sqlite_file import create_private, demand_access, make_folder, tighten
from bot.store.processes.shards import ShardSet

_WHOLE = 0x626F6E6574
"""The key of the lock on the whole database."""
_TURN, _PART = 0x626F6E67, 0x626F6E69
"""The kinds of the other locks. A kind is the upper half of a lock's key in PostgreSQL; the lower half is a number."""
_COUNT_BITS = 16
"""In the number of a part, the bits of its connection. The count of all connections stands above them."""
_TAKE = text("SELECT pg_try_advisory_lock(:key)")
_TAKE_SHARED = text("SELECT pg_try_advisory_lock_shared(:key)")
_OTHER_PARTS = text(
    "SELECT objid FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND granted"
    " AND datname = current_database() AND classid = :kind AND pid <> pg_backend_pid()"
)
_WAIT = text("SELECT pg_advisory_xact_lock(:key)")
_REFUSAL = (
    "Another Boneyard uses this database already, and only one process may: stop the other first. On PostgreSQL, "
    "several may if SHARD_IDS names the connections of each."
)
_REFUSAL_TO_SHARE = "Another Boneyard uses this whole database, without SHARD_IDS: stop it first."


async def lock_shards(connection: AsyncConnection, shards: ShardSet) -> None:
    """Take the locks of the shards for this session, or raise `InUse`."""
    if shards.is_whole:
        if not await _take(connection, _TAKE, _WHOLE):
            raise InUse(_REFUSAL)
        return
    if not await _take(connection, _TAKE_SHARED, _WHOLE):
        raise InUse(_REFUSAL_TO_SHARE)
    for number in sorted(shards.ids):
        if not await _take(connection, _TAKE, _PART << 32 | shards.count << _COUNT_BITS | number):
            raise InUse(f"Another Boneyard holds connection {number} already: stop it, or change SHARD_IDS.")
    # Each process takes its locks before it looks at others. So of two that have a server in common, one is refused.
    others = await connection.execute(_OTHER_PARTS, {"kind": _PART})
    for key in others.scalars():
        number, count = key & (1 << _COUNT_BITS) - 1, key >> _COUNT_BITS
        if ShardSet(frozenset({number}), count).overlaps(shards):
            raise InUse(f"Another Boneyard serves some of these servers, as connection {number} of {count}: stop it.")


async def _take(connection: AsyncConnection, statement: TextClause, key: int) -> bool:
    return bool((await connection.execute(statement, {"key": key})).scalar_one())


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
        demand_access(lock)
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

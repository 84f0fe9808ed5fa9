"""One process speaks for a database: two would say everything in Discord twice. Whoever comes second is refused.

PostgreSQL keeps an advisory lock for the session, SQLite a lock on an empty file beside the database (`.lock`). Both
let go by themselves when the process dies, however it dies; PostgreSQL needs up to a minute where the machine, or the
network, died with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bot.store.engine import Engine, unavailable
from bot.store.errors import InUse, StoreUnavailable

__all__ = ["sole", "sole_file"]

_LOCK = {"lock": 0x626F6E6574}
_TAKE = text("SELECT pg_try_advisory_lock(:lock)")
_LET_GO = text("SELECT pg_advisory_unlock(:lock)")
_NOTICED = (
    "SET tcp_keepalives_idle = 20",
    "SET tcp_keepalives_interval = 10",
    "SET tcp_keepalives_count = 3",
)
"""How PostgreSQL learns within a minute that the machine at the other end is gone, and lets go of its lock (seconds);
its own defaults are two hours."""
_REFUSAL = "Another Boneyard plays with this database already, and one process speaks for it: stop the other first."


@contextlib.asynccontextmanager
async def sole(engine: Engine, overtaken: Callable[[], None], pause: float = 1.0) -> AsyncIterator[None]:
    """Be the one that speaks for the database while the block runs. Raises `InUse`, `StoreUnavailable`.

    A lost connection to PostgreSQL is made again every `pause` seconds. If another process took the lock meanwhile,
    `overtaken` is called, and the end of the block raises `InUse`.
    """
    if engine.dialect.name == "sqlite":
        with sole_file(Path(str(engine.url.database))):
            yield
        return
    begun = asyncio.get_running_loop().create_future()
    holding = asyncio.create_task(_hold(engine, begun, pause), name="sole")
    try:
        await asyncio.wait({holding, begun}, return_when=asyncio.FIRST_COMPLETED)
        if holding.done():
            await holding
        holding.add_done_callback(lambda _: overtaken())
        yield
        if holding.done():
            await holding
    finally:
        holding.cancel()
        await asyncio.gather(holding, return_exceptions=True)


async def _hold(engine: Engine, begun: asyncio.Future[None], pause: float) -> None:
    """Keep the lock for ever; ends only by raising."""
    while True:
        try:
            async with engine.connect() as connection:
                lost = asyncio.Event()
                driver: Any = (await connection.get_raw_connection()).driver_connection
                driver.add_termination_listener(lambda _, lost=lost: lost.set())
                if not (await connection.execute(_TAKE, _LOCK)).scalar_one():
                    raise InUse(_REFUSAL)
                for setting in _NOTICED:
                    await connection.execute(text(setting))
                await connection.commit()
                if not begun.done():
                    begun.set_result(None)
                try:
                    await lost.wait()
                finally:
                    if not lost.is_set():
                        await connection.execute(_LET_GO, _LOCK)
                        await connection.commit()
        except (SQLAlchemyError, OSError) as error:
            if not begun.done():
                raise unavailable(engine.url, error) from error
        await asyncio.sleep(pause)


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

"""Open the database by its URL: SQLite through aiosqlite, PostgreSQL through asyncpg.

Every function of this package that reads or writes rows is a plain function of a `Connection`; `read` runs one in a
transaction that only reads, `writer.Writer.write` in one that may write. Nothing else of the program sees SQLAlchemy.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, NullPool, create_engine, event, make_url
from sqlalchemy import Engine as BlockingEngine
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine as Engine
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.errors import StoreUnavailable, WrongAddress

__all__ = [
    "Connection",
    "Engine",
    "check",
    "database_url",
    "is_there",
    "open_engine",
    "place",
    "read",
    "unavailable",
    "writing_engine",
]

P = ParamSpec("P")
T = TypeVar("T")

BUSY_SECONDS = 5
"""How long one SQLite connection waits for another process to finish its transaction."""

_SQLITE: dict[str, Any] = {"isolation_level": None, "timeout": BUSY_SECONDS}

_SHARED: dict[str, Any] = {"pool_size": 8, "max_overflow": 0, "pool_timeout": 60, "hide_parameters": True}
"""Readers wait for one of eight connections; a statement in an error does not show its values."""

_UNDERSTOOD = frozenset({"host", "passfile", "port", "ssl", "sslmode"})
"""What may stand behind the ? of a PostgreSQL URL; asyncpg knows no more of what libpq takes there."""

_WRONG_PORT = "The database URL has a port that is no number from 1 to 65535."

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def database_url(url: str) -> URL:
    """The URL with the driver that is used here; raises `WrongAddress` if no such database is supported."""
    try:
        parsed = make_url(url)
        driver = _DRIVERS[parsed.drivername]
    except (ArgumentError, KeyError):
        raise WrongAddress("The database URL must begin with sqlite:/// or postgresql://.") from None
    except ValueError:
        raise WrongAddress(_WRONG_PORT) from None
    if parsed.port is not None and not 0 < parsed.port < 65_536:
        raise WrongAddress(_WRONG_PORT)
    if driver.startswith("sqlite"):
        if parsed.database in (None, "", ":memory:") or parsed.query:
            raise WrongAddress("The SQLite database must be a file: sqlite:///path/to/boneyard.db.")
        return parsed.set(drivername=driver)
    if strange := sorted(parsed.query.keys() - _UNDERSTOOD):
        raise WrongAddress(f"The database URL sets {', '.join(strange)}, which is not understood here: leave it out.")
    if "sslmode" in parsed.query:
        mode = parsed.query["sslmode"]
        parsed = parsed.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return parsed.set(drivername=driver)


def is_there(url: str) -> bool:
    """False if the database at `url` is an SQLite file that is yet to be made; raises `WrongAddress`."""
    address = database_url(url)
    return address.get_backend_name() != "sqlite" or os.path.exists(str(address.database))


def open_engine(url: str) -> Engine:
    """An engine for the database at `url`; connects only when used. `await engine.dispose()` when done with it.

    Raises `WrongAddress` for a URL that cannot be served, `StoreUnavailable` for a folder that cannot be made.
    """
    address = database_url(url)
    if address.get_backend_name() == "sqlite":
        assert address.database is not None
        try:
            Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unavailable(address, error) from error
        engine = create_async_engine(address, connect_args=_SQLITE, **_SHARED)
        event.listen(engine.sync_engine, "do_connect", _probe)
        _make_safe(engine.sync_engine)
        return engine
    try:
        return create_async_engine(address, pool_pre_ping=True, **_SHARED)
    except ArgumentError as error:
        raise WrongAddress(f"The database URL cannot be used: {error}.") from None
    except ModuleNotFoundError as error:
        raise WrongAddress("PostgreSQL needs the extra 'postgres' (asyncpg), which is not installed.") from error


def writing_engine(url: URL) -> BlockingEngine:
    """An engine for the SQLite file at `url` that blocks its thread; its connections may pass between threads."""
    engine = create_engine(
        url.set(drivername="sqlite"),
        connect_args={**_SQLITE, "check_same_thread": False},
        poolclass=NullPool,
        hide_parameters=True,
    )
    _make_safe(engine)
    return engine


def _make_safe(engine: BlockingEngine) -> None:
    event.listen(engine, "connect", _pragmas)
    event.listen(engine, "begin", _begin)


def _probe(_dialect: Any, _record: Any, arguments: Any, _options: Any) -> None:
    # aiosqlite leaves a thread behind for each file that it cannot open.
    sqlite3.connect(arguments[0]).close()


def _pragmas(connection: Any, _record: Any) -> None:
    try:
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except BaseException:
        connection.close()
        raise


def _begin(connection: Connection) -> None:
    # The driver's own BEGIN comes late and only before writes: reads would not share one snapshot, and a
    # transaction that reads first could find the database changed when it comes to write.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def unavailable(url: URL, error: BaseException) -> StoreUnavailable:
    """One sentence that says which database failed and how, without a password."""
    why = str(getattr(error, "orig", None) or error).strip().splitlines()
    reason = why[0] if why else type(error).__name__
    if url.password:
        reason = reason.replace(str(url.password), "***")
    return StoreUnavailable(f"The database {_plain(url)} is not available: {reason}")


def losing_a_connection(engine: Engine) -> tuple[type[Exception], ...]:
    """What can be raised where PostgreSQL's own connection is used and breaks: the driver's errors reach us as they
    are there."""
    driver = engine.dialect.loaded_dbapi.asyncpg
    return (SQLAlchemyError, OSError, driver.InterfaceError, driver.PostgresError)


def place(url: str) -> str:
    """Where the database at `url` is, without its password; raises `WrongAddress`."""
    return _plain(database_url(url))


def _plain(url: URL) -> str:
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string(hide_password=True)


async def read(
    engine: Engine, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """What `function(connection, ...)` reads, from one snapshot; raises `StoreUnavailable`."""
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(function, *args, **kwargs)
    except (SQLAlchemyError, OSError) as error:
        raise unavailable(engine.url, error) from error


async def check(engine: Engine) -> None:
    """Raise `StoreUnavailable` unless the database can be reached and written; leaves nothing behind."""

    def try_to_write(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE boneyard_write_check (x INTEGER)")
        connection.rollback()

    try:
        async with engine.execution_options(writes=True).connect() as connection:
            await connection.run_sync(try_to_write)
    except (SQLAlchemyError, OSError) as error:
        raise unavailable(engine.url, error) from error

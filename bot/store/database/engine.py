"""Open the database by its URL: SQLite through aiosqlite, PostgreSQL through asyncpg.

In `bot.store`, every function that reads or writes rows is a plain function that takes a `Connection` first.
`Store.read` calls such a function in a transaction for reading, and `Writer.write` in one that may write. No other
package of the program uses SQLAlchemy.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import URL, Connection as Connection, Engine as BlockingEngine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor, PoolProxiedConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.database import sqlite_file
from bot.store.database.errors import DatabaseDamaged, StoreUnavailable, WrongAddress
from bot.store.database.plain_text import read_text

P = ParamSpec("P")
T = TypeVar("T")

Engine: TypeAlias = AsyncEngine
"""The pool of connections to a database."""

Address: TypeAlias = str | Path | URL
"""The place of a database: a URL as a host types it, the path of an SQLite file, or the URL of an open engine.

Paths are not turned into URLs, since parsing a URL would change some names of folders.
"""

BUSY_SECONDS = 5
"""Seconds that an SQLite connection waits for another process to finish its transaction."""

_SQLITE: dict[str, object] = {"isolation_level": None, "timeout": BUSY_SECONDS}

_SHARED: dict[str, object] = {"pool_size": 8, "max_overflow": 0, "pool_timeout": 60, "hide_parameters": True}
"""Readers share eight connections. Errors do not quote the values of a statement."""

_POSTGRESQL: dict[str, object] = {"max_overflow": 24, "pool_pre_ping": True}
"""PostgreSQL gets more connections, since the lease and the listeners keep theirs open."""

_KEEP_ALIVE = (
    "SELECT set_config('tcp_keepalives_idle', '20', false), set_config('tcp_keepalives_interval', '10', false),"
    " set_config('tcp_keepalives_count', '3', false)"
)
"""Settings with which PostgreSQL notices within a minute that our machine is gone. Its defaults take two hours."""

_PARAMETERS = frozenset({"host", "passfile", "port", "ssl", "sslmode"})
"""The query parameters of a PostgreSQL URL that asyncpg supports. libpq has more."""

_WRONG_PORT = "The port in the database URL must be a number from 1 to 65535."

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def parse_address(address: Address) -> URL:
    """The URL of a database with the driver that we use. Raises `WrongAddress` for an unsupported database."""
    if isinstance(address, Path):
        return URL.create(_DRIVERS["sqlite"], database=str(address.absolute()))
    try:
        parsed = make_url(address)
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
    if unknown := sorted(parsed.query.keys() - _PARAMETERS):
        raise WrongAddress(f"The database URL sets {', '.join(unknown)}, which is not supported: leave it out.")
    if "sslmode" in parsed.query:
        mode = parsed.query["sslmode"]
        parsed = parsed.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return parsed.set(drivername=driver)


def exists(address: Address) -> bool:
    """False for an SQLite file that does not exist yet, and True for every other database. Raises `WrongAddress`, also
    for a file that may not be read or written: nobody can tell then if it exists."""
    url = parse_address(address)
    if url.get_backend_name() != "sqlite":
        return True
    sqlite_file.demand_access(find_sqlite_path(url))
    return os.path.exists(str(url.database))


def find_sqlite_path(address: URL) -> Path:
    """The file of an SQLite database."""
    return Path(str(address.database))


def find_damage(address: Address) -> DatabaseDamaged | None:
    """Check a whole SQLite file for damage; None if it is sound or missing. Raises `WrongAddress`."""
    url = parse_address(address)
    return sqlite_file.find_damage(find_sqlite_path(url)) if url.get_backend_name() == "sqlite" else None


def open_engine(address: Address, **postgresql: object) -> Engine:
    """Make an engine for the database at `address`. It connects when first used. Call `await engine.dispose()` at the
    end. `postgresql` has other options than the usual ones for PostgreSQL.

    A missing SQLite file is made, for its owner alone. Raises `WrongAddress` for an unsupported URL or a file that is
    no database, and `StoreUnavailable` for a file that cannot be made or read.
    """
    url = parse_address(address)
    if url.get_backend_name() == "sqlite":
        sqlite_file.prepare(find_sqlite_path(url))
        engine = create_async_engine(url, connect_args=_SQLITE, **_SHARED)
        event.listen(engine.sync_engine, "do_connect", _probe)
        event.listen(engine.sync_engine, "connect", _set_pragmas)
        event.listen(engine.sync_engine, "begin", _begin)
        return engine
    try:
        engine = create_async_engine(url, **_SHARED | _POSTGRESQL | postgresql)
    except ArgumentError as error:
        raise WrongAddress(f"The database URL cannot be used: {error}.") from None
    except ModuleNotFoundError as error:
        raise WrongAddress("PostgreSQL needs the extra 'postgres' (asyncpg), which is not installed.") from error
    event.listen(engine.sync_engine, "connect", _keep_alive)
    return engine


def find_insert(connection: Connection) -> Any:
    """The `insert` function of the connection's dialect. Only that dialect is loaded."""
    return import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert


def open_blocking_engine(url: URL, begin: str, connections: int) -> BlockingEngine:
    """Make a blocking engine for the SQLite file at `url`, with up to `connections` connections for any thread. It
    sends `begin` as soon as SQLAlchemy begins a transaction.

    The driver alone would send BEGIN late, and only before writes. Then the reads of a transaction would not share a
    snapshot, and a transaction that reads first could find the database changed when it begins to write. An event
    listener of SQLAlchemy could also send it, but listeners slow down every statement.
    """
    arguments = {**_SQLITE, "check_same_thread": False}
    pool = {"pool_size": connections, "max_overflow": 0, "hide_parameters": True}
    engine = create_engine(url.set(drivername="sqlite"), connect_args=arguments, **pool)
    engine.dialect.do_begin = lambda dbapi_connection: _execute(dbapi_connection, begin)  # type: ignore[method-assign]
    event.listen(engine, "connect", _set_pragmas)
    return engine


def _probe(_dialect: object, _record: object, arguments: Sequence[str], _options: object) -> None:
    # aiosqlite leaks a thread for each file that it cannot open.
    sqlite3.connect(arguments[0]).close()


def _keep_alive(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(_KEEP_ALIVE)
    cursor.close()
    connection.commit()


def _set_pragmas(connection: DBAPIConnection, _record: object) -> None:
    try:
        getattr(connection, "driver_connection", connection).text_factory = read_text
        cursor = connection.cursor()
        _switch_to_wal(cursor)
        for pragma in ("synchronous = FULL", "foreign_keys = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except BaseException:
        connection.close()
        raise


def _switch_to_wal(cursor: DBAPICursor) -> None:
    # While another connection switches the mode, SQLite fails at once instead of waiting for its busy timeout. An empty
    # transaction does wait: it ends once the other connection has switched.
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        cursor.execute("BEGIN IMMEDIATE")
        cursor.execute("ROLLBACK")


def _begin(connection: Connection) -> None:
    # The blocking engines need no listener: their dialects send BEGIN.
    if connection.get_execution_options().get("writes", False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    # Through SQLAlchemy, BEGIN would take longer than a whole query. BEGIN touches no file and needs no error handling.
    _execute(connection.connection, "BEGIN")


def _execute(connection: PoolProxiedConnection, statement: str) -> None:
    cursor = connection.cursor()
    try:
        cursor.execute(statement)
    finally:
        cursor.close()


def make_unavailable(url: URL, error: BaseException) -> StoreUnavailable:
    """Make the error for a failed driver call. Its message names the database and the driver's reason, without the
    password."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if sqlite_file.is_damage(cause):
        return DatabaseDamaged(sqlite_file.describe_damage(_without_password(url)))
    lines = str(cause).strip().splitlines()
    reason = lines[0] if lines else type(error).__name__
    if url.password:
        reason = reason.replace(str(url.password), "***")
    return StoreUnavailable(f"The database {_without_password(url)} is not available: {reason}")


def list_connection_errors(engine: Engine) -> tuple[type[Exception], ...]:
    """The errors of a broken PostgreSQL connection. Some are the driver's own, because we also call it directly."""
    driver = engine.dialect.loaded_dbapi.asyncpg
    return (SQLAlchemyError, OSError, driver.InterfaceError, driver.PostgresError)


def format_address(address: Address) -> str:
    """The URL of a database without its password. Raises `WrongAddress`."""
    return _without_password(parse_address(address))


def _without_password(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return f"sqlite:///{url.database}"  # as the host typed it, without percent-encoding
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string(hide_password=True)


async def read(
    engine: Engine, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Call `function(connection, ...)` on one snapshot and return its result. Raises `StoreUnavailable`."""
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(function, *args, **kwargs)
    except (SQLAlchemyError, OSError) as error:
        raise make_unavailable(engine.url, error) from error


async def write(
    engine: Engine, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Call `function(connection, ...)` in a transaction of its own, commit it and return the result. Raises
    `StoreUnavailable`. A running bot writes through its `Writer`."""
    try:
        async with engine.execution_options(writes=True).begin() as connection:
            return await connection.run_sync(function, *args, **kwargs)
    except (SQLAlchemyError, OSError) as error:
        raise make_unavailable(engine.url, error) from error


@contextlib.asynccontextmanager
async def use(address: Address) -> AsyncIterator[Engine]:
    """Open an engine for the block alone, as `open_engine` does."""
    engine = open_engine(address)
    try:
        yield engine
    finally:
        await engine.dispose()


async def check(engine: Engine) -> None:
    """Raise `StoreUnavailable` unless the database can be reached and written. Changes nothing."""

    def try_to_write(connection: Connection) -> None:
        with connection.begin_nested() as trial:
            connection.exec_driver_sql("CREATE TABLE boneyard_write_check (x INTEGER)")
            trial.rollback()

    await write(engine, try_to_write)

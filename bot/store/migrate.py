"""Bring a database to the schema of this program. Alembic is loaded only when there is something to do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import event, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from bot.store.engine import Connection, Engine, database_url, is_there, open_engine, place, read, unavailable
from bot.store.errors import NothingThere, SchemaTooNew, StoreUnavailable

__all__ = ["copy_sqlite", "head", "known", "move", "revision", "state", "upgrade"]

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"

_LOCK = 0x626F6E6573
"""The number under which processes that share a PostgreSQL database take turns at migrating it."""


def head() -> str:
    """The newest revision of the schema: the number that the newest file of `migrations/versions` begins with."""
    return max(known())


def known() -> set[str]:
    """Every revision that this program has a migration for."""
    return {path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9][0-9][0-9][0-9]_*.py")}


def revision(connection: Connection) -> str | None:
    """The revision that a database is at; None for one without a schema."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return found


def move(connection: Connection, to: str) -> None:
    """Migrate up or down to a revision ("0001", "head", "base") inside the connection's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    at, target = revision(connection) or "base", head() if to == "head" else to
    if at == target:
        return
    if target == "base" or (at != "base" and target < at):
        command.downgrade(config, target)
    else:
        command.upgrade(config, target)


async def state(url: str) -> str | None:
    """The revision of the database at `url`, None if there is none yet; nothing is made.

    Raises `SchemaTooNew` for a database of a newer program, and `StoreUnavailable`.
    """
    if not is_there(url):
        return None
    engine = open_engine(url)
    try:
        at = await read(engine, revision)
    finally:
        await engine.dispose()
    _refuse_newer(at)
    return at


async def upgrade(url: str, begin: bool = True) -> str | None:
    """Bring the database at `url` to this program's schema; returns the revision it was at if that was behind.

    An SQLite file that holds data is copied beside itself first. Raises `SchemaTooNew` for a database of a newer
    program, `StoreUnavailable`, and without `begin` `NothingThere` for one that is not there or empty; a migration
    that fails leaves the database as it was.
    """
    at = await state(url)
    if at == head():
        return None
    if at is None and not begin:
        raise NothingThere(f"There is no database of Boneyard at {place(url)}.")
    engine = open_engine(url)
    try:
        if at is not None and engine.dialect.name == "sqlite":
            file = Path(str(database_url(url).database))
            copy_sqlite(file, file.with_name(f"{file.name}.before-{head()}"))
        await _to_head(engine)
        return at or "none"
    except (SQLAlchemyError, OSError, sqlite3.Error) as error:
        raise unavailable(engine.url, error) from error
    finally:
        await engine.dispose()


def _refuse_newer(at: str | None) -> None:
    if at is not None and at not in known():
        raise SchemaTooNew(f"The database is at revision {at}, this program knows {head()}: update the program.")


async def _to_head(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _without_foreign_keys)
        await engine.dispose()
    async with engine.execution_options(writes=True).begin() as connection:
        await connection.run_sync(_up)


def _without_foreign_keys(connection: Any, _record: Any) -> None:
    # SQLite changes a table by copying it; its references are checked as a whole at the end.
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = OFF")
    cursor.close()


def _up(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    _refuse_newer(revision(connection))
    move(connection, "head")
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StoreUnavailable(f"The migration would leave table {broken[0]} with a broken reference.")


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy an SQLite database that may be in use, consistent as of one moment; an older copy is replaced."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
    part.replace(target)

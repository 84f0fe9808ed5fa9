"""Migrations between schemas of the database. Alembic is loaded only when there is something to migrate."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import event, inspect, text
from sqlalchemy.engine.interfaces import DBAPIConnection

from bot.store.database.engine import Address, Connection, exists, format_address, make_unavailable, read, use, write
from bot.store.database.errors import NoDatabase, SchemaTooNew, StoreUnavailable, WrongAddress
from bot.store.database.sqlite_file import APPLICATION_ID, create_private

MIGRATIONS = Path(__file__).resolve().parents[3] / "migrations"

_LOCK = 0x626F6E6573
"""The key of an advisory lock. Only one process at a time can migrate a shared PostgreSQL database."""


def find_head() -> str:
    """The newest revision of the schema: the highest number in `migrations/versions`."""
    return max(list_known_revisions())


def list_known_revisions() -> set[str]:
    """The revisions for which this program has a migration."""
    return {path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9][0-9][0-9][0-9]_*.py")}


def read_revision(connection: Connection) -> str | None:
    """The revision of a database; None if it has no schema."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def migrate_to(connection: Connection, to: str) -> None:
    """Migrate up or down to a revision ("0001", "head", "base") inside the connection's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    present, target = read_revision(connection) or "base", find_head() if to == "head" else to
    if present == target:
        return
    if target == "base" or (present != "base" and target < present):
        command.downgrade(config, target)
    else:
        command.upgrade(config, target)


async def read_revision_at(url: Address) -> str | None:
    """Read the revision of the database at `url`; None if there is no database. A missing database is not made.

    Raises `SchemaTooNew` for a database of a newer program, `WrongAddress` for one of another program, and
    `StoreUnavailable`.
    """
    if not exists(url):
        return None
    async with use(url) as engine:
        revision = await read(engine, _read_known_revision)
    _refuse_newer(revision)
    return revision


def _read_known_revision(connection: Connection) -> str | None:
    """The revision of a database; None if it is new. Raises `WrongAddress` for a database of another program."""
    names = inspect(connection).get_table_names()
    is_known = "crews" in names if "alembic_version" in names else connection.dialect.name != "sqlite"
    if not names and not is_known:
        is_known = connection.exec_driver_sql("PRAGMA application_id").scalar_one() == APPLICATION_ID
    if not is_known:
        name = format_address(connection.engine.url)
        raise WrongAddress(f"{name} is not a database of Boneyard: move it away, or name another one.")
    return read_revision(connection)


async def upgrade(url: Address, begin: bool = True) -> str | None:
    """Migrate the database at `url` to this program's schema.

    Returns the old revision ("none" for a new database), or None if there was nothing to do.

    An SQLite file with data is first copied to a file beside it. A failed migration changes nothing in the database.
    Without `begin`, a missing or empty database stays as it is, and this raises `NoDatabase`. Also raises
    `SchemaTooNew` for a database of a newer program, and `StoreUnavailable`.
    """
    present = await read_revision_at(url)
    if present == find_head():
        return None
    if present is None and not begin:
        raise NoDatabase(f"There is no database of Boneyard at {format_address(url)}.")
    await _migrate(url, "head", None if present is None else f"before-{find_head()}")
    return present or "none"


async def downgrade(url: Address, to: str) -> str:
    """Migrate the database at `url` down to an older schema, for an older release. Returns the former revision.

    An SQLite file is copied first; the copy stays beside it. A failed migration leaves the database as it was. Raises
    ValueError if there is no such older schema, and `NoDatabase`, `SchemaTooNew` and `StoreUnavailable`.
    """
    present = await read_revision_at(url)
    if present is None:
        raise NoDatabase(f"There is no database of Boneyard at {format_address(url)}.")
    older = sorted(known for known in list_known_revisions() if known < present)
    if to not in older:
        raise ValueError(f"The database is at schema {present}: it can go back to {', '.join(older) or 'none'}.")
    await _migrate(url, to, f"from-{present}")
    return present


def _refuse_newer(revision: str | None) -> None:
    if revision is not None and revision not in list_known_revisions():
        raise SchemaTooNew(
            f"The database is at revision {revision}, and this program knows only {find_head()}: update the program."
        )


async def _migrate(url: Address, to: str, copy: str | None) -> None:
    """Migrate a database. An SQLite file is copied first; the name of the copy ends with `copy` (None for no copy)."""
    async with use(url) as engine:
        if engine.dialect.name == "sqlite":
            file = Path(str(engine.url.database))
            try:
                if copy is not None:
                    copy_sqlite(file, file.with_name(f"{file.name}.{copy}"))
            except (OSError, sqlite3.Error) as error:
                raise make_unavailable(engine.url, error) from error
            event.listen(engine.sync_engine, "connect", _switch_off_foreign_keys)
        await write(engine, _run_steps, to)


def _switch_off_foreign_keys(connection: DBAPIConnection, _record: object) -> None:
    # SQLite changes a table by copying it, so foreign keys are checked only at the end.
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = OFF")
    cursor.close()


def _run_steps(connection: Connection, to: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    _refuse_newer(read_revision(connection))
    migrate_to(connection, to)
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StoreUnavailable(f"The migration would leave table {broken[0]} with a broken reference.")


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy one snapshot of an SQLite database, which may be in use. An older copy is replaced."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    os.close(create_private(part))
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
    part.replace(target)

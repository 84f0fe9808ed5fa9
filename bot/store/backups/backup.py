"""Backups, the same for both databases: gzipped JSON lines with a version, the schema's revision and a checksum.

Line 1 has the format and the revision. Then each table has a line with its name and columns, and a line for each row.
A damaged row has two lines: its values as they were found, then its values as they can be restored (`mending.py`). The
last line has the number of rows of each table, and the SHA-256 of everything before it. A backup holds secrets: keep it
as safe as the database.
"""

import gzip
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from sqlalchemy import column, insert, inspect, table, text
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from bot.store.backups.backup_reading import FORMAT, TableSection, read_revision, read_rows
from bot.store.backups.mending import read_mended_rows
from bot.store.database import migrate, sqlite_file
from bot.store.database.engine import (
    Address,
    Connection,
    Engine,
    exists,
    find_sqlite_path,
    make_unavailable,
    parse_address,
    use,
    write,
)
from bot.store.database.errors import BackupDamaged, NotEmpty
from bot.store.database.json_text import Json
from bot.store.database.queries import count_rows
from bot.store.database.schema import metadata

_CHUNK = 500
"""Rows that a restore writes in one statement, and after which a backup reports its progress."""

_NOT_EMPTY = "The database is not empty: move it away, or name another one, and restore again."

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of rows that are done so far."""

Check: TypeAlias = Callable[[Connection], Mapping[int, str]]
"""Finds the games' tables of a restored database that cannot be read. Returns the damaged part by table number."""


class RestoredDatabase(NamedTuple):
    """A restored database."""

    counts: dict[str, int]
    """The number of rows, by table of the database."""
    unreadable: Mapping[int, str]
    """The games' tables that cannot be read: the damaged part by the table's number."""
    damaged: Mapping[str, int]
    """By table of the database, the number of rows that were damaged when the backup was made."""


def ignore_progress(done: int) -> None:
    """Report no progress."""


class _ChecksummedFile:
    """A file of JSON lines, and the checksum of the lines so far."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self.file = file
        self.sum = hashlib.sha256()

    def write(self, value: Json) -> None:
        raw = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self.sum.update(raw)
        self.file.write(raw)


async def write_backup(engine: Engine, path: Path, progress: Progress = ignore_progress) -> dict[str, int]:
    """Write one snapshot of the whole database to `path`; returns the number of rows of each table.

    The file gets its name only when it is complete. Only its owner can read it. `progress` is called with the number of
    rows so far. Raises `StoreUnavailable`, and OSError if the file cannot be written.
    """
    same_moment = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    connection = engine.execution_options(**same_moment).connect()
    try:
        await connection.start()
    except (SQLAlchemyError, OSError) as error:
        raise make_unavailable(engine.url, error) from error
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(sqlite_file.create_private(part), "wb") as raw:
            with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=6) as packed:
                counts = await connection.run_sync(_write, _ChecksummedFile(packed), progress)
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(path)
    except SQLAlchemyError as error:
        raise make_unavailable(engine.url, error) from error
    finally:
        await connection.close()
        part.unlink(missing_ok=True)
    return counts


def _write(connection: Connection, out: _ChecksummedFile, progress: Progress) -> dict[str, int]:
    out.write({"boneyard_backup": FORMAT, "revision": migrate.read_revision(connection)})
    counts = {}
    left_out: dict[str, set[tuple[Json, ...]]] = {}
    written = 0
    for stored in metadata.sorted_tables:
        out.write({"table": stored.name, "columns": [c.name for c in stored.columns]})
        counts[stored.name] = 0
        for found in read_mended_rows(connection, stored, left_out):
            if found.original is not None:
                out.write({"damaged": [*found.original.values()]})
            if found.row is None:
                continue
            out.write([*found.row.values()])
            counts[stored.name] += 1
            written += 1
            if written % _CHUNK == 0:
                progress(written)
    out.file.write(json.dumps({"rows": counts, "sha256": out.sum.hexdigest()}).encode() + b"\n")
    return counts


async def prove(path: Path, check: Check, progress: Progress = ignore_progress) -> RestoredDatabase:
    """Restore a backup into a database beside it, which is then deleted. Raises as `restore` does."""
    scratch = path.with_name(f"{path.name}.proof")
    try:
        sqlite_file.delete(scratch)
        return await restore(path, scratch, progress, check)
    finally:
        sqlite_file.delete(scratch)


async def restore(
    path: Path, url: Address, progress: Progress = ignore_progress, check: Check = lambda connection: {}
) -> RestoredDatabase:
    """Fill the empty database at `url` from a backup, all or nothing.

    An older backup is migrated to the present schema. `progress` is called with the number of rows so far, and `check`
    with a connection to the filled database, before the commit. Rows that the bot cannot read are restored as they are.
    A new SQLite file gets its name only when it is complete, and is deleted after a failure.
    Raises `BackupDamaged`, `NotEmpty`, `SchemaTooNew`, `StoreUnavailable`, FileNotFoundError.
    """
    revision = read_revision(path)
    if exists(url):
        return await _fill(path, url, revision, progress, check)
    file = find_sqlite_path(parse_address(url))
    part = file.with_name(f"{file.name}.restoring")
    try:
        sqlite_file.make_folder(file.parent)
        sqlite_file.delete(part)
        restored = await _fill(path, part, revision, progress, check)
        if not sqlite_file.put_in_place(part, file):
            raise NotEmpty(_NOT_EMPTY)
        return restored
    except OSError as error:
        raise make_unavailable(parse_address(url), error) from error
    finally:
        sqlite_file.delete(part)


async def _fill(path: Path, url: Address, revision: str, progress: Progress, check: Check) -> RestoredDatabase:
    def fill(connection: Connection) -> RestoredDatabase:
        try:
            counts, damaged = _load(connection, path, revision, progress)
        except (IntegrityError, DataError) as error:
            sentence = f"{path.name} is damaged: its rows contradict each other. Take another backup."
            raise BackupDamaged(sentence) from error
        return RestoredDatabase(counts, check(connection), damaged)

    async with use(url) as engine:
        return await write(engine, fill)


def _load(
    connection: Connection, path: Path, revision: str, progress: Progress
) -> tuple[dict[str, int], dict[str, int]]:
    """Fill a database. Return the number of rows and the number of damaged rows, both by table of the database."""
    _must_be_empty(connection)
    migrate.migrate_to(connection, revision)
    counts, damaged = dict[str, int](), dict[str, int]()
    section, waiting = TableSection("", ()), list[dict[str, Json]]()

    def flush() -> None:
        if waiting:
            connection.execute(insert(table(section.table, *map(column, section.columns))), waiting)
            counts[section.table] += len(waiting)
            waiting.clear()
            progress(sum(counts.values()))

    for row in read_rows(path, revision):
        if isinstance(row, TableSection):
            flush()
            section = row
            counts[section.table] = 0
        elif row is None:
            damaged[section.table] = damaged.get(section.table, 0) + 1
        else:
            waiting.append(dict(zip(section.columns, row, strict=True)))
            if len(waiting) == _CHUNK:
                flush()
    flush()
    for name in counts if connection.dialect.name == "postgresql" else ():
        if "id" in {c["name"] for c in inspect(connection).get_columns(name)}:
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}"))
    migrate.migrate_to(connection, "head")
    return counts, damaged


def _must_be_empty(connection: Connection) -> None:
    names = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
    foreign = names and migrate.read_revision(connection) is None
    if foreign or any(count_rows(connection, table(name)) for name in names):
        raise NotEmpty(_NOT_EMPTY)

"""Backups, the same for both databases: gzipped JSON lines with a version, the schema's revision and a checksum.

Line 1 has the format and the revision. Each table then has a line with its name and columns, and a line for each row.
The last line has the number of rows and the SHA-256 of everything before it. A backup holds secrets: keep it as safe
as the database.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import Text, column, func, insert, inspect, select, table, text, type_coerce
from sqlalchemy.exc import SQLAlchemyError

from bot.store import migrate
from bot.store.engine import Connection, Engine, open_engine, unavailable
from bot.store.errors import BackupDamaged, NotEmpty, SchemaTooNew
from bot.store.schema import Json, JsonText, metadata

__all__ = ["FORMAT", "backup", "restore", "verify"]

FORMAT = 1
"""The version of the backup's own layout."""

_CHUNK = 500
"""Rows that are read or written together."""

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of rows done so far."""


def ignore(done: int) -> None:
    """Show no progress."""


class _ChecksummedFile:
    """A file of lines, hashed as it is written."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self.file = file
        self.sum = hashlib.sha256()

    def write(self, value: Json) -> None:
        raw = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self.sum.update(raw)
        self.file.write(raw)


async def backup(engine: Engine, path: Path, progress: Progress = ignore) -> dict[str, int]:
    """Write the whole database, as of one moment, to `path`; returns the number of rows of each table.

    The file gets its name only when it is complete, and only its owner can read it. `progress` is called with the
    number of rows so far. Raises `StoreUnavailable`, and OSError if the file cannot be written.
    """
    same_moment = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    connection = engine.execution_options(**same_moment).connect()
    try:
        await connection.start()
    except (SQLAlchemyError, OSError) as error:
        raise unavailable(engine.url, error) from error
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=6) as packed:
                counts = await connection.run_sync(_write, _ChecksummedFile(packed), progress)
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(path)
    except SQLAlchemyError as error:
        raise unavailable(engine.url, error) from error
    finally:
        await connection.close()
        part.unlink(missing_ok=True)
    return counts


def _write(connection: Connection, out: _ChecksummedFile, progress: Progress) -> dict[str, int]:
    out.write({"boneyard_backup": FORMAT, "revision": migrate.revision(connection)})
    counts = {}
    written = 0
    for stored in metadata.sorted_tables:
        out.write({"table": stored.name, "columns": [c.name for c in stored.columns]})
        # JSON is copied as its stored text, so that a restored row is the same to the byte.
        columns = [type_coerce(c, Text).label(c.name) if isinstance(c.type, JsonText) else c for c in stored.columns]
        query = select(*columns).order_by(*stored.primary_key.columns)
        counts[stored.name] = 0
        for row in connection.execution_options(stream_results=True, yield_per=_CHUNK).execute(query):
            out.write(list(row))
            counts[stored.name] += 1
            written += 1
            if written % _CHUNK == 0:
                progress(written)
    out.file.write(json.dumps({"rows": counts, "sha256": out.sum.hexdigest()}).encode() + b"\n")
    return counts


def _read_lines(path: Path) -> Iterator[Json]:
    """Read the lines of a backup but the last, which is checked. Raises `BackupDamaged`."""
    total = hashlib.sha256()
    counts: dict[str, int] = {}
    name = ""
    try:
        with gzip.open(path, "rb") as packed:
            for raw in packed:
                value = json.loads(raw)
                if isinstance(value, dict) and "sha256" in value:
                    if value != {"rows": counts, "sha256": total.hexdigest()} or packed.read(1):
                        raise ValueError("the checksum differs")
                    return
                total.update(raw)
                if isinstance(value, list):
                    counts[name] += 1
                elif "table" in value:
                    name = value["table"]
                    counts[name] = 0
                yield value
    except FileNotFoundError:
        raise
    except (OSError, EOFError, ValueError, KeyError, TypeError, zlib.error) as error:
        raise BackupDamaged(f"{path.name} is damaged, or is not a backup of this program: take another one.") from error
    raise BackupDamaged(f"{path.name} is cut short: take another backup.")


def verify(path: Path) -> dict[str, Json]:
    """Check a whole backup and return its first line: its `boneyard_backup` version and `revision`.

    Raises `BackupDamaged`, `SchemaTooNew` for a backup of a newer program, and FileNotFoundError.
    """
    lines = _read_lines(path)
    first = next(lines, None)
    if not isinstance(first, dict) or not isinstance(first.get("boneyard_backup"), int) or "revision" not in first:
        raise BackupDamaged(f"{path.name} is not a backup of this program.")
    for _ in lines:  # up to the checksum
        continue
    if first["boneyard_backup"] > FORMAT or first["revision"] not in migrate.known_revisions():
        raise SchemaTooNew(f"{path.name} was written by a newer program: update this one to restore it.")
    return first


async def restore(path: Path, url: str, progress: Progress = ignore) -> dict[str, int]:
    """Fill the empty database at `url` from a backup, all or nothing; returns the number of rows of each table.

    An older backup is migrated to the present schema. `progress` is called with the number of rows so far.
    Raises `BackupDamaged`, `NotEmpty`, `SchemaTooNew`, `StoreUnavailable`, FileNotFoundError.
    """
    first = verify(path)
    engine = open_engine(url)
    try:
        async with engine.execution_options(writes=True).begin() as connection:
            return await connection.run_sync(_load, path, first["revision"], progress)
    except (SQLAlchemyError, OSError) as error:
        raise unavailable(engine.url, error) from error
    finally:
        await engine.dispose()


def _load(connection: Connection, path: Path, revision: str, progress: Progress) -> dict[str, int]:
    _must_be_empty(connection)
    migrate.migrate_to(connection, revision)
    counts: dict[str, int] = {}
    name, columns, rows = "", [""], list[dict[str, Json]]()

    def flush() -> None:
        if rows:
            connection.execute(insert(table(name, *map(column, columns))), rows)
            counts[name] += len(rows)
            rows.clear()
            progress(sum(counts.values()))

    for line in _read_lines(path):
        if isinstance(line, list):
            rows.append(dict(zip(columns, line, strict=True)))
            if len(rows) == _CHUNK:
                flush()
        elif "table" in line:
            flush()
            name, columns = line["table"], line["columns"]
            counts[name] = 0
    flush()
    if connection.dialect.name == "postgresql":
        _set_counters(connection, counts)
    migrate.migrate_to(connection, "head")
    return counts


def _must_be_empty(connection: Connection) -> None:
    for name in inspect(connection).get_table_names():
        if name == "alembic_version":
            continue
        if (
            migrate.revision(connection) is None
            or connection.execute(select(func.count()).select_from(table(name))).scalar_one()
        ):
            raise NotEmpty("The database is not empty: move it away, or name another one, and restore again.")


def _set_counters(connection: Connection, names: Iterable[str]) -> None:
    for name in names:
        if "id" in {c["name"] for c in inspect(connection).get_columns(name)}:
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}"))

"""Reads backups. A file may come from anywhere, so every line is measured and checked before it is used.

The checksum shows if a file is damaged. It cannot show that a file is forged, since anyone can compute it. So the
tables and columns must also fit the schema revision that the file names, and both databases must be able to hold every
value.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NoReturn

from msgspec import Struct
from sqlalchemy import BigInteger, Column, Integer, MetaData, create_engine

from bot.store.database import migrate
from bot.store.database.errors import BackupDamaged, SchemaTooNew
from bot.store.database.json_text import Json, JsonText
from bot.store.database.schema import metadata

FORMAT = 1
"""The version of the file format."""

MOST_LINE = 4 << 20
"""The most bytes of a line. The longest rows that the bot writes have a few thousand bytes."""

MOST_BYTES = 256 << 20
MOST_RATIO = 200
"""The limits of an unpacked backup: in bytes, and as a multiple of its packed size. The larger limit applies. Real
backups unpack to about ten times their packed size."""

_WHOLE_64 = (-(1 << 63), (1 << 63) - 1)
_WHOLE_32 = (-(1 << 31), (1 << 31) - 1)
_IDS = (1, 1 << 62)
"""The range of ids that a backup may hold. Above this range, there is room for the ids of new rows."""
TIMES = (0, 253_402_300_799_999)
"""Milliseconds since 1970, up to the end of the year 9999."""


class TableSection(Struct, frozen=True):
    """The line before the rows of a database table."""

    table: str
    columns: tuple[str, ...]


class Cell(Struct, frozen=True):
    """The rules by which the values of a column are checked."""

    nullable: bool
    bounds: tuple[int, int] | None
    """The range of integers; None for text."""
    json: bool

    def holds(self, value: Json) -> bool:
        """True if both databases can hold the value in this column.

        Raises ValueError or RecursionError for some bad text.
        """
        if value is None:
            return self.nullable
        if self.bounds is not None:
            return type(value) is int and self.bounds[0] <= value <= self.bounds[1]
        if type(value) is not str or "\0" in value:
            return False
        value.encode()  # raises ValueError for half of a surrogate pair
        if self.json:
            json.loads(value, parse_constant=refuse_constant)
        return True


class _Forged(ValueError):
    """A line that the bot would never write."""


def read_revision(path: Path) -> str:
    """Read the revision of the schema from the first line of a backup. `read_rows` checks the other lines.

    Raises `BackupDamaged`, `SchemaTooNew` for a sound backup of a newer program, and FileNotFoundError.
    """
    match next(_read_lines(path), None):
        case {"boneyard_backup": int(version), "revision": str(revision)} if version is not True:
            if version <= FORMAT and revision in migrate.list_known_revisions():
                return revision
            for _ in _read_lines(path):  # up to the checksum
                continue
            raise SchemaTooNew(f"{path.name} was written by a newer program: update this one to restore it.")
        case _:
            raise BackupDamaged(f"{path.name} is not a backup of this program.")


def read_rows(path: Path, revision: str) -> Iterator[TableSection | tuple[int | str | None, ...] | None]:
    """Read and check the sections and rows of a backup, and its checksum at the end. Raises `BackupDamaged`.

    None stands for a row that was damaged when the backup was made. It is not restored as it was found then.
    """
    missing = dict(schema_of(revision))
    lines = _read_lines(path)
    next(lines, None)
    shape: Mapping[str, Cell] = {}
    cells: tuple[Cell, ...] = ()
    try:
        for line in lines:
            match line:
                case list() if cells and len(line) == len(cells) and all(map(Cell.holds, cells, line)):
                    yield tuple(line)
                case {"damaged": list(values)} if cells and len(values) == len(cells):
                    yield None
                case {"table": str(name), "columns": list(names), **more} if name in missing and not more:
                    shape = missing.pop(name)
                    if sorted(map(str, names)) != sorted(shape):
                        raise _Forged("other columns than those of the table")
                    cells = tuple(shape[column] for column in names)
                    yield TableSection(name, tuple(names))
                case _:
                    raise _Forged("a line that is no row of its table, nor the head of another one")
        if missing:
            raise _Forged("a table is missing")
    except (ValueError, RecursionError) as error:
        raise BackupDamaged(_describe_damage(path)) from error


def _read_lines(path: Path) -> Iterator[Json]:
    """Read the lines of a backup, and check the checksum at the end. Raises `BackupDamaged`."""
    checksum, unpacked = hashlib.sha256(), 0
    try:
        most = max(MOST_BYTES, MOST_RATIO * path.stat().st_size)
        with gzip.open(path, "rb") as packed:
            while raw := packed.readline(MOST_LINE + 1):
                unpacked += len(raw)
                if len(raw) > MOST_LINE or unpacked > most:
                    raise _Forged("larger than any backup")
                value = json.loads(raw, parse_constant=refuse_constant)
                if isinstance(value, dict) and "sha256" in value:
                    if value["sha256"] != checksum.hexdigest() or packed.read(1):
                        raise _Forged("the checksum differs")
                    return
                checksum.update(raw)
                yield value
    except FileNotFoundError:
        raise
    except (EOFError, ValueError, RecursionError, gzip.BadGzipFile, zlib.error) as error:
        raise BackupDamaged(_describe_damage(path)) from error
    except OSError as error:
        raise BackupDamaged(f"{path.name} cannot be read ({error.strerror or error}): name another file.") from error
    raise BackupDamaged(f"{path.name} is cut short: take another backup.")


def _describe_damage(path: Path) -> str:
    return f"{path.name} is damaged, or is not a backup of this program: take another one."


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which `json.loads` would accept. Raises ValueError."""
    raise _Forged(f"{name} is no JSON")


@cache
def schema_of(revision: str) -> Mapping[str, Mapping[str, Cell]]:
    """By table and column, the rules for values at a revision of the schema.

    To find them, an empty database is migrated to that revision.
    """
    engine = create_engine("sqlite://")
    found = MetaData()
    try:
        with engine.begin() as connection:
            migrate.migrate_to(connection, revision)
            found.reflect(connection)
    finally:
        engine.dispose()
    return {
        table.name: {column.name: _make_cell(column) for column in table.columns}
        for table in found.sorted_tables
        if table.name != "alembic_version"
    }


def _make_cell(column: Column[Json]) -> Cell:
    nullable = bool(column.nullable) and not column.primary_key
    if not isinstance(column.type, Integer):
        present_table = metadata.tables.get(column.table.name)
        present_column = None if present_table is None else present_table.columns.get(column.name)
        return Cell(nullable, None, present_column is not None and isinstance(present_column.type, JsonText))
    if column.name == "id":
        return Cell(nullable, _IDS, False)
    if column.name == "at" or column.name.endswith("_at"):
        return Cell(nullable, TIMES, False)
    return Cell(nullable, _WHOLE_64 if isinstance(column.type, BigInteger) else _WHOLE_32, False)

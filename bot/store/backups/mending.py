"""Damaged rows: a broken disk may leave values that the bot cannot have written, such as text in a column of numbers.

SQLite may read such a row for years, but a backup with that row could not be restored. So a backup holds only values
that every database can hold. Damaged values are emptied, and a row that is worthless without them is left out. A
damaged row of a games' table, a seat or an event stays in the backup, but it is made unreadable. The bot then sets that
table aside.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import ForeignKeyConstraint, Table, Text, UniqueConstraint, and_, select, type_coerce

from bot.store.backups.backup_reading import TIMES, Cell, schema_of
from bot.store.database import migrate
from bot.store.database.engine import Connection
from bot.store.database.json_text import Json, JsonText
from bot.store.database.plain_text import allow_any_text
from bot.store.database.schema import metadata

OF_TABLES: Final = frozenset({"tables", "seats", "events"})
"""The database tables whose rows must all be sound, since a game cannot go on otherwise."""
WORTHLESS: Final = frozenset({"leases", "owed_answers", "standing_orders"})
"""The database tables whose rows are worthless as soon as any value is damaged."""
WORTHLESS_WITHOUT_JSON: Final = frozenset({"memos", "outbox"})
"""The database tables whose rows are worthless if their JSON is damaged."""
_AT_ONCE = 500
"""Rows that are fetched at once."""

Key = tuple[Json, ...]


class MendedRow(NamedTuple):
    """A row as a backup has it. Values are by column, in the order of the columns."""

    row: dict[str, Json] | None
    """The row; None if it is left out."""
    original: dict[str, Json] | None = None
    """The damaged row as it was found, as far as JSON can hold it; None for a sound row."""
    damaged: Collection[str] = ()
    """The columns whose values are damaged or refer to a missing row."""


def list_damage(connection: Connection) -> Iterator[str]:
    """Describe each damaged row, and what a backup does with it."""
    left_out: dict[str, set[Key]] = {}
    for stored in metadata.sorted_tables:
        keys = stored.primary_key.columns.keys()
        for found in read_mended_rows(connection, stored, left_out):
            if found.original is not None:
                key_text = ", ".join(f"{key} {found.original[key]}" for key in keys)
                fate = "leaves the row out" if found.row is None else "empties it"
                row_text = f"{stored.name} ({key_text}): {', '.join(found.damaged)}"
                yield f"{row_text} has a value that does not belong there; a backup {fate}"


def read_mended_rows(connection: Connection, stored: Table, left_out: dict[str, set[Key]]) -> Iterator[MendedRow]:
    """Read the rows of a database table in the order of their keys, and mend the damaged ones.

    `left_out` has, by table, the keys of the rows that were left out so far. The keys of this table's rows that are
    left out are added to `left_out`.
    """
    # JSON is copied as its stored text, so that a restored row has the same bytes.
    columns = [type_coerce(c, Text).label(c.name) if isinstance(c.type, JsonText) else c for c in stored.columns]
    query = select(*columns).order_by(*stored.primary_key.columns)
    with allow_any_text(connection):
        mender = _Mender(connection, stored, left_out)
        for row in connection.execution_options(stream_results=True, yield_per=_AT_ONCE).execute(query):
            yield mender.mend(row._asdict())


class _Mender:
    """Mends the rows of one database table."""

    def __init__(self, connection: Connection, stored: Table, left_out: dict[str, set[Key]]) -> None:
        cells = schema_of(migrate.read_revision(connection) or migrate.find_head())[stored.name]
        self._stored = stored
        self._cells = {column.name: cells[column.name] for column in stored.columns}
        self._keys = stored.primary_key.columns.keys()
        self._unique = {
            column.name
            for constraint in stored.constraints
            if isinstance(constraint, UniqueConstraint)
            for column in constraint.columns
        }
        self._left_out = left_out
        self._references = [
            (constraint.column_keys, constraint.referred_table, _find_orphans(connection, stored, constraint))
            for constraint in stored.foreign_key_constraints
        ]

    def mend(self, row: dict[str, Json]) -> MendedRow:
        """Mend a row, if it is damaged."""
        damaged = dict.fromkeys(name for name, cell in self._cells.items() if not _holds(cell, row[name]))
        for columns, parent, orphans in self._references:
            if self._refers_to_lost(row, columns, parent, orphans):
                damaged |= dict.fromkeys(columns)
        if not damaged:
            return MendedRow(row)
        lacks_json = self._stored.name in WORTHLESS_WITHOUT_JSON and any(self._cells[name].json for name in damaged)
        values = None if lacks_json or self._stored.name in WORTHLESS else self._empty_damaged(row, damaged)
        if values is None:
            self._left_out.setdefault(self._stored.name, set()).add(tuple(row[key] for key in self._keys))
        return MendedRow(values, {name: _to_json(value) for name, value in row.items()}, damaged)

    def _refers_to_lost(
        self, row: Mapping[str, Json], columns: Sequence[str], parent: Table, orphans: set[Key]
    ) -> bool:
        """True if a row refers to a row that is missing or left out, or to itself or a later row of its own table."""
        referred, key = tuple(row[name] for name in columns), tuple(row[name] for name in self._keys)
        if None in referred:
            return False
        if referred in self._left_out.get(parent.name, ()) or key in orphans:
            return True
        comparable = all(type(value) is int for value in referred + key)
        return parent is self._stored and not (comparable and referred < key)

    def _empty_damaged(self, row: Mapping[str, Json], damaged: Collection[str]) -> dict[str, Json] | None:
        """Return the row with its damaged values emptied, or None if it is worthless without them."""
        values = dict(row)
        referring = {name for columns, _, _ in self._references for name in columns}
        for name in damaged:
            cell = self._cells[name]
            if name in self._keys or (name in referring and not cell.nullable):
                return None
            values[name] = _empty(cell, name, row[name])
            if not cell.nullable and (name in self._unique or name.endswith("_id")):
                if "id" not in row:
                    return None
                values[name] = f"damaged {row['id']}" if cell.bounds is None else -int(row["id"])
        if self._stored.name in OF_TABLES:
            self._make_unreadable(values, row)
        return values

    def _make_unreadable(self, values: dict[str, Json], row: Mapping[str, Json]) -> None:
        original = json.dumps({"damaged": [_to_json(value) for value in row.values()]})
        for name, cell in self._cells.items():
            if cell.json:
                values[name] = json.dumps(original)  # a text where an object is wanted, so it is unreadable
        if "cause" in values:
            values["cause"] = None  # a mended `part` could make (cause, part) occur twice


def _empty(cell: Cell, column: str, value: Json) -> Json:
    """The emptiest value that a column may have. Of a damaged text, what is sound stays."""
    if cell.nullable:
        return None
    if cell.json:
        return "[]" if column == "aliases" else "{}"
    return _read_sound_text(value) if cell.bounds is None else 0


def _find_orphans(connection: Connection, stored: Table, constraint: ForeignKeyConstraint) -> set[Key]:
    """Find the keys of the rows that refer to a missing row."""
    parent = constraint.referred_table.alias()
    pairs = [(element.parent, parent.c[element.column.name]) for element in constraint.elements]
    query = (
        select(*stored.primary_key.columns)
        .outerjoin(parent, and_(*(own == referred for own, referred in pairs)))
        .where(*(own.is_not(None) for own, _ in pairs), pairs[0][1].is_(None))
    )
    return {tuple(row) for row in connection.execute(query)}


def _holds(cell: Cell, value: Json) -> bool:
    try:
        return cell.holds(value)
    except (ValueError, RecursionError):
        return False


def _read_sound_text(value: Json) -> str:
    """A damaged text, as far as it can be read."""
    raw = value if isinstance(value, bytes) else str(value).encode(errors="surrogateescape")
    return raw.decode(errors="replace").replace("\0", "")


def _to_json(value: Json) -> Json:
    """A value of a damaged row, in a form that JSON can hold."""
    if value is None or type(value) is int:
        return value
    return _read_sound_text(value)


assert TIMES[0] == 0, "a damaged time becomes 0"

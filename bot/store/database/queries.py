"""Short forms of queries and statements that many modules need."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, FromClause, Select, Table, func, insert, select

from bot.store.database.engine import find_insert
from bot.store.database.json_text import Json

T = TypeVar("T")


def find_one(connection: Connection, make: Callable[..., T], query: Executable) -> T | None:
    """Make a value from the columns of the row that a query finds; None if there is none."""
    row = connection.execute(query).one_or_none()
    return None if row is None else make(*row)


def list_all(connection: Connection, make: Callable[..., T], query: Executable) -> list[T]:
    """Make a value from the columns of each row that a query finds."""
    return [make(*row) for row in connection.execute(query)]


def list_rows(connection: Connection, query: Executable) -> list[dict[str, Json]]:
    """The rows that a query finds, each by the names or labels of its columns."""
    return [dict(row) for row in connection.execute(query).mappings()]


def has_row(connection: Connection, query: Select[Any]) -> bool:
    """True if a query finds anything."""
    return connection.execute(query.limit(1)).first() is not None


def count_rows(connection: Connection, table: FromClause, *wanted: ColumnElement[bool]) -> int:
    """The number of a table's rows that meet all conditions."""
    return connection.scalar(select(func.count()).select_from(table).where(*wanted)) or 0


def make_row(table: Table, record: object) -> dict[str, Json]:
    """A record as a row: each column has the field of its name, with or without the ending "_id".

    Columns without a field are left out, and so is `id`, which the database chooses.
    """
    return {
        column.name: getattr(record, field)
        for column in table.c
        for field in (column.name, column.name.removesuffix("_id"))
        if field != "id" and hasattr(record, field)
    }


def add_row(connection: Connection, table: Table, values: Mapping[str, Json]) -> int:
    """Write a new row, and return its id."""
    made: int = connection.execute(insert(table).values(values).returning(table.c.id)).scalar_one()
    return made


def put_row(connection: Connection, table: Table, key: Mapping[str, Json], values: Mapping[str, Json]) -> None:
    """Write a row, in place of an old one with the same key. Both are given by column."""
    connection.execute(_make_put(find_insert(connection), table, tuple(key), tuple(values)), {**key, **values})


@lru_cache(maxsize=64)
def _make_put(make_insert: Any, table: Table, key: Sequence[str], columns: Sequence[str]) -> Any:
    """Make the statement of `put_row`, once for each set of columns."""
    new = make_insert(table)
    return new.on_conflict_do_update(index_elements=key, set_={name: new.excluded[name] for name in columns})

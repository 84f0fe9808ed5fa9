"""Short forms of queries and statements that many modules need."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Select, Table

from bot.store.database.engine import find_insert
from bot.store.database.json_text import Json

T = TypeVar("T")


def find_one(connection: Connection, make: Callable[..., T], query: Executable) -> T | None:
    """Make a value from the columns of the row that a query finds; None if there is none."""
    row = connection.execute(query).one_or_none()
    return None if row is None else make(*row)


def has_row(connection: Connection, query: Select[Any]) -> bool:
    """True if a query finds anything."""
    return connection.execute(query.limit(1)).first() is not None


def put_row(connection: Connection, table: Table, key: Mapping[str, Json], values: Mapping[str, Json]) -> None:
    """Write a row, in place of an old one with the same key. Both are given by column."""
    new = find_insert(connection)(table).values({**key, **values})
    connection.execute(new.on_conflict_do_update(index_elements=list(key), set_=dict(values)))

"""Checks before stored JSON is replaced: a damaged text reads as empty, and nothing made of that may replace it."""

from sqlalchemy import Column, ColumnElement, Text, select, type_coerce

from bot.store.database.engine import Connection
from bot.store.database.errors import RowDamaged
from bot.store.database.json_text import Json, MendedJson


def is_sound(connection: Connection, column: Column[Json], *which: ColumnElement[bool]) -> bool:
    """True if no row of `which` has damaged JSON in a column."""
    kind = column.type
    assert isinstance(kind, MendedJson)
    stored = connection.execute(select(type_coerce(column, Text)).where(*which)).scalars()
    return all(kind.mend(text)[1] for text in stored)


def must_be_sound(connection: Connection, column: Column[Json], *which: ColumnElement[bool]) -> None:
    """Raise RowDamaged if a row of `which` has damaged JSON in a column."""
    if not is_sound(connection, column, *which):
        raise RowDamaged(f"{column} is damaged, and stays as it is")

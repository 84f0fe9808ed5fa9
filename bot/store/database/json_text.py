"""Columns of JSON, stored as text, so that both databases hold the same bytes."""

import json
import sys
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Column, ColumnElement, Connection, Dialect, Text, TypeDecorator, select, type_coerce

from bot.store.database.errors import RowDamaged

Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Json]
"""A JSON value, as `json.loads` returns it."""


class JsonText(TypeDecorator[Json]):
    """A JSON value as compact ASCII text; None is NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Json, dialect: Dialect) -> str | None:
        return None if value is None else json.dumps(value, separators=(",", ":"), allow_nan=False)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Json:
        return None if value is None else json.loads(value)


class MendedJson(JsonText):
    """JSON that reads as `empty` (a JSON text) if it is damaged, or has another type than `empty`.

    So one damaged row does not make a query for many rows fail. A backup replaces the damaged text, and names the row.
    """

    cache_ok = True

    def __init__(self, empty: str) -> None:
        super().__init__()
        self.empty = empty

    def process_result_value(self, value: object, dialect: Dialect) -> Json:
        if value is None:
            return None
        found, sound = self.mend(value)
        return found if sound else json.loads(self.empty)

    def mend(self, value: object) -> tuple[Json, bool]:
        """Parse a stored text. Return its value, and True if the value is sound: it must have the type of `empty`.

        A text that cannot be parsed gives None and False.
        """
        if not isinstance(value, str) or "\ufffd" in value:  # a blob, or a text that is not UTF-8
            return None, False
        try:
            found = json.loads(value)
        except (ValueError, RecursionError):
            return None, False
        empty = json.loads(self.empty)
        return found, empty is None or type(found) is type(empty)


class SharedJson(JsonText):
    """JSON for values that many tables have in common. Equal texts share one object, which must not be changed.

    A damaged text reads as None.
    """

    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> Json:
        return None if value is None else _parse_once(value)


@lru_cache(maxsize=512)
def _parse_once(text: str) -> Json:
    try:
        return json.loads(text, object_pairs_hook=intern_texts)
    except ValueError:
        return None


def intern_texts(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Build a JSON object from its pairs. Equal keys and texts, here and elsewhere, share one string."""
    return {sys.intern(name): sys.intern(value) if isinstance(value, str) else value for name, value in pairs}


def is_sound(connection: Connection, column: Column[Json], *conditions: ColumnElement[bool]) -> bool:
    """True if the JSON in a column is sound in all rows that match `conditions`.

    Damaged JSON reads as empty. A value that was computed from that empty value must not overwrite the damaged text.
    """
    column_type = column.type
    assert isinstance(column_type, MendedJson)
    stored = connection.scalars(select(type_coerce(column, Text)).where(*conditions))
    return all(column_type.mend(text)[1] for text in stored)


def must_be_sound(connection: Connection, column: Column[Json], *conditions: ColumnElement[bool]) -> None:
    """Raise RowDamaged if a row that matches `conditions` has damaged JSON in a column."""
    if not is_sound(connection, column, *conditions):
        raise RowDamaged(f"{column} is damaged, and stays as it is")

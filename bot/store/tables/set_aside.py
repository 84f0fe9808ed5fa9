"""Tables that cannot be read, because their rows or events are damaged. They are set aside; the other tables play on.

A note in the database has the time at which each table was set aside. So all processes and commands give the same
time.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import select

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import tables

_PREFIX: Final = "unreadable:"


class SetAsideTable(NamedTuple):
    """A table that cannot be read."""

    table: int
    game: str
    place: int
    """The table's channel or thread."""
    since: int
    """The time at which the table was first found unreadable (milliseconds)."""


def note(connection: Connection, table: int, at: int) -> SetAsideTable | None:
    """Note that a table cannot be read, unless that is noted already. Return the note; None if there is no table."""
    if key_values.get(connection, f"{_PREFIX}{table}") is None:
        key_values.put(connection, f"{_PREFIX}{table}", {"since": at}, at)
    return next((found for found in list_set_aside(connection) if found.table == table), None)


def keep_only(connection: Connection, unreadable: Collection[int]) -> None:
    """Drop the notes of tables that are not in `unreadable`, since they can be read again."""
    for noted in list_set_aside(connection):
        if noted.table not in unreadable:
            key_values.drop(connection, f"{_PREFIX}{noted.table}")


def list_set_aside(connection: Connection) -> list[SetAsideTable]:
    """The tables that are known to be unreadable, in the order of their numbers."""
    notes = key_values.get_numbered(connection, _PREFIX, dict)
    query = select(tables.c.id, tables.c.game, tables.c.place_id).where(tables.c.id.in_(notes)).order_by(tables.c.id)
    return [
        SetAsideTable(row.id, row.game, row.place_id, int(notes[row.id]["since"])) for row in connection.execute(query)
    ]

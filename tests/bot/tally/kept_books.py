"""Books that several tests begin with: entered once by each test process, and copied row by row into the next test's
database."""

import pickle
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from sqlalchemy import text

from bot.store import Connection
from bot.store.database.schema import metadata
from tests.bot.tally.crew import Crew

Rows: TypeAlias = dict[str, list[dict[str, Any]]]

_KEPT: Final[dict[tuple[str, str], bytes]] = {}
"""The rows, and what the crew's own parts remember, by the name of `enter` and the kind of database."""


async def enter_once(crew: Crew, enter: Callable[[Crew], Awaitable[None]]) -> None:
    """Bring a new crew's books to where `enter` leaves them. All these crews must have the same people."""
    key = enter.__qualname__, crew.store.engine.dialect.name
    if key not in _KEPT:
        await enter(crew)
        rows = await crew.read(_read_rows)
        _KEPT[key] = pickle.dumps((rows, crew.clock.now, crew.requests, crew.hands, crew.messenger.memory()))
        return
    rows, crew.clock.now, crew.requests, crew.hands, memory = pickle.loads(_KEPT[key])
    crew.messenger.remember(memory)
    await crew.write(_write_rows, rows)


def _read_rows(connection: Connection) -> Rows:
    return {
        table.name: [dict(row) for row in connection.execute(table.select()).mappings()]
        for table in metadata.sorted_tables
    }


def _write_rows(connection: Connection, rows: Rows) -> None:
    """Replace all rows, and on PostgreSQL let new rows be numbered after them."""
    for table in reversed(metadata.sorted_tables):
        connection.execute(table.delete())
    for table in metadata.sorted_tables:
        if not rows[table.name]:
            continue
        connection.execute(table.insert(), rows[table.name])
        key = table.autoincrement_column
        if connection.dialect.name == "postgresql" and key is not None:
            sequence = f"pg_get_serial_sequence('{table.name}', '{key.name}')"
            connection.execute(text(f"SELECT setval({sequence}, max({key.name})) FROM {table.name}"))

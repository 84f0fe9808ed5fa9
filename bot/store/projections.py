"""Which message shows what of a table, and up to which event: what a restart needs to show each thing once.

A message is behind while the table's sequence is above the one it shows; so a commit has nothing to mark.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, delete, insert, select, update

from bot.store.engine import Connection
from bot.store.schema import projections, tables

__all__ = ["MADE", "Projection", "behind", "forget", "made", "of_table", "one", "put"]

MADE = "made"
"""In the data of a row: stands for all that its message was made from, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Projection:
    """`what` is "board", "log", "rack:<seat>" ...; `state` is "live", or "stopped" when it must not be tried.

    `message` None is still to be sent; `digest` tells two views apart without keeping either. Times are milliseconds.
    """

    table: int
    what: str
    shown_sequence: int
    updated_at: int
    user_id: int | None = None
    channel: int | None = None
    message: int | None = None
    digest: str | None = None
    state: str = "live"
    data: Mapping[str, Any] = field(default_factory=dict)
    sent_at: int | None = None


_COLUMNS: tuple[Any, ...] = (
    projections.c.table_id,
    projections.c.what,
    projections.c.shown_sequence,
    projections.c.updated_at,
    projections.c.user_id,
    projections.c.channel_id,
    projections.c.message_id,
    projections.c.shown_digest,
    projections.c.state,
    projections.c.data,
    projections.c.sent_at,
)


def put(connection: Connection, shown: Projection) -> None:
    """Write what a message shows now, in place of the row that its table and `what` had."""
    values = {
        "shown_sequence": shown.shown_sequence,
        "updated_at": shown.updated_at,
        "user_id": shown.user_id,
        "channel_id": shown.channel,
        "message_id": shown.message,
        "shown_digest": shown.digest,
        "state": shown.state,
        "data": dict(shown.data),
        "sent_at": shown.sent_at,
    }
    where = (projections.c.table_id == shown.table) & (projections.c.what == shown.what)
    if connection.execute(update(projections).where(where).values(values)).rowcount == 0:
        connection.execute(insert(projections).values(table_id=shown.table, what=shown.what, **values))


def _where(connection: Connection, *wanted: ColumnElement[bool]) -> list[Projection]:
    rows = connection.execute(select(*_COLUMNS).where(*wanted).order_by(projections.c.table_id, projections.c.what))
    return [Projection(*row) for row in rows]


def one(connection: Connection, table: int, what: str) -> Projection | None:
    """The row of one message, or None."""
    found = _where(connection, projections.c.table_id == table, projections.c.what == what)
    return found[0] if found else None


def of_table(connection: Connection, table: int) -> list[Projection]:
    """Every message of a table."""
    return _where(connection, projections.c.table_id == table)


def made(connection: Connection, ours: Callable[[int], bool]) -> dict[int, dict[str, bytes]]:
    """Open table -> message -> what stands for all that the message was made from, as far as it was sent and nothing
    is left to do for it; of the tables in servers that are `ours`, by their ids."""
    still_open = tables.c.status != "closed"
    sent = projections.c.message_id.is_not(None) & (projections.c.state == "live")
    query = select(tables.c.guild_id, projections.c.table_id, projections.c.what, projections.c.data)
    found: dict[int, dict[str, bytes]] = {}
    for guild, table, what, data in connection.execute(query.join(tables).where(still_open, sent)):
        if ours(guild) and data.get(MADE) and "old" not in data:
            found.setdefault(table, {})[what] = bytes.fromhex(data[MADE])
    return found


def behind(connection: Connection, ours: Callable[[int], bool]) -> list[Projection]:
    """Every message of a closed table that is still to be sent, or shows less than its table's last event, and may be
    tried; of the tables in servers that are `ours`, by their ids."""
    rows = connection.execute(
        select(tables.c.guild_id, *_COLUMNS)
        .join(tables, tables.c.id == projections.c.table_id)
        .where(
            tables.c.status == "closed",
            projections.c.state == "live",
            (tables.c.sequence > projections.c.shown_sequence) | projections.c.message_id.is_(None),
        )
        .order_by(projections.c.table_id, projections.c.what)
    )
    return [Projection(*row) for guild, *row in rows if ours(guild)]


def forget(connection: Connection, table: int, what: str) -> None:
    """Remove the row of a message that is not to be shown any more."""
    connection.execute(delete(projections).where(projections.c.table_id == table, projections.c.what == what))

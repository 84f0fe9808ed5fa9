"""The messages of tables, each with the event that it shows: all that a restart needs to send nothing twice.

A message is behind while its table's sequence is above the one that it shows, so that a commit has nothing to mark.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import ColumnElement, insert, select, update

from bot.store.engine import Connection
from bot.store.message_data import MessageData
from bot.store.message_keys import MessageKey
from bot.store.schema import projections, tables

__all__ = [
    "LIVE", "POSTING", "STOPPED", "Projection", "behind", "given_up", "input_hashes", "of_table", "one", "put",
    "show_again",
]  # fmt: skip

LIVE = "live"
POSTING = "posting"
"""The state of a message whose posting was begun: it is looked for before it is posted again."""
STOPPED = "stopped"
"""The state of a message that must not be tried, because the bot may not write there."""


@dataclass(frozen=True, slots=True)
class Projection:
    """The row of one message. Times are in milliseconds."""

    table: int
    key: MessageKey
    shown_sequence: int
    """The last event that the message shows."""
    updated_at: int
    user_id: int | None = None
    """The user whose own message it is."""
    channel: int | None = None
    message: int | None = None
    """The message's id in Discord; None while it is still to be sent."""
    content_digest: str | None = None
    """The digest of the message's content, which itself is not stored."""
    state: str = LIVE
    data: MessageData = field(default_factory=MessageData)
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


def _projection(row: Sequence[Any]) -> Projection:
    table, key, sequence, updated_at, user, channel, message, digest, state, data, sent_at = row
    notes = MessageData.from_json(data)
    return Projection(
        table, MessageKey.parse(key), sequence, updated_at, user, channel, message, digest, state, notes, sent_at
    )


def put(connection: Connection, shown: Projection) -> None:
    """Write the row of a message, in place of the one that it had."""
    values = {
        "shown_sequence": shown.shown_sequence,
        "updated_at": shown.updated_at,
        "user_id": shown.user_id,
        "channel_id": shown.channel,
        "message_id": shown.message,
        "shown_digest": shown.content_digest,
        "state": shown.state,
        "data": shown.data.to_json(),
        "sent_at": shown.sent_at,
    }
    if connection.execute(update(projections).where(_is(shown.table, shown.key)).values(values)).rowcount == 0:
        connection.execute(insert(projections).values(table_id=shown.table, what=str(shown.key), **values))


def _is(table: int, key: MessageKey) -> ColumnElement[bool]:
    return (projections.c.table_id == table) & (projections.c.what == str(key))


def _where(connection: Connection, wanted: ColumnElement[bool]) -> list[Projection]:
    rows = connection.execute(select(*_COLUMNS).where(wanted).order_by(projections.c.table_id, projections.c.what))
    return [_projection(row) for row in rows]


def one(connection: Connection, table: int, key: MessageKey) -> Projection | None:
    """The row of one message, or None."""
    found = _where(connection, _is(table, key))
    return found[0] if found else None


def of_table(connection: Connection, table: int) -> list[Projection]:
    """The rows of all messages of a table."""
    return _where(connection, projections.c.table_id == table)


def input_hashes(connection: Connection, ours: Callable[[int], bool]) -> dict[int, dict[MessageKey, bytes]]:
    """By open table and message, the hash of the inputs that the message was made from.

    Messages that are not sent, or have a former posting to be deleted, are left out. `ours` chooses servers by id.
    """
    still_open = tables.c.status != "closed"
    sent = projections.c.message_id.is_not(None) & (projections.c.state == LIVE)
    query = select(tables.c.guild_id, projections.c.table_id, projections.c.what, projections.c.data)
    found: dict[int, dict[MessageKey, bytes]] = {}
    for guild, table, key, stored in connection.execute(query.join(tables).where(still_open, sent)):
        data = MessageData.from_json(stored)
        if ours(guild) and data.input_hash and data.replaced is None:
            found.setdefault(table, {})[MessageKey.parse(key)] = data.input_hash
    return found


def behind(connection: Connection, ours: Callable[[int], bool]) -> list[Projection]:
    """The messages whose posting was begun, and those of closed tables that are to be sent, or do not show the last
    event, and may be tried.

    `ours` chooses servers by id.
    """
    lagging = (tables.c.sequence > projections.c.shown_sequence) | projections.c.message_id.is_(None)
    last = (tables.c.status == "closed") & (projections.c.state == LIVE) & lagging
    rows = connection.execute(
        select(tables.c.guild_id, *_COLUMNS)
        .join(tables, tables.c.id == projections.c.table_id)
        .where(last | (projections.c.state == POSTING))
        .order_by(projections.c.table_id, projections.c.what)
    )
    return [_projection(row) for guild, *row in rows if ours(guild)]


def given_up(connection: Connection, guild: int | None = None) -> list[tuple[int, Projection]]:
    """The messages of servers (or of one) that are not tried any more, each with its server's id."""
    where = (projections.c.state == STOPPED) & projections.c.channel_id.is_not(None)
    if guild is not None:
        where &= tables.c.guild_id == guild
    rows = connection.execute(
        select(tables.c.guild_id, *_COLUMNS).join(tables, tables.c.id == projections.c.table_id).where(where)
    )
    return [(server, _projection(row)) for server, *row in rows]


def show_again(connection: Connection, table: int, channels: Collection[int] | None = None) -> list[Projection]:
    """Let the messages of a table be tried again that were given up, in these channels or in all; returns them.

    Their former postings are kept in mind, so that they are replaced, and no nonce is used again.
    """
    given_up = [row for row in of_table(connection, table) if row.state == STOPPED and row.channel is not None]
    tried = [row for row in given_up if channels is None or row.channel in channels]
    for row in tried:
        put(connection, replace(row, state=POSTING if row.data.posting else LIVE, content_digest=None))
    return tried

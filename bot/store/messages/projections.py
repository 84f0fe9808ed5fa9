"""The rows of tables' messages, each with the event that it shows. A restart reads them, and posts nothing twice.

A commit changes no row here, and most edits change none (`bot.delivery.message_rows`). The messages of a table may be
out of date if the table's sequence is above its `settled_sequence` (`bot.store.tables.upkeep`). A single message is out
of date if the hash of its inputs differs from the hash in its row.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Row, bindparam, select

from bot.store.database.engine import Connection
from bot.store.database.queries import put_row
from bot.store.database.schema import projections, tables
from bot.store.messages.message_data import MessageData, ReplacedPosting
from bot.store.messages.message_keys import MessageKey, MessageKind
from bot.store.tables import upkeep
from games.core.seats import Seat

LIVE = "live"
INSTEAD = "instead"
"""The state of a message that stands instead of one that Discord refused: in words, or as a line in the channel. The
refused one is tried again."""
HELD_BACK = "stopped"
"""The state of a message that is held back: Discord does not take it at present, and it is tried again."""


@dataclass(frozen=True, slots=True)
class Projection:
    """The row of one message. Times are in milliseconds."""

    table: int
    key: MessageKey
    shown_sequence: int
    """The last event that the message shows."""
    updated_at: int
    user_id: int | None = None
    """The user for whom the message is; None for a public message."""
    channel: int | None = None
    message: int | None = None
    """The message's id in Discord; None while it is not posted."""
    content_digest: str | None = None
    """The digest of the message's content; None if Discord may show other content. The content itself is not stored."""
    state: str = LIVE
    data: MessageData = field(default_factory=MessageData)
    sent_at: int | None = None

    @property
    def made_from(self) -> bytes:
        """The hash of the inputs that the message was made from; b"" if it is not posted, or if its earlier posting is
        still to be deleted."""
        is_posted = self.message is not None and self.state == LIVE and self.data.replaced is None
        return self.data.input_hash if is_posted else b""

    def as_replaced(self, guild: int = 0, by: int = 0) -> ReplacedPosting | None:
        """Describe this posting so that it is deleted once the message `by` replaces it.

        Return None if there is nothing to delete: the message is not posted, or it is the message `by` itself.
        """
        if self.channel is None or self.message is None or self.message == by:
            return None
        return ReplacedPosting(self.channel, guild, self.message)


def _read(row: Row[Any]) -> Projection:
    return Projection(
        row.table_id,
        MessageKey.parse(row.what),
        row.shown_sequence,
        row.updated_at,
        row.user_id,
        row.channel_id,
        row.message_id,
        row.shown_digest,
        row.state,
        MessageData.from_json(row.data),
        row.sent_at,
    )


_ORDERED = select(projections).order_by(projections.c.table_id, projections.c.what)
_SELECT_OF_TABLE = _ORDERED.where(projections.c.table_id == bindparam("of_table"))
_SELECT_ONE = _SELECT_OF_TABLE.where(projections.c.what == bindparam("of_key"))
# The statements above are built once, since SQLAlchemy takes longer to build a statement than SQLite to run it.


def put(connection: Connection, shown: Projection, before: Projection | None = None) -> Projection:
    """Write the row of a message in place of its old row, and return the row as written.

    `before` is the row that the new one was made from. If the player has hidden or shown their hand since then, that
    stays, and the message will be made again.
    """
    is_hand = before is not None and shown.key.kind is MessageKind.HAND
    stored = find(connection, shown.table, shown.key) if is_hand else None
    if before is not None and stored is not None and stored.data.hidden != before.data.hidden:
        shown = replace(shown, data=replace(shown.data, hidden=stored.data.hidden, input_hash=b""))
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
    put_row(connection, projections, {"table_id": shown.table, "what": str(shown.key)}, values)
    return shown


def put_unless_changed(connection: Connection, changes: Sequence[tuple[Projection, Projection]]) -> list[Projection]:
    """Write new rows, each only if the stored row is still the expected one. Returns the rows that were not written.

    `changes` has pairs of a new and an expected row.
    """
    missed = []
    for row, expected in changes:
        if find(connection, row.table, row.key) == expected:
            put(connection, row)
        else:
            missed.append(row)
    return missed


def find(connection: Connection, table: int, key: MessageKey) -> Projection | None:
    """The row of one message, or None."""
    row = connection.execute(_SELECT_ONE, {"of_table": table, "of_key": str(key)}).one_or_none()
    return None if row is None else _read(row)


def is_hidden(connection: Connection, table: int, seat: Seat) -> bool:
    """True while the player of a seat hides their hand."""
    post = find(connection, table, MessageKey(MessageKind.HAND, seat))
    return post is not None and post.data.hidden


def list_of_table(connection: Connection, table: int) -> list[Projection]:
    """The rows of all messages of a table."""
    return [_read(row) for row in connection.execute(_SELECT_OF_TABLE, {"of_table": table})]


def list_held_back(connection: Connection, guild: int | None = None) -> list[tuple[int, Projection]]:
    """The messages that Discord refuses in one server or (None) in all, each with its server's id: those that are held
    back, and those with another message in their place. Their notes say why, since when, and when the next try is."""
    held_back = projections.c.state.in_((HELD_BACK, INSTEAD)) & projections.c.channel_id.is_not(None)
    if guild is not None:
        held_back &= tables.c.guild_id == guild
    rows = connection.execute(select(tables.c.guild_id, projections).join_from(projections, tables).where(held_back))
    return [(row.guild_id, _read(row)) for row in rows]


def retry_held_back(connection: Connection, table: int, channels: Collection[int] | None = None) -> list[Projection]:
    """Let held back messages of a table be tried again, in these channels or (None) in all. Returns them.

    Their rows keep the earlier postings, which the new ones replace. They also keep the count of postings, so that no
    nonce is repeated.
    """
    held_back = [row for row in list_of_table(connection, table) if row.state == HELD_BACK and row.channel is not None]
    retried = [row for row in held_back if channels is None or row.channel in channels]
    for row in retried:
        put(connection, replace(row, state=upkeep.POSTING if row.data.posting else LIVE, content_digest=None))
    if retried:
        upkeep.unsettle(connection, table)
    return retried


def hide_hand(connection: Connection, table: int, seat: Seat, hidden: bool) -> None:
    """Hide or show the hand in a seat's private message. The message is edited when its worker is next woken."""
    row = find(connection, table, MessageKey(MessageKind.HAND, seat))
    if row is not None:
        put(connection, replace(row, data=replace(row.data, hidden=hidden, input_hash=b"")))
        upkeep.unsettle(connection, table)

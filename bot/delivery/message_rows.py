"""The rows of messages: read once, and kept in memory while this process serves their tables.

Before a message is edited, its row is stored without a digest, since nobody knows until Discord's answer which content
the message shows. The digest of each edit is kept only in memory. It is stored when the table is put away, with the
hash of the message's inputs. So even if a message is edited with every move, its row is written only twice: before the
first edit, and when the table is put away. After a crash, a message without a digest is edited once more.
"""

from collections.abc import Mapping
from dataclasses import replace

from msgspec import Struct, field

from bot.ports import Locks
from bot.store import MessageKey, Projection, Store
from bot.store.messages import projections
from bot.store.messages.message_keys import LOG


class _Kept(Struct):
    row: Projection
    stored: Projection
    """The row in the database. It may lack the digest of the last edit, which `row` has."""


Rows = dict[MessageKey, _Kept]


class MessageRows(Struct, frozen=True):
    """Reads and writes the rows of messages.

    Code that changes a row without this class calls `outdate` after its write.
    """

    store: Store
    _kept: dict[int, Rows] = field(default_factory=dict)
    _outdated: set[int] = field(default_factory=set)
    """The tables whose rows somebody else may have changed."""
    _locks: Locks = field(default_factory=Locks)
    """Held while the rows of a table are read, since the messages of a table share the query."""

    async def read(self, table: int, key: MessageKey) -> Projection | None:
        """The row of a message, with everything that was written before this call; None if it has no row.

        Raises StoreUnavailable.
        """
        async with self._locks.of(table):
            rows = self._find(table)
            if rows is None:
                rows = await self._read(table)
        return rows[key].row if key in rows else None

    async def put(self, row: Projection, before: Projection | None = None) -> None:
        """Write a row, unless that can wait until the table is put away.

        `before` is the row from which the new one was made. What a player has chosen since then is kept. Raises
        StoreUnavailable.
        """
        rows = self._find(row.table)
        kept = None if rows is None else rows.get(row.key)
        if kept is not None and _can_wait(kept.stored, row):
            kept.row = row
            return
        written = None
        try:
            written = await self.store.write(projections.put, row, before)
        finally:
            if written is not None and rows is not None and self._find(row.table) is rows:
                rows[row.key] = _Kept(written, written)
            else:  # somebody else may have changed the row meanwhile, or it was written although the write failed
                self.outdate(row.table)

    async def save(self, tables: Mapping[int, Mapping[MessageKey, bytes]]) -> None:
        """Write what the messages of these tables show, with the hashes of their inputs. Raises StoreUnavailable."""
        behind = [
            (kept, row)
            for table, hashes in tables.items()
            for key, kept in self._kept.get(table, {}).items()
            if (row := _add_hash(kept.row, hashes.get(key, b""))) != kept.stored
        ]
        if not behind:
            return
        changes = [(row, kept.stored) for kept, row in behind]
        for kept, row in behind:  # before the write, so an edit that begins during it is stored without a digest
            kept.row = kept.stored = row
        not_written = [row for _, row in behind]
        try:
            not_written = await self.store.write(projections.put_unless_changed, changes)
        finally:
            for row in not_written:
                self.outdate(row.table)

    def outdate(self, table: int) -> None:
        """Compare the rows of a table with the database at the next read, since somebody else may have changed them."""
        self._outdated.add(table)

    def forget(self, table: int) -> None:
        """Drop the rows of a table from memory."""
        self._kept.pop(table, None)
        self._outdated.discard(table)

    def _find(self, table: int) -> Rows | None:
        return None if table in self._outdated else self._kept.get(table)

    async def _read(self, table: int) -> Rows:
        kept = self._kept.pop(table, {})
        self._outdated.discard(table)  # whoever changes a row during the query outdates the rows again
        try:
            found = await self.store.read(projections.list_of_table, table)
        except BaseException:
            self._kept[table] = kept
            self.outdate(table)
            raise
        self._kept[table] = {
            row.key: kept[row.key] if row.key in kept and kept[row.key].stored == row else _Kept(row, row)
            for row in found
        }
        return self._kept[table]


def _add_hash(row: Projection, input_hash: bytes) -> Projection:
    """The row of a message with the hash of its inputs, if the digest says what Discord shows."""
    if row.content_digest is None or row.message is None:
        return row
    return replace(row, data=replace(row.data, input_hash=input_hash))


def _can_wait(stored: Projection, row: Projection) -> bool:
    """True if a new row can be stored later: the stored row has no digest, and the new one differs only in its digest,
    its time and the event that it shows. The row of the log must say at once which events it shows."""
    if stored.content_digest is not None:
        return False
    shown = row.shown_sequence if row.key == LOG else stored.shown_sequence
    return stored == replace(row, content_digest=None, shown_sequence=shown, updated_at=stored.updated_at)

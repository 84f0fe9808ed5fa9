"""The rows of messages: read once, and kept in memory while this process serves their tables."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.store.database.errors import StoreUnavailable, WriterStopped
from bot.store.messages import projections
from bot.store.messages.message_keys import MessageKey
from bot.store.messages.projections import Projection
from bot.store.store import Store

log = logging.getLogger(__name__)

Rows = dict[MessageKey, Projection]

NOTE_SECONDS: Final = 1.0
"""The longest time until a note is written, while the database is available."""


class MessageRows:
    """Reads and writes the rows of messages.

    Code that changes a row without this class calls `forget` after its write.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[int, Rows] = {}
        self._asked: dict[int, asyncio.Task[Rows]] = {}
        """By table, the query under way. The messages of a table share it."""
        self._noted: dict[tuple[int, MessageKey], Projection] = {}
        """The rows that are still to be written."""
        self._writing: asyncio.Task[None] | None = None

    async def read(self, table: int, key: MessageKey) -> Projection | None:
        """The row of a message with everything that was written or noted before this call; None without a row.

        Raises StoreUnavailable.
        """
        rows = self._kept.get(table)
        if rows is None:
            if table not in self._asked:
                task = self._asked[table] = asyncio.create_task(self._read(table), name=f"rows-{table}")
                task.add_done_callback(_retrieve_error)
            rows = await asyncio.shield(self._asked[table])
        return rows.get(key)

    async def put(self, row: Projection) -> None:
        """Write a row. Raises StoreUnavailable."""
        kept = self._kept.get(row.table)
        self._noted.pop((row.table, row.key), None)
        await self._store.write(projections.put, row)
        if kept is not None and self._kept.get(row.table) is kept:
            kept[row.key] = row
        else:  # somebody else may have changed the row meanwhile
            self.forget(row.table)

    def note(self, before: Projection, row: Projection) -> None:
        """Keep in mind what an edit shows, and write it together with other notes.

        `before` is the row that the edit was made from. If somebody has changed it meanwhile, their change stays. If
        the process is killed before a note is written, the next one repeats the edit.
        """
        kept = self._kept.get(row.table)
        if kept is not None and kept.get(row.key) is before:
            kept[row.key] = row
        else:
            self.forget(row.table)
        self._noted[row.table, row.key] = row
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_soon(), name="notes-on-messages")

    def forget(self, table: int) -> None:
        """Read the rows of a table from the database the next time."""
        self._kept.pop(table, None)
        self._asked.pop(table, None)

    async def write_notes(self) -> None:
        """Write every note now. Raises StoreUnavailable and keeps the notes."""
        noted, self._noted = self._noted, {}
        if not noted:
            return
        try:
            await self._store.write(projections.note, tuple(noted.values()))
        except StoreUnavailable:
            self._noted = noted | self._noted
            raise

    async def stop(self) -> None:
        """Write every note, for the last time. Raises StoreUnavailable."""
        self.drop()
        await self.write_notes()

    def drop(self) -> None:
        """Write no more notes, as after a crash."""
        if self._writing is not None:
            self._writing.cancel()

    async def _write_soon(self) -> None:
        try:
            while self._noted:
                await asyncio.sleep(NOTE_SECONDS)
                try:
                    await self.write_notes()
                except StoreUnavailable:
                    continue
        except WriterStopped:
            return
        except Exception:
            log.exception("what some messages show could not be noted; they may be edited once more than needed")
        finally:
            self._writing = None

    async def _read(self, table: int) -> Rows:
        latest = False
        try:
            rows = {row.key: row for row in await self._store.read(projections.of_table, table)}
        finally:
            if latest := self._asked.get(table) is asyncio.current_task():
                del self._asked[table]
        if latest:
            self._kept[table] = rows
        return rows


def _retrieve_error(task: asyncio.Task[Rows]) -> None:
    """Keep asyncio from logging an error that nobody awaits. Callers that await the task still get the error."""
    if not task.cancelled():
        task.exception()

"""The rows of messages: read once, and kept in memory while this process serves their tables."""

from __future__ import annotations

import asyncio

from bot.store.messages import projections
from bot.store.messages.message_keys import MessageKey
from bot.store.messages.projections import Projection
from bot.store.store import Store

Rows = dict[MessageKey, Projection]


class MessageRows:
    """Reads and writes the rows of messages.

    Code that changes a row without this class calls `forget` after its write.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[int, Rows] = {}
        self._asked: dict[int, asyncio.Task[Rows]] = {}
        """By table, the query under way. The messages of a table share it."""

    async def read(self, table: int, key: MessageKey) -> Projection | None:
        """The row of a message, with everything that was written before this call; None without a row.

        Raises StoreUnavailable.
        """
        rows = self._kept.get(table)
        if rows is None:
            if table not in self._asked:
                task = self._asked[table] = asyncio.create_task(self._read(table), name=f"rows-{table}")
                task.add_done_callback(_retrieve_error)
            rows = await asyncio.shield(self._asked[table])
        return rows.get(key)

    async def put(self, row: Projection, before: Projection | None = None) -> None:
        """Write a row. Keeps what a player has chosen since `before`, the row that it was made from.

        Raises StoreUnavailable.
        """
        kept = self._kept.get(row.table)
        try:
            written = await self._store.write(projections.put, row, before)
        except BaseException:  # the row may have been written all the same
            self.forget(row.table)
            raise
        if kept is not None and self._kept.get(row.table) is kept:
            kept[row.key] = written
        else:  # somebody else may have changed the row meanwhile
            self.forget(row.table)

    def forget(self, table: int) -> None:
        """Read the rows of a table from the database the next time."""
        self._kept.pop(table, None)
        self._asked.pop(table, None)

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
    """Keep asyncio from reporting a task's error if nobody awaits the task. Those who await it still get the error."""
    if not task.cancelled():
        task.exception()

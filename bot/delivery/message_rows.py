"""The rows of messages: read once, and kept in memory while this process serves their tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from bot.store.database.engine import Connection
from bot.store.messages import projections
from bot.store.messages.message_keys import MessageKey
from bot.store.messages.projections import Projection
from bot.store.store import Store

P = ParamSpec("P")

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

    async def put(self, row: Projection) -> None:
        """Write a row. Raises StoreUnavailable."""
        await self._write(row.table, projections.put, row)

    async def put_edit(self, before: Projection, row: Projection) -> None:
        """Write the row of a message that was edited; `before` is the row that the edit was made from.

        Keeps what a player has chosen about the message meanwhile. Raises StoreUnavailable.
        """
        await self._write(row.table, projections.put_edit, before, row)

    def forget(self, table: int) -> None:
        """Read the rows of a table from the database the next time."""
        self._kept.pop(table, None)
        self._asked.pop(table, None)

    async def _write(
        self, table: int, write: Callable[Concatenate[Connection, P], Projection], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        kept = self._kept.get(table)
        row = await self._store.write(write, *args, **kwargs)
        if kept is not None and self._kept.get(table) is kept:
            kept[row.key] = row
        else:  # somebody else may have changed the row meanwhile
            self.forget(table)

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

"""Reads of the rows of messages. A move wakes most messages of its table at once; one query reads all their rows."""

from __future__ import annotations

import asyncio

from bot.store.messages import projections
from bot.store.messages.message_keys import MessageKey
from bot.store.messages.projections import Projection
from bot.store.store import Store

Rows = dict[MessageKey, Projection]


class MessageRows:
    """Reads rows. Reads for one table in the same turn of the event loop share a query."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: dict[int, asyncio.Task[Rows]] = {}
        """By table, the query that was asked for and has not begun."""

    async def read(self, table: int, key: MessageKey) -> Projection | None:
        """Read the row of a message with all that was written before this call; None without a row.

        Raises StoreUnavailable.
        """
        if table not in self._asked:
            task = self._asked[table] = asyncio.create_task(self._read(table), name=f"rows-{table}")
            task.add_done_callback(_retrieve_error)
        return (await asyncio.shield(self._asked[table])).get(key)

    async def _read(self, table: int) -> Rows:
        del self._asked[table]  # a later reader needs a new query: this one may miss what they wrote
        return {row.key: row for row in await self._store.read(projections.of_table, table)}


def _retrieve_error(task: asyncio.Task[Rows]) -> None:
    """Keep asyncio from reporting a task's error if nobody awaits the task. Those who await it still get the error."""
    if not task.cancelled():
        task.exception()

"""Reads the rows of messages. A move wakes most messages of its table at once, and one query reads all their rows."""

from __future__ import annotations

import asyncio

from bot.store.messages import projections
from bot.store.messages.message_keys import MessageKey
from bot.store.messages.projections import Projection
from bot.store.store import Store

Rows = dict[MessageKey, Projection]


class MessageRows:
    """Reads rows. Reads for one table share a query if they begin in the same iteration of the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: dict[int, asyncio.Task[Rows]] = {}
        """By table, the query that has not begun yet."""

    async def read(self, table: int, key: MessageKey) -> Projection | None:
        """Read the row of a message, with all changes that were written before this call; None if there is no row.

        Raises StoreUnavailable.
        """
        if table not in self._asked:
            task = self._asked[table] = asyncio.create_task(self._read(table), name=f"rows-{table}")
            task.add_done_callback(_retrieve_error)
        return (await asyncio.shield(self._asked[table])).get(key)

    async def _read(self, table: int) -> Rows:
        del self._asked[table]  # later reads need a new query, since this one may miss later writes
        return {row.key: row for row in await self._store.read(projections.of_table, table)}


def _retrieve_error(task: asyncio.Task[Rows]) -> None:
    """Keep asyncio from logging an error that nobody awaits. Callers that await the task still get the error."""
    if not task.cancelled():
        task.exception()

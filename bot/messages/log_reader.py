"""Reads a table's events as log lines, and remembers the lines that the next page may need."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot.messages import log
from bot.store import events as stored_events
from bot.store.store import Store
from bot.store.tables import Status
from bot.tables.entries import entries
from bot.tables.table import Table
from games.core.secret import unnoticed

_RECENT_EVENTS: Final = 12
"""The number of public events to scan for the last log lines."""


@dataclass(slots=True)
class LogReader:
    """The log lines of the tables in memory. Each event is put into words only once."""

    store: Store
    _known: dict[int, log.LogLines] = field(default_factory=dict)

    async def since(self, table: Table, after: int) -> log.LogLines:
        """The lines of the events after event `after`."""
        known = self._known.get(table.id)
        if known is None or not known.after <= after <= known.until:
            known = log.LogLines(after, after, ())
        stored = await self.store.read(stored_events.read, table.id, known.until, table.sequence)
        lines = log.more(table, known, after, entries(stored))
        if table.status == Status.CLOSED:
            self._known.pop(table.id, None)
        else:
            self._known[table.id] = lines
        return lines

    def forget(self, table: int) -> None:
        """Forget the lines of a table that is dropped from memory."""
        self._known.pop(table, None)

    async def recent(self, table: Table) -> tuple[str, ...]:
        """The last few lines. Secret events do not shorten them."""
        most = _RECENT_EVENTS
        while table.playing:
            stored = entries(await self.store.read(stored_events.last, table.id, most))
            public = [entry for entry in stored if not unnoticed(entry.event)]
            if len(public) >= _RECENT_EVENTS or len(stored) < most:
                upto_now = [entry for entry in public if entry.sequence <= table.sequence]
                return log.recent(table, upto_now[-_RECENT_EVENTS:])
            most *= 2
        return ()

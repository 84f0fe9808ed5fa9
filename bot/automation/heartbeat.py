"""The heartbeat of this process, so that table clocks do not count the time when it or its database was down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from bot.ports.clock import Clock
from bot.store import heartbeats
from bot.store import tables as stored_tables
from bot.store.errors import StoreUnavailable
from bot.store.store import Store
from bot.store.tables import Status
from bot.tables.changes import Change, Decision
from bot.tables.events import GivenBack
from bot.tables.pacing import TableSettings
from bot.tables.service import TableService


@dataclass(slots=True)
class Heartbeat:
    """Regularly records that this process is running, and gives its tables the time of an outage back."""

    store: Store
    clock: Clock
    settings: TableSettings
    tables: TableService
    wake_held: Callable[[], None]
    """Wakes the tables that could not act while the database was away."""
    _missed: bool = False
    """True if the last heartbeat could not be written."""

    async def run(self) -> None:
        """Record heartbeats until cancelled."""
        while True:
            await asyncio.sleep(self.settings.heartbeat / 1000)
            await self.beat()

    async def beat(self) -> None:
        """Record that this process is running. After a database outage, first give the clocks the lost time back."""
        try:
            if self._missed:
                await self.give_back()
            else:
                await self.note()
        except StoreUnavailable:
            self._missed = True
            return
        self._missed = False
        self.wake_held()

    async def give_back(self) -> None:
        """Give the live tables the time back since their server was last served, and record that it is served now."""
        seen = await self.store.read(heartbeats.last_seen)
        now = self.clock()
        for row in await self.store.read(stored_tables.open_tables, self.settings.share.has):
            since = heartbeats.last_seen_for(seen, row.guild)
            if row.status == Status.LIVE and since is not None and now - since > self.settings.outage:
                await self.tables.change(row.id, f"away:{since}", now, _decide_to_give_back(now - since))
        await self.store.write(heartbeats.note, self.settings.share, now)

    async def note(self) -> None:
        """Record that this process is running now."""
        await self.store.write(heartbeats.note, self.settings.share, self.clock())


def _decide_to_give_back(milliseconds: int) -> Decision:
    return lambda table: Change((GivenBack(milliseconds),))

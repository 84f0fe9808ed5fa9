"""Outages: times when no process served a table. The table's clocks do not count these times.

When a process starts, it stores the outage before its start, once for all tables. When a table is next used, the lost
time is given back to it before anything is decided. The lost time begins at the last heartbeat, or at the table's
own last event if that is later, so that the table's clock never falls behind its events. It ends when the table's
server is served again. After the database was away or the machine slept, the process finds that its last heartbeat is
too old, and stores an outage in the same way.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import Struct

from bot.ports import Clock
from bot.store import ShardSet, Store, StoreUnavailable
from bot.store.processes import heartbeats
from bot.store.processes.heartbeats import Outage
from bot.tables.aggregate import Table, Waits


class OwedTime(NamedTuple):
    """The time to give back to a table for one outage."""

    since: int
    """The beginning of the outage, which is part of the event's cause."""
    until: int
    """The end of the outage, which every process stores as the event's time."""
    length: int


class Outages(Struct):
    """The heartbeats of this process, and the time that tables are owed for outages."""

    store: Store
    clock: Clock
    share: ShardSet
    waits: Waits
    elapsed: Callable[[], float]
    """A monotonic clock, in seconds. It measures the time since the last heartbeat."""
    _known: list[Outage] = []
    _written: float | None = None
    """The time of the last heartbeat, by `elapsed`."""
    _missed: bool = False
    """True if the last heartbeat could not be written."""

    @property
    def interrupted(self) -> bool:
        """True if this process, or its database, has been away since the last heartbeat."""
        if self._written is None:
            return False
        late = (self.waits.heartbeat + self.waits.outage) / 1000
        return self._missed or self.elapsed() - self._written > late

    async def come_back(self) -> bool:
        """Store that the servers are served from now on. If the outage before was long enough to count
        (`Waits.outage`), store it too and return True."""
        now = self.clock()
        was_outage = await self.store.write(heartbeats.note_return, self.share, now, self.waits.outage)
        self._known = await self.store.read(heartbeats.list_outages)
        self._note_beat()
        return was_outage

    async def beat(self) -> bool:
        """Write a heartbeat. True if it ends an outage. Raises StoreUnavailable."""
        try:
            if self.interrupted:
                return await self.come_back()
            await self.store.write(heartbeats.note, self.share, self.clock())
        except StoreUnavailable:
            self._missed = True
            raise
        self._note_beat()
        return False

    async def look(self, table: Table) -> None:
        """Read the outages for which a table may be owed time. Call this before `list_owed`. Raises
        StoreUnavailable."""
        if self.interrupted:
            await self.come_back()
        if not self.share.serves(table.row.guild, table.id):
            self._known = await self.store.read(heartbeats.list_outages)

    def list_owed(self, table: Table) -> Iterator[OwedTime]:
        """The time owed to a live table for each outage since its last event, in order."""
        if not table.is_live:
            return
        counted_to = table.waiting.last_event_at
        for outage in self._known:
            since = outage.since(table.row.guild, table.id)
            if since is None or outage.until - since <= self.waits.outage or outage.until <= counted_to:
                continue
            counted_to = max(counted_to, since)
            yield OwedTime(since, outage.until, outage.until - counted_to)
            counted_to = outage.until

    def _note_beat(self) -> None:
        self._written, self._missed = self.elapsed(), False

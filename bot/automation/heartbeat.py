"""The heartbeat of this process. With it, table clocks leave out the time when the process or its database was down."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from bot.automation.scheduler import Scheduler
from bot.tables.aggregate.pacing import Waits
from bot.tables.timing.outages import Outages


@dataclass(slots=True)
class Heartbeat:
    """Records at intervals that this process is running, and wakes the tables after an outage."""

    outages: Outages
    waits: Waits
    scheduler: Scheduler
    in_memory: Callable[[], Collection[int]]
    """Lists the tables in memory, which are woken after an outage."""

    async def beat(self) -> None:
        """Record that this process is running. After an outage, wake the tables. Raises StoreUnavailable."""
        outage = await self.outages.beat()
        for table in self.in_memory() if outage else ():
            self.scheduler.wake(table)
        self.scheduler.wake_held()

    async def start(self) -> None:
        """Record that this process runs again, and the outage before that."""
        await self.outages.come_back()

    async def note(self) -> None:
        """Record that this process is running now."""
        await self.outages.beat()

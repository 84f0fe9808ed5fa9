"""Serves tables: takes up the open ones at a start, follows every change, and lets go of them at a stop."""

from __future__ import annotations

import asyncio
import contextlib

from bot.automation.heartbeat import Heartbeat
from bot.automation.notice_listener import NoticeListener
from bot.automation.scheduler import Scheduler
from bot.automation.served_tables import ServedTables
from bot.delivery.workers import MessageWorkers
from bot.store.errors import StoreUnavailable, WriterStopped
from bot.store.notifications import Notice
from bot.supervisor import Supervisor
from bot.tables.changes import Committed


class TableHost:
    """Keeps the clocks and the messages of this process's tables running from `start` to `stop`."""

    def __init__(
        self,
        served: ServedTables,
        scheduler: Scheduler,
        heartbeat: Heartbeat,
        notices: NoticeListener,
        workers: MessageWorkers,
        supervisor: Supervisor,
    ) -> None:
        self.served = served
        self.scheduler = scheduler
        self.heartbeat = heartbeat
        self.notices = notices
        self.supervisor = supervisor
        self.workers = workers
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    async def start(self) -> None:
        """Take up every open table of this process."""
        await self.heartbeat.give_back()
        # Listening begins before the tables are read, so that nothing that happens after the reading is missed.
        if self.notices.has_others:
            self._tasks = [self.supervisor.start(self.notices.run(), "notices")]
        await self.workers.load(self.served.shards)
        for table in await self.served.load():
            self.workers.refresh(table, anyway=False)
            self.scheduler.wake(table.id)
        await self.workers.resume(self.served.shards)
        self._tasks += [
            self.supervisor.start(self.scheduler.run(), "clocks"),
            self.supervisor.start(self.heartbeat.run(), "heartbeat"),
        ]

    async def stop(self) -> None:
        """Finish what is under way, and note the time: from now on clocks stand still."""
        self._stopping = True
        await self.supervisor.stop(*self._tasks)
        await self.notices.stop()
        await self.scheduler.stop()
        await self.workers.stop()
        with contextlib.suppress(StoreUnavailable, WriterStopped):  # the next start gives back what is not noted
            await self.heartbeat.note()

    def drop(self) -> None:
        """Let go of everything at once, as a crash does. Nothing that was committed is lost."""
        self._stopping = True
        self.supervisor.release(*self._tasks)
        for task in self._tasks:
            task.cancel()
        self.notices.drop()
        self.scheduler.drop()
        self.workers.drop()

    def on_committed(self, committed: Committed) -> None:
        """Follow a change that was committed by this process."""
        table = committed.table
        if not self._stopping and self.served.serves(table):
            self.workers.refresh(table, anyway=False)
            self.scheduler.wake(table.id)

    async def tell(self, notice: Notice) -> None:
        """Have the process that serves a table, or a user's tables, hear of something that is no event."""
        await self.notices.tell(notice)

    async def tick(self) -> None:
        """Do everything that is due now."""
        await self.scheduler.tick()

    async def settled(self) -> None:
        """Wait until nothing is due and every message shows its table."""
        while True:
            await self.tick()
            if not await self.workers.settle():
                return

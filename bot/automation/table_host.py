"""Serves tables from start to stop: does what is due, reacts to every change, and finishes its work at the stop."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.automation.backups import ScheduledBackups
from bot.automation.served_tables import IdleTables, NoticeListener
from bot.delivery.held_back import HeldBackMessages
from bot.store import StoreUnavailable
from bot.store.database.errors import WriterStopped
from bot.supervisor import Supervisor
from bot.tables.aggregate import AppliedChange


@dataclass(eq=False)
class TableHost:
    """Runs the clocks and updates the messages of this process's tables, from `start` to `stop`."""

    idle: IdleTables
    notices: NoticeListener
    backups: ScheduledBackups
    held: HeldBackMessages
    supervisor: Supervisor
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _stopping: bool = False

    def __post_init__(self) -> None:
        self.served = self.idle.served
        self.scheduler = self.idle.scheduler
        self.workers = self.served.workers
        self.outages = self.served.tables.outages
        self.served.tables.repository.on_damage.append(self.backups.set_aside.note_soon)

    @property
    def advice(self) -> dict[str, Callable[[], Awaitable[bool]]]:
        """The checks that are shown with the bot's health but do not decide it: tables go on even if one fails."""
        return {"backup": self.backups.is_recent, "tables": self.backups.set_aside.is_empty}

    async def start(self) -> None:
        """Start serving, and record the outage before that. No table is loaded here: the scheduler finds those that are
        due or out of date."""
        await self.outages.come_back()
        if self.notices.has_others:
            self._tasks = [self.supervisor.start(self.notices.run(), "notices")]
        self._tasks.append(self.supervisor.start(self.scheduler.run(), "clocks"))

    async def stop(self) -> None:
        """Finish the work under way, and record the time from which the tables' clocks stand still."""
        self._stopping = True
        await self.supervisor.stop(*self._tasks)
        await self.notices.jobs.stop()
        await self.scheduler.stop()
        await self.workers.stop()
        await self.backups.set_aside.jobs.stop()
        await self.idle.note_all()
        with contextlib.suppress(StoreUnavailable, WriterStopped):  # the outage then counts from an earlier heartbeat
            await self.outages.beat()

    async def beat(self) -> None:
        """Record that this process is running. After an outage, wake the tables in memory. Raises StoreUnavailable."""
        if await self.outages.beat():
            for table in self.workers.list_tables():
                self.scheduler.wake(table)
        self.scheduler.wake_held()

    def drop(self) -> None:
        """Drop all work at once, as a crash would. Nothing that was committed is lost."""
        self._stopping = True
        self.supervisor.release(*self._tasks)
        for task in self._tasks:
            task.cancel()
        self.notices.jobs.drop()
        self.scheduler.drop()
        self.workers.drop()
        self.backups.set_aside.jobs.drop()

    def on_committed(self, committed: AppliedChange) -> None:
        """React to a change that this process committed."""
        table = committed.table
        if not self._stopping and self.served.serves(table):
            if self.served.has_taken_up(table.id):
                self.workers.refresh(table, anyway=False)
            self.scheduler.wake(table.id)

    async def show_opened(self, table_id: int) -> str:
        """Show a table that was just opened. Return why Discord refuses its board; "" if Discord takes it, or if
        another process shows it."""
        table = await self.served.find(table_id)
        if table is None or not self._tasks or self._stopping:
            return ""
        if not self.served.has_taken_up(table_id):
            await self.served.take_up(table_id)
        return await self.workers.find_refusal(table_id)

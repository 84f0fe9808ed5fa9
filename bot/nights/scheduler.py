"""The scheduler of game nights: looks for work that is due, and does it for several nights at a time.

The database holds everything that is due, so another process can take over. Each process looks after the servers that
it serves. Work on one night is done in order; work on other nights does not wait for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from functools import partial
from typing import Final, NamedTuple

from bot.nights import notices
from bot.nights.date_messages import DateMessages
from bot.nights.night import MINUTE, Step, step_after_announcement
from bot.nights.notice_sender import NoticeSender
from bot.nights.notices import What
from bot.nights.opening import NightTables
from bot.ports.clock import Clock
from bot.store.database.engine import Connection
from bot.store.database.errors import StoreUnavailable
from bot.store.messages import outbox
from bot.store.messages.outbox import Waiting
from bot.store.processes.shards import ShardSet
from bot.store.store import Store
from bot.store.tables import nights
from bot.store.tables.nights import Date, Plan
from bot.supervisor import Supervisor

log = logging.getLogger(__name__)

LONGEST: Final = 30_000
"""The most milliseconds between two looks at the database. Other processes write to it too."""
PATIENCE: Final = 60.0
"""The most seconds for one step, notice or message of a night. One that takes longer is put off."""
AT_ONCE: Final = 16
"""The most nights that are worked on at the same time."""
BATCH: Final = 10
"""The most notices, and the most outdated messages, that are taken at a time."""


class _Found(NamedTuple):
    """The work that is due."""

    due: list[tuple[Plan, Date]]
    waiting: list[Waiting]
    stale: list[tuple[Plan, Date]]
    coming: int | None
    """The time of the next work, or None."""

    def nights(self) -> dict[int, _Found]:
        """Divide this work by night, as {number: work}."""
        numbers = [plan.id for plan, _ in (*self.due, *self.stale)]
        numbers += [waiting.payload["night"] for waiting in self.waiting]
        return {
            number: _Found(
                [task for task in self.due if task[0].id == number],
                [notice for notice in self.waiting if notice.payload["night"] == number],
                [task for task in self.stale if task[0].id == number],
                None,
            )
            for number in dict.fromkeys(numbers)
        }


class NightScheduler:
    """Does all due work between `start` and `stop`. Call `wake` after changing a night."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tables: NightTables,
        dates: DateMessages,
        notices: NoticeSender,
        share: ShardSet,
        supervisor: Supervisor,
    ) -> None:
        self._store = store
        self._clock = clock
        self._tables = tables
        self._dates = dates
        self._notices = notices
        self._share = share
        self._supervisor = supervisor
        self._woken = asyncio.Event()
        self._lock = asyncio.Lock()
        self._busy: dict[int, asyncio.Task[None]] = {}
        """By night, the task that works on it."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task."""
        self._task = self._supervisor.start(self._run(), "nights")

    async def stop(self) -> None:
        """Stop. The next start does the work that is left."""
        if self._task is not None:
            await self._supervisor.stop(self._task)
            self._task = None
        busy = list(self._busy.values())
        for task in busy:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)

    def wake(self) -> None:
        """Look for due work now."""
        self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            wait = LONGEST
            try:
                coming, _ = await self._begin()
                wait = LONGEST if coming is None else min(LONGEST, max(1_000, coming - self._clock()))
            except StoreUnavailable:
                pass  # the store logs it, and a later look finds what is due
            except Exception:
                log.exception("the scheduler of game nights failed; it goes on")
            try:
                async with asyncio.timeout(wait / 1000):
                    await self._woken.wait()
            except TimeoutError:
                continue

    async def tick(self) -> int | None:
        """Do everything that is due. Return the time of the next work (milliseconds), or None.

        Raises StoreUnavailable.
        """
        while True:
            coming, left_out = await self._begin()
            if self._busy:
                ended, _ = await asyncio.wait(self._busy.values(), return_when=asyncio.FIRST_COMPLETED)
                for task in ended:
                    task.result()
            elif not left_out:
                return coming

    async def _begin(self) -> tuple[int | None, bool]:
        """Start a task for each night with due work, up to `AT_ONCE` tasks. Nights that have a task are left out.

        Return the time of the next work, and True if any night was left out. Then another look is needed, because its
        task may have ended meanwhile and more work of that night may be due.
        """
        async with self._lock:
            busy, now = frozenset(self._busy), self._clock()
            found = await self._store.read(_look, now, self._share, busy)
            for number, work in list(found.nights().items())[: AT_ONCE - len(busy)]:
                task = asyncio.create_task(self._do(work, now), name=f"night-{number}")
                self._busy[number] = task
                task.add_done_callback(partial(self._ended, number))
            return found.coming, bool(busy)

    def _ended(self, night: int, task: asyncio.Task[None]) -> None:
        del self._busy[night]
        if task.cancelled():
            return
        if (error := task.exception()) is None:
            self._woken.set()
        elif not isinstance(error, StoreUnavailable):
            log.error("night %s: something failed; it is tried again", night, exc_info=error)

    async def _do(self, work: _Found, now: int) -> None:
        """Do the due work of one night. A notice or message that takes too long is put off."""
        for plan, date in work.due:
            await self._take_step(plan, date, now)
        for waiting in work.waiting:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._notices.tell(waiting, now)
            except TimeoutError:
                await self._notices.put_off(waiting, now)
        for plan, date in work.stale:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._dates.bring_up_to_date(plan, date, now)
            except TimeoutError:
                await self._dates.put_off(plan, date)

    async def _take_step(self, plan: Plan, date: Date, now: int) -> None:
        """Take the step that is due. If it fails or takes too long, try again in a minute."""
        try:
            async with asyncio.timeout(PATIENCE):
                if date.step == Step.OPEN:
                    await self._tables.open(plan, date, now)
                else:
                    await self._store.write(_step, plan.id, date.week, now)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("night %s: its step %s failed", plan.id, date.step)
            await self._store.write(nights.change, plan.id, date.week, due_at=self._clock() + MINUTE)


def _look(connection: Connection, now: int, share: ShardSet, busy: Collection[int] = ()) -> _Found:
    """Find the due work in the servers of this process, except for the nights in `busy`."""

    def ours(plan: Plan) -> bool:
        return plan.id not in busy and share.has(plan.guild)

    times = nights.next_due(connection), outbox.next_at(connection, notices.KIND)
    coming = min((at for at in times if at is not None), default=None)
    if coming is None or coming > now:
        return _Found([], [], [], coming)
    return _Found(
        [date for date in nights.list_due(connection, now) if ours(date[0])],
        outbox.list_our_due(
            connection, now, BATCH, notices.KIND,
            lambda payload: payload["night"] not in busy and share.has(payload["guild"]),
        ),
        [date for date in nights.list_stale(connection, now) if ours(date[0])][:BATCH],
        coming,
    )  # fmt: skip


def _step(connection: Connection, night: int, week: int, now: int) -> None:
    """Announce a date, or write its reminders."""
    plan, date = nights.plan(connection, night), nights.date(connection, night, week)
    if plan is None or date is None or date.due_at is None or date.due_at > now:
        return
    if date.step == Step.ANNOUNCE:
        step, due_at = step_after_announcement(date.at, now)
        nights.change(connection, night, week, at=now, step=step.value, due_at=due_at)
    elif date.step == Step.REMIND:
        notices.tell_coming(connection, plan, date, What.REMINDER, now)
        nights.change(connection, night, week, step=Step.OPEN.value, due_at=date.at)

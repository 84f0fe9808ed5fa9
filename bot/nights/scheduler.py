"""The scheduler of game nights: looks for work that is due, and does it for several nights at a time.

The database holds everything that is due, so another process can take over. Each process looks after the servers that
it serves. Work on one night is done in order; work on other nights does not wait for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Hashable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.nights import night, notices
from bot.nights.date_messages import DateMessages
from bot.nights.night import MINUTE, NightStep, find_step_after_announcement, put_off
from bot.nights.notices import NightNoticeKind
from bot.nights.opening import NightTables
from bot.periodic import Lanes
from bot.ports.clock import Clock
from bot.store.database.engine import Connection
from bot.store.database.errors import StoreUnavailable
from bot.store.processes.shards import ShardSet
from bot.store.store import Store
from bot.store.tables import nights
from bot.store.tables.nights import Date, Plan

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 30.0
"""The most seconds between two looks at the database. Other processes write to it too."""
PATIENCE: Final = 60.0
"""The most seconds for one step or message of a night. One that takes longer is put off."""
AT_ONCE: Final = 16
"""The most nights that are worked on at the same time."""
BATCH: Final = 10
"""The most outdated messages that are taken at a time."""


class _DueWork(NamedTuple):
    """The work that is due."""

    steps: list[tuple[Plan, Date]]
    """The dates whose next step is due."""
    messages: list[tuple[Plan, Date]]
    """The dates whose message is out of date."""
    coming: int | None = None
    """The time of the next work, or None."""

    def of_night(self, night: int) -> _DueWork:
        """The work on one night."""
        steps = [task for task in self.steps if task[0].id == night]
        return _DueWork(steps, [task for task in self.messages if task[0].id == night])


@dataclass(frozen=True, slots=True)
class NightScheduler:
    """Does all due work. Call `wake` after changing a night."""

    store: Store
    clock: Clock
    tables: NightTables
    dates: DateMessages
    share: ShardSet
    lanes: Lanes
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def wake(self) -> None:
        """Look for due work now."""
        self.lanes.woken.set()

    async def look(self) -> float | None:
        """Begin the due work. Return the seconds until more work is due, or None. Raises StoreUnavailable."""
        coming, _ = await self._begin()
        return None if coming is None else max(1.0, (coming - self.clock()) / 1000)

    async def tick(self) -> int | None:
        """Do everything that is due. Return the time of the next work (milliseconds), or None.

        Raises StoreUnavailable.
        """
        while True:
            coming, left_out = await self._begin()
            if self.lanes.busy:
                await self.lanes.wait()
            elif not left_out:
                return coming

    async def _begin(self) -> tuple[int | None, bool]:
        """Start a task for each night with due work, up to `AT_ONCE` tasks. Nights that have a task are left out.

        Return the time of the next work, and True if any night was left out. If so, the caller begins again once that
        night's task has ended, since more work on the night may be due.
        """
        async with self._lock:
            busy, now = frozenset(self.lanes.busy), self.clock()
            found = await self.store.read(_look, now, self.share, busy)
            numbers = dict.fromkeys(plan.id for plan, _ in (*found.steps, *found.messages))
            for number in list(numbers)[: AT_ONCE - len(busy)]:
                self.lanes.start(number, self._work_on(found.of_night(number), now))
            return found.coming, bool(busy)

    async def _work_on(self, work: _DueWork, now: int) -> None:
        """Do the due work of one night. A message that takes too long is put off."""
        for plan, date in work.steps:
            if not await self._handle_loss(plan, date, now):
                await self._take_step(plan, date, now)
        for plan, date in work.messages:
            if await self.store.read(night.find_end_of_wait, plan.guild) is not None:
                await self.dates.put_off(plan, date)
                continue
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.dates.bring_up_to_date(plan, date, now)
            except TimeoutError:
                await self.dates.put_off(plan, date)

    async def _handle_loss(self, plan: Plan, date: Date, now: int) -> bool:
        """If a night's server has removed the bot, put the date's step off and return True.

        When the week of waiting is over, ask Discord once more, since the bot may be back there without having heard of
        it. Then let the server's nights go on, or end them.
        """
        until = await self.store.read(night.find_end_of_wait, plan.guild)
        if until is None:
            return False
        if now < until:
            await self.store.write(nights.change, plan.id, date.week, due_at=until)
        elif await self.dates.sees_channel(plan):
            await self.store.write(night.resume_lost, plan.guild, now)
        else:
            await self.store.write(night.end_lost, plan.guild, now)
        return True

    async def _take_step(self, plan: Plan, date: Date, now: int) -> None:
        """Take the step that is due. If it fails or takes too long, try again in a minute."""
        try:
            async with asyncio.timeout(PATIENCE):
                if date.step == NightStep.OPEN:
                    await self.tables.open(plan, date, now)
                else:
                    await self.store.write(_announce_or_remind, plan.id, date.week, now)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("night %s: its step %s failed", plan.id, date.step)
            await self.store.write(put_off, date, self.clock() + MINUTE)


def _look(connection: Connection, now: int, share: ShardSet, busy: Collection[Hashable] = ()) -> _DueWork:
    """Find the due work in the servers of this process, except for the nights in `busy`."""

    def select(dates: list[tuple[Plan, Date]]) -> list[tuple[Plan, Date]]:
        return [(plan, date) for plan, date in dates if plan.id not in busy and share.serves(plan.guild)]

    coming = nights.find_next_due(connection)
    if coming is None or coming > now:
        return _DueWork([], [], coming)
    stale = select(nights.list_stale(connection, now))[:BATCH]
    return _DueWork(select(nights.list_due(connection, now)), stale, coming)


def _announce_or_remind(connection: Connection, night: int, week: int, now: int) -> None:
    """Announce a date, or write its reminders."""
    plan, date = nights.find_plan(connection, night), nights.find_date(connection, night, week)
    if plan is None or date is None or date.due_at is None or date.due_at > now:
        return
    if date.step == NightStep.ANNOUNCE:
        step, due_at = find_step_after_announcement(date.at, now)
        nights.change(connection, night, week, outdated_at=now, step=step.value, due_at=due_at)
        notices.ask_regulars(connection, plan, date, now)
    elif date.step == NightStep.REMIND:
        notices.notify_people_coming(connection, plan, date, NightNoticeKind.REMINDER, now)
        nights.change(connection, night, week, step=NightStep.OPEN.value, due_at=date.at)

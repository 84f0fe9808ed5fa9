"""The scheduler alone: it wakes tables when they are due, and holds them back while the database is away."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Collection

import pytest

from bot.automation.scheduler import HORIZON, LATE, RETRY_AFTER, FoundDeadlines, Scheduler
from bot.store import StoreUnavailable

START = 1_000
TABLE, OTHER = 7, 8


class Acts:
    """The acts of tables, with the time of each. For each table, `answers` holds what its next acts return or raise."""

    def __init__(self) -> None:
        self.now = START
        self.done: list[tuple[int, int]] = []
        self.answers: dict[int, list[int | Exception]] = {}
        self.meanwhile: Callable[[int], None] = lambda table: None

    def clock(self) -> int:
        return self.now

    async def act(self, table: int) -> int | None:
        self.done.append((self.now, table))
        await asyncio.sleep(0)
        self.meanwhile(table)
        answers = self.answers.get(table)
        answer = answers.pop(0) if answers else None
        if isinstance(answer, Exception):
            raise answer
        return answer


async def look_nowhere(until: int, known: Collection[int]) -> FoundDeadlines:
    return FoundDeadlines([])


@pytest.fixture
def acts() -> Acts:
    return Acts()


@pytest.fixture
def scheduler(acts: Acts) -> Scheduler:
    return Scheduler(acts.clock, acts.act, look_nowhere)


async def test_a_table_acts_when_woken_and_at_the_time_that_its_act_returned(acts: Acts, scheduler: Scheduler) -> None:
    acts.answers[TABLE] = [START + 50]
    scheduler.wake(TABLE)
    scheduler.wake(OTHER)
    await scheduler.tick()
    assert acts.done == [(START, TABLE), (START, OTHER)]
    acts.now = START + 49
    await scheduler.tick()
    assert len(acts.done) == 2
    acts.now = START + 50
    await scheduler.tick()
    assert acts.done[2:] == [(START + 50, TABLE)]
    assert scheduler.find_next_time(TABLE) is None


async def test_each_act_replaces_the_wake_up_time_of_the_last(acts: Acts, scheduler: Scheduler) -> None:
    acts.answers[TABLE] = [START + 50, START + 90]
    for _ in range(2):
        scheduler.wake(TABLE)
        await scheduler.tick()
    acts.now = START + 50
    await scheduler.tick()
    assert len(acts.done) == 2
    acts.now = START + 90
    await scheduler.tick()
    assert acts.done[2:] == [(START + 90, TABLE)]


async def test_a_table_woken_while_it_acts_acts_again_afterwards(acts: Acts, scheduler: Scheduler) -> None:
    running = 0

    def wake_once(table: int) -> None:
        nonlocal running
        running += 1
        if running == 1:
            scheduler.wake(table)
            scheduler._start_due()

    acts.meanwhile = wake_once
    scheduler.wake(TABLE)
    await scheduler.tick()
    assert acts.done == [(START, TABLE)] * 2


async def test_a_table_without_its_database_waits_until_it_is_back(acts: Acts, scheduler: Scheduler) -> None:
    acts.answers[TABLE] = [StoreUnavailable("away")]
    scheduler.wake(TABLE)
    await scheduler.tick()
    acts.now += RETRY_AFTER
    await scheduler.tick()
    assert len(acts.done) == 1
    scheduler.wake_held()
    await scheduler.tick()
    assert len(acts.done) == 2


async def test_a_table_whose_act_failed_is_tried_again_later(
    acts: Acts, scheduler: Scheduler, caplog: pytest.LogCaptureFixture
) -> None:
    acts.answers[TABLE] = [RuntimeError("a bug")]
    scheduler.wake(TABLE)
    await scheduler.tick()
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    acts.now += RETRY_AFTER
    await scheduler.tick()
    assert acts.done == [(START, TABLE), (START + RETRY_AFTER, TABLE)]


async def test_the_scheduler_wakes_tables_by_itself_while_it_runs(acts: Acts, scheduler: Scheduler) -> None:
    acted = asyncio.Event()
    acts.meanwhile = lambda table: acted.set()
    running = asyncio.create_task(scheduler.run())
    scheduler.wake(TABLE)
    await asyncio.wait_for(acted.wait(), 60)
    running.cancel()
    await scheduler.stop()
    assert acts.done == [(START, TABLE)]


async def test_a_stop_lets_acts_finish_and_begins_no_new_one(acts: Acts, scheduler: Scheduler) -> None:
    acts.answers[TABLE] = [START]
    scheduler.wake(TABLE)
    scheduler._start_due()
    await scheduler.stop()
    await scheduler.tick()
    assert acts.done == [(START, TABLE)]


class Looks:
    """Looks at the stored deadlines; each look hangs until `may_end` is set."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()
        self.found: list[tuple[int, int]] = []

    async def look(self, until: int, known: Collection[int]) -> FoundDeadlines:
        self.begun.set()
        await self.may_end.wait()
        return FoundDeadlines(self.found)


@contextlib.asynccontextmanager
async def running(scheduler: Scheduler) -> AsyncIterator[None]:
    task = asyncio.create_task(scheduler.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_the_scheduler_reports_that_it_is_late_while_a_look_hangs(acts: Acts) -> None:
    looks = Looks()
    scheduler = Scheduler(acts.clock, acts.act, looks.look)
    async with running(scheduler):
        await looks.begun.wait()
        acts.now += LATE - 1
        assert scheduler.on_time
        acts.now += 1
        assert not scheduler.on_time


async def test_due_tables_wait_for_a_look_under_way(acts: Acts) -> None:
    looks = Looks()
    looks.found = [(START, TABLE)]
    scheduler = Scheduler(acts.clock, acts.act, looks.look)
    async with running(scheduler):
        await looks.begun.wait()
        doing = asyncio.create_task(scheduler.tick())
        await asyncio.sleep(0)
        assert not doing.done()
        looks.may_end.set()
        await doing
        assert acts.done == [(START, TABLE)]


async def test_the_scheduler_reports_that_it_is_late_after_the_machine_slept(acts: Acts, scheduler: Scheduler) -> None:
    """The clock jumps, but the event loop's timers do not count a sleep of the machine."""
    assert scheduler.on_time
    async with running(scheduler):
        await asyncio.sleep(0)
        acts.now += HORIZON + LATE - 1
        assert scheduler.on_time
        acts.now += 1
        assert not scheduler.on_time
        woken = asyncio.Event()
        acts.meanwhile = lambda table: woken.set()
        scheduler.wake(TABLE)
        await woken.wait()
        assert scheduler.on_time


async def test_a_table_whose_acts_fail_for_a_while_is_counted(acts: Acts, scheduler: Scheduler) -> None:
    acts.answers[TABLE] = [RuntimeError("it cannot go on"), RuntimeError("it cannot go on"), 2**40]
    scheduler.wake(TABLE)
    await scheduler.tick()
    assert scheduler.count_stuck(2 * RETRY_AFTER) == 0
    acts.now += RETRY_AFTER
    await scheduler.tick()
    acts.now += RETRY_AFTER - 1
    assert scheduler.count_stuck(2 * RETRY_AFTER) == 0
    acts.now += 1
    assert scheduler.count_stuck(2 * RETRY_AFTER) == 1
    await scheduler.tick()
    assert scheduler.count_stuck(0) == 0

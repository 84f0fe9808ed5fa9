"""Wakes tables at their deadlines."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.ports.clock import Clock
from bot.store.errors import StoreUnavailable

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 60_000
"""Milliseconds before a table is woken again after its `act` failed."""

_AT_ONCE: Final = 0
"""The wake-up time that is always due: a table that has just changed is woken at once."""


class Scheduler:
    """Calls `act(table)` when a table is woken or its wake-up time comes. Calls for the same table never overlap.

    `act` does everything that is due at a table, and returns its next wake-up time (milliseconds), or None.
    """

    def __init__(self, clock: Clock, act: Callable[[int], Awaitable[int | None]]) -> None:
        self._clock = clock
        self._act = act
        self._queue: list[tuple[int, int]] = []
        """A heap of (time, table). Entries are outdated unless their time is the table's present wake-up time."""
        self._wake_up_times: dict[int, int] = {}
        self._acting: dict[int, asyncio.Task[None]] = {}
        self._woken_while_acting: set[int] = set()
        self._held: set[int] = set()
        """Tables that could not act because the database was away."""
        self._changed = asyncio.Event()
        self._stopped = False

    @property
    def idle(self) -> bool:
        """True if no table is acting and none has a wake-up time."""
        return not self._queue and not self._acting

    def wake(self, table: int) -> None:
        """Make a table act at once."""
        self._push(_AT_ONCE, table)

    def wake_held(self) -> None:
        """Wake the tables that could not act while the database was away."""
        for table in self._held:
            self._push(_AT_ONCE, table)
        self._held.clear()

    async def run(self) -> None:
        """Wake tables until cancelled."""
        while True:
            self._start_due()
            self._changed.clear()
            try:
                async with asyncio.timeout(self._seconds_to_wait()):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def tick(self) -> None:
        """Do everything that is due now, including anything that becomes due as a result."""
        while True:
            self._start_due()
            if not self._acting:
                return
            await asyncio.gather(*self._acting.values(), return_exceptions=True)

    async def stop(self) -> None:
        """Wait for the tables that are acting to finish."""
        self._stopped = True
        await asyncio.gather(*self._acting.values(), return_exceptions=True)

    def drop(self) -> None:
        """Cancel the tables that are acting."""
        self._stopped = True
        for task in self._acting.values():
            task.cancel()

    def _push(self, at: int, table: int) -> None:
        heapq.heappush(self._queue, (at, table))
        self._changed.set()

    def _seconds_to_wait(self) -> float | None:
        if not self._queue:
            return None
        return max((self._queue[0][0] - self._clock()) / 1000, 0.001)

    def _start_due(self) -> None:
        now = self._clock()
        while self._queue and self._queue[0][0] <= now:
            at, table = heapq.heappop(self._queue)
            if at != _AT_ONCE and at != self._wake_up_times.get(table):
                continue
            if table in self._acting:
                self._woken_while_acting.add(table)
            else:
                self._acting[table] = asyncio.create_task(self._run_act(table), name=f"act-{table}")

    async def _run_act(self, table: int) -> None:
        coming = None
        try:
            coming = await self._act(table)
        except StoreUnavailable:
            self._held.add(table)
        except Exception:
            log.exception("table %s: automatic moves failed; trying again in a minute", table)
            coming = self._clock() + RETRY_AFTER
        finally:
            del self._acting[table]
            woken = table in self._woken_while_acting
            self._woken_while_acting.discard(table)
        if woken:
            coming = _AT_ONCE
        if coming is None:
            self._wake_up_times.pop(table, None)
        elif not self._stopped:
            self._wake_up_times[table] = coming
            self._push(coming, table)

"""Wakes tables at their deadlines."""

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Final, NamedTuple

from bot.ports import MINUTE, Clock
from bot.store import StoreUnavailable

log = logging.getLogger(__name__)

RETRY_AFTER: Final = MINUTE
"""Milliseconds after which a table is woken again if its `act` failed."""
HORIZON: Final = MINUTE
"""Milliseconds between two looks at the stored deadlines. Each look finds the deadlines until the next look."""
FEW: Final = 8
"""The next page of stored deadlines is read once fewer tables than this are acting."""
LATE: Final = 30_000
"""Milliseconds by which a round of `run` may be overdue before the scheduler counts as late."""

_AT_ONCE: Final = 0
"""A wake-up time that is always due, for tables that are to act at once."""
_NEVER: Final = 2**63


class FoundDeadlines(NamedTuple):
    """The deadlines that a look has found."""

    deadlines: list[tuple[int, int]]
    """The coming deadlines as (time, table)."""
    has_more: bool = False
    """True if there are more deadlines than one look can find. The next look follows once most of the tables of this
    look have acted."""


FindDeadlines = Callable[[int, Collection[int]], Awaitable[FoundDeadlines]]
"""Finds the stored deadlines up to a time, except for the tables whose wake-up times are known."""


class Scheduler:
    """Calls `act(table)` when a table is woken or its wake-up time comes. Calls for the same table never overlap.

    `act` does everything that is due at a table, and returns its next wake-up time (milliseconds), or None. Once a
    minute `look` finds the deadlines of tables that are not in memory.
    """

    def __init__(self, clock: Clock, act: Callable[[int], Awaitable[int | None]], look: FindDeadlines) -> None:
        self._clock = clock
        self._act = act
        self._look = look
        self._next_look = _AT_ONCE
        self._looking = asyncio.Lock()
        """Held while the stored deadlines are read. Tables act only after that."""
        self._has_more = False
        """True if the last look left some deadlines for the next look."""
        self._queue: list[tuple[int, int]] = []
        """A heap of (time, table). An entry is outdated if its time is no longer the table's wake-up time."""
        self._wake_up_times: dict[int, int] = {}
        self._acting: dict[int, asyncio.Task[None]] = {}
        self._woken: set[int] = set()
        """Tables that were woken, became due while they acted, or could not act because the database was away."""
        self._failing: dict[int, int] = {}
        """The tables whose last `act` failed, with the time of the first failure in a row."""
        self._changed = asyncio.Event()
        self._round_due = _NEVER
        """The time at which the present round began; between rounds, the time at which the next one should begin."""
        self._stopped = False

    @property
    def on_time(self) -> bool:
        """False while the rounds of `run` are so late that due tables do not act."""
        return self._clock() - self._round_due < LATE

    def count_stuck(self, duration: int) -> int:
        """Count the tables whose `act` has failed for at least `duration` milliseconds."""
        now = self._clock()
        return sum(now - since >= duration for since in self._failing.values())

    def wake(self, table: int) -> None:
        """Make a table act at once."""
        self._woken.add(table)
        self._push(_AT_ONCE, table)

    def wake_held(self) -> None:
        """Wake the tables that could not act while the database was away, and look at the stored deadlines."""
        for table in self._woken:
            self._push(_AT_ONCE, table)
        self.look_again()

    def look_again(self) -> None:
        """Look at the stored deadlines at once."""
        self._next_look = _AT_ONCE
        self._changed.set()

    def is_resting(self, table: int) -> bool:
        """True if a table is not acting, and is not to act within twice `HORIZON`."""
        return self.is_sure(table) and self._wake_up_times.get(table, _NEVER) > self._clock() + 2 * HORIZON

    def is_sure(self, table: int) -> bool:
        """True if a table has acted since it was last woken, so that its wake-up time holds."""
        return not (table in self._woken or table in self._acting)

    def find_next_time(self, table: int) -> int | None:
        """The wake-up time of a table, or None."""
        return self._wake_up_times.get(table)

    def forget(self, table: int) -> None:
        """Forget the wake-up time of a table that is dropped from memory."""
        self._wake_up_times.pop(table, None)

    async def run(self) -> None:
        """Wake tables until cancelled."""
        while True:
            self._changed.clear()
            self._round_due = self._clock()
            await self._look_ahead()
            self._start_due()
            coming = self._queue[0][0] if self._queue else _NEVER
            self._round_due = max(min(coming, self._next_look), self._clock())
            try:
                async with asyncio.timeout(max((self._round_due - self._clock()) / 1000, 0.001)):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def tick(self) -> None:
        """Do everything that is due now, including anything that becomes due as a result."""
        while True:
            await self._look_ahead()
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

    async def _look_ahead(self) -> None:
        """Look at the stored deadlines if a look is due. If the database is away, `wake_held` makes one due again."""
        async with self._looking:
            now = self._clock()
            if now < self._next_look and not (self._has_more and len(self._acting) < FEW):
                return
            self._next_look, self._has_more = now + HORIZON, False
            known = {*self._wake_up_times, *self._acting, *self._woken}
            try:
                found = await self._look(now + HORIZON, known)
            except StoreUnavailable:
                return
            except Exception:
                log.exception("the stored deadlines could not be read; trying again in a minute")
                return
            for at, table in found.deadlines:
                if table not in self._wake_up_times and table not in self._acting:
                    self._wake_up_times[table] = at
                    self._push(at, table)
            self._has_more = found.has_more

    def _push(self, at: int, table: int) -> None:
        heapq.heappush(self._queue, (at, table))
        self._changed.set()

    def _start_due(self) -> None:
        now = self._clock()
        while self._queue and self._queue[0][0] <= now:
            at, table = heapq.heappop(self._queue)
            if table not in self._woken and at != self._wake_up_times.get(table):
                continue
            if table in self._acting:
                self._woken.add(table)
            else:
                self._woken.discard(table)
                self._wake_up_times.pop(table, None)
                self._acting[table] = asyncio.create_task(self._run_act(table), name=f"act-{table}")

    async def _run_act(self, table: int) -> None:
        coming = None
        try:
            coming = await self._act(table)
            self._failing.pop(table, None)
        except StoreUnavailable:
            self._woken.add(table)
            return  # until `wake_held`
        except Exception:
            log.exception("table %s: automatic moves failed; trying again in a minute", table)
            self._failing.setdefault(table, self._clock())
            coming = self._clock() + RETRY_AFTER
        finally:
            del self._acting[table]
            if self._has_more:
                self._changed.set()
        if table in self._woken:
            coming = _AT_ONCE
        if coming is not None:
            self._wake_up_times[table] = coming
            if not self._stopped:
                self._push(coming, table)

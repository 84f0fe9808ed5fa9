"""What Discord allows the application as a whole, divided among the processes of a fleet.

Requests are divided like the servers: no two processes hold a lease on the same server, so their parts never add up to
more than all. To identify a connection, a process takes a turn, which is a lock in PostgreSQL.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from bot.store import StoreUnavailable
from bot.store.database.engine import Engine
from bot.store.processes.instance_lock import take_turn
from bot.supervisor import Jobs

A_SECOND: Final = 50
"""The requests that Discord allows an application in a second, answers to interactions not counted."""
SECOND: Final = 1.05
"""Seconds in which so many are made, with a margin for network delays."""
IDENTIFIED_EVERY: Final = 5.25
"""Seconds between two connections that identify, with the same margin; Discord asks for five."""


class RequestBudget:
    """A process's part of the requests that Discord allows the application."""

    def __init__(
        self,
        fraction: float,
        read_time: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._most = max(1, int(A_SECOND * fraction))
        self._within = SECOND * self._most / (A_SECOND * fraction)
        self._read_time = read_time
        self._sleep = sleep
        self._begins: deque[float] = deque(maxlen=self._most)
        """The times at which the last requests were or will be made."""

    async def take(self) -> None:
        """Wait until another request may be made. Requests are made in the order of the calls."""
        now = self._read_time()
        at = max(now, self._begins[0] + self._within) if len(self._begins) == self._most else now
        self._begins.append(at)
        if at > now:
            await self._sleep(at - now)


class IdentifyTurns(Struct):
    """Lets the connections of all processes identify one after the other. The jobs keep each turn until it is over."""

    _engine: Engine
    _jobs: Jobs

    async def take(self, lane: int) -> None:
        """Wait for a turn in a lane of Discord's; with `max_concurrency` 1, there is one lane. Without the database,
        wait as long as a turn lasts."""
        taken = asyncio.get_running_loop().create_future()
        self._jobs.start(self._keep(lane, taken), "identify")
        await taken

    async def _keep(self, lane: int, taken: asyncio.Future[None]) -> None:
        try:
            async with take_turn(self._engine, f"identify:{lane}"):
                if not taken.done():  # nobody waits any more if the connection was given up
                    taken.set_result(None)
                    await asyncio.sleep(IDENTIFIED_EVERY)
        except StoreUnavailable:
            if not taken.done():
                await asyncio.sleep(IDENTIFIED_EVERY)
                taken.set_result(None)

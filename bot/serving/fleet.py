"""What Discord allows the application as a whole, divided among the processes of a fleet.

Requests are divided like the servers: no two processes hold a lease on the same server, so their parts never add up to
more than all. To identify a connection, a process takes a turn, which is a lock in PostgreSQL.
"""

import asyncio
from asyncio import Future, get_running_loop
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from typing import Final

from msgspec import Struct

from bot.store import StoreUnavailable
from bot.store.database.engine import Engine
from bot.store.processes.instance_lock import take_turn
from bot.supervisor import Jobs

A_SECOND: Final = 50
"""The requests that Discord allows an application in a second, answers to interactions not counted."""
SECOND: Final = 1.01
"""Seconds for which an answered request still counts, with a margin for clocks that differ."""
LATER: Final = 3.0
"""Seconds by which others may overtake a request that nobody waits for."""
IDENTIFIED_EVERY: Final = 5.25
"""Seconds between two connections that identify, with a margin for network delays; Discord asks for five."""


class RequestBudget:
    """A process's part of the requests that Discord allows the application.

    Discord counts a request before it answers. So a request counts until a second after its answer, however late it
    leaves.
    """

    def __init__(
        self, fraction: float, call_later: Callable[[float, Callable[[], None]], object] | None = None
    ) -> None:
        part = A_SECOND * fraction
        self._counts_for = SECOND * max(1.0, 1.0 / part)
        self._free = max(1, int(part))
        self._waiting: list[tuple[float, int, Future[None]]] = []
        self._numbers = count()
        self._call_later = call_later or get_running_loop().call_later

    @asynccontextmanager
    async def spend(self, may_wait: bool = False) -> AsyncIterator[None]:
        """Wait until another request may be made, and make it in this context.

        Requests are made in the order of the calls, except that others may overtake one that `may_wait`.
        """
        turn: Future[None] = get_running_loop().create_future()
        heappush(self._waiting, (get_running_loop().time() + LATER * may_wait, next(self._numbers), turn))
        self._give_turns()
        try:
            await turn
            yield
        finally:
            if not turn.cancelled():
                self._call_later(self._counts_for, self._release)

    def _release(self) -> None:
        self._free += 1
        self._give_turns()

    def _give_turns(self) -> None:
        while self._free and self._waiting:
            turn = heappop(self._waiting)[2]
            if not turn.done():
                turn.set_result(None)
                self._free -= 1


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

"""Loops that look at something every so often, and work that is done in several lanes side by side."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from functools import partial

from msgspec import Struct, field

from bot.store.database.errors import StoreUnavailable
from bot.supervisor import Supervisor

log = logging.getLogger(__name__)


class Periodic(Struct, eq=False):
    """A loop that calls `look` every so many seconds from `start` to `stop`, and as soon as `woken` is set.

    `look` may return the seconds until it has something to do. If that is sooner, the next look comes then. An error
    of `look` is logged, and the loop goes on, even while the database is away.
    """

    name: str
    look: Callable[[], Awaitable[float | None]]
    """One look, which may fail."""
    every: float
    supervisor: Supervisor
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    at_once: bool = True
    """False if the first look comes after `every` seconds."""
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the loop as a watched task."""
        self._task = self.supervisor.start(self.run(), self.name)

    async def stop(self) -> None:
        """Stop looking. A look under way is cancelled."""
        if self._task is not None:
            await self.supervisor.stop(self._task)
            self._task = None

    def drop(self) -> None:
        """Stop at once, without waiting for the end."""
        if self._task is not None:
            self.supervisor.release(self._task)
            self._task.cancel()
            self._task = None

    async def run(self) -> None:
        """Look until cancelled. `start` does this in a task."""
        wait = 0.0 if self.at_once else self.every
        while True:
            try:
                async with asyncio.timeout(wait):
                    await self.woken.wait()
            except TimeoutError:
                pass
            self.woken.clear()
            wait = self.every
            try:
                seconds = await self.look()
                wait = wait if seconds is None else min(wait, max(0.001, seconds))
            except StoreUnavailable as error:  # the store logs this
                log.debug("%s: %s", self.name, error)
            except Exception:
                log.exception("%s: a look failed; the next one comes", self.name)


class Lanes:
    """Tasks that work side by side, at most one in each lane."""

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        """Set when there may be more to do: by other parts, and when a task has ended without an error."""
        self.busy: dict[Hashable, asyncio.Task[None]] = {}
        """By lane, the task at work."""

    def start(self, lane: Hashable, work: Coroutine[None, None, None]) -> None:
        """Do this work in a lane that is not busy."""
        task = self.busy[lane] = asyncio.create_task(work, name=f"lane-{lane}")
        task.add_done_callback(partial(self._end, lane))

    async def wait(self) -> None:
        """Wait until a task has ended. Raises its error."""
        if self.busy:
            ended, _ = await asyncio.wait(self.busy.values(), return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()

    async def stop(self) -> None:
        """Cancel all work, and wait until it has ended."""
        busy = list(self.busy.values())
        self.drop()
        await asyncio.gather(*busy, return_exceptions=True)

    def drop(self) -> None:
        """Cancel all work."""
        for task in self.busy.values():
            task.cancel()

    def _end(self, lane: Hashable, task: asyncio.Task[None]) -> None:
        del self.busy[lane]
        if task.cancelled():
            return
        if (error := task.exception()) is None:
            self.woken.set()
        elif not isinstance(error, StoreUnavailable):  # the store logs that the database is away
            log.error("%s: something failed; it is tried again", task.get_name(), exc_info=error)

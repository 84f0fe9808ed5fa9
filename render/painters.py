"""Painters: a few threads that only draw pictures.

A painter stays and waits for its next drawing. Starting a thread for each drawing would hold up the event loop until
the thread runs.
"""

import asyncio
import logging
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Final

from render.base.picture import Picture

log = logging.getLogger(__name__)

SWITCH: Final = 0.001
"""Seconds after which a painter lets a waiting thread run. Python's default of 0.005 held acknowledgements up."""
DrawPicture = Callable[[], Picture | None]
"""A function that draws a picture. It runs on the thread of a painter."""
Jobs = SimpleQueue[tuple[DrawPicture, Future[Picture | None]] | None]
"""The drawings of one painter, in order, each with the future that gets its picture; None ends the painter."""
Paint = Callable[[DrawPicture], Awaitable[Picture | None]]
"""A function that has a picture drawn. It returns None if words must take the picture's place."""


@dataclass(slots=True)
class Painters:
    """A group of painters. It draws at most `threads` pictures at once, each within `limit` seconds.

    A thread cannot be ended from outside. So if a drawing takes longer, its thread is left to end by itself. While
    `most_lost` such threads still run, nothing is drawn.
    """

    threads: int = 2
    limit: float = 15.0
    most_waiting: int = 32
    """The most drawings that may wait for a painter; beyond that only `patient` callers wait (see `paint`)."""
    most_lost: int = 4
    _slots: asyncio.Semaphore = field(init=False)
    _last: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while one of those that come last waits for a painter (see `hold_painter`)."""
    _waiting: int = 0
    _lost: set[Future[Picture | None]] = field(default_factory=set)
    """Drawings that were given up while they were under way."""
    _closed: bool = False
    _idle: list[Jobs] = field(default_factory=list)
    """Painters without a drawing."""
    _held_by: set[asyncio.Task[object] | None] = field(default_factory=set)
    """The tasks that hold a painter for themselves (see `hold_painter`)."""

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.threads)

    def close(self) -> None:
        """Accept no more drawings. Those under way end by themselves."""
        self._closed = True
        while self._idle:
            self._idle.pop().put(None)

    async def paint(self, drawing: DrawPicture, patient: bool = False) -> Picture | None:
        """Draw a picture. Returns None if that takes too long or is not possible now; words then take its place.

        It is not possible after `close`, while `most_lost` lost threads still run, or while too many drawings wait.

        A `patient` caller waits however many drawings wait already. Only messages that the bot posts or updates by
        itself are patient. Each has one drawing at a time, so no more patient drawings wait than messages are due.
        """
        if asyncio.current_task() in self._held_by:
            return await self._paint(drawing)
        if not patient and self._waiting >= self.most_waiting:
            log.warning("%s drawings wait; another goes out in words", self._waiting)
            return None
        async with self.hold_painter():
            return await self._paint(drawing)

    @asynccontextmanager
    async def hold_painter(self, last: bool = False) -> AsyncIterator[bool]:
        """Wait for a painter, however many others wait, and keep it for the `with` block. In it, `paint` does not wait.

        Of the callers that come `last`, only one at a time is in front of others. Yields True if there was a wait. The
        caller can then draw the current state instead of one that went out of date during the wait.
        """
        must_wait = self._slots.locked()
        self._waiting += 1
        try:
            async with self._last if last else nullcontext():
                await self._slots.acquire()
        finally:
            self._waiting -= 1
        task = asyncio.current_task()
        self._held_by.add(task)
        try:
            yield must_wait
        finally:
            self._held_by.remove(task)
            self._slots.release()

    async def _paint(self, drawing: DrawPicture) -> Picture | None:
        self._lost = {lost for lost in self._lost if not lost.done()}
        if self._closed or len(self._lost) >= self.most_lost:
            return None
        drawn: Future[Picture | None] = Future()
        jobs = self._idle.pop() if self._idle else _start_painter()
        drawn.add_done_callback(lambda _: jobs.put(None) if self._closed else self._idle.append(jobs))
        jobs.put((drawing, drawn))
        try:
            async with asyncio.timeout(self.limit):
                return await asyncio.wrap_future(drawn)
        except TimeoutError:
            log.warning("a drawing took more than %s s and goes out in words", self.limit)
            return None
        finally:
            if not drawn.done():
                self._lost.add(drawn)


def _start_painter() -> Jobs:
    """Start the thread of a painter. The event loop then never waits long for it (`SWITCH`)."""
    jobs: Jobs = SimpleQueue()
    sys.setswitchinterval(SWITCH)

    def work() -> None:
        while (job := jobs.get()) is not None:
            drawing, drawn = job
            if drawn.set_running_or_notify_cancel():
                try:
                    drawn.set_result(drawing())
                except Exception as error:
                    drawn.set_exception(error)
            del job, drawing, drawn  # otherwise the picture stays in memory until the next job

    threading.Thread(target=work, name="painter", daemon=True).start()
    return jobs

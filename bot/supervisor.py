"""Watch over the tasks that run as long as the program. If one of them ends by itself, the program ends too.

Otherwise the end of a writer, scheduler or listener would go unnoticed until people wait in vain. `stop` ends such a
task in an orderly way. Any other end sets `fallen`, which fails the health check and ends the process (`bot.serving`).
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)


class Supervisor:
    """A watch over the long-lived tasks of a process. Those that may end by themselves are `Jobs`."""

    def __init__(self) -> None:
        self.fallen = asyncio.Event()
        """Set once a watched task has ended by itself: it returned, raised, or was cancelled from elsewhere."""
        self.name = ""
        """The name of that task."""
        self._watched: set[asyncio.Task[object]] = set()

    def start(self, work: Coroutine[None, None, T], name: str) -> asyncio.Task[T]:
        """Run `work` as a watched task."""
        task = asyncio.create_task(work, name=name)
        self.watch(task)
        return task

    def watch(self, task: asyncio.Task[object]) -> None:
        """Watch a task that is already running."""
        self._watched.add(task)
        task.add_done_callback(self._report_end)

    async def stop(self, *tasks: asyncio.Task[object]) -> None:
        """Cancel these tasks, and wait until they have ended."""
        self.release(*tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def release(self, *tasks: asyncio.Task[object]) -> None:
        """Stop watching these tasks."""
        self._watched.difference_update(tasks)

    def close(self) -> None:
        """Stop watching all tasks, since the program ends."""
        self._watched.clear()

    def _report_end(self, task: asyncio.Task[object]) -> None:
        if task not in self._watched:
            return
        self._watched.discard(task)
        error = None if task.cancelled() else task.exception()
        log.critical("the task %s ended by itself, and the program ends with it", task.get_name(), exc_info=error)
        self.name = self.name or task.get_name()
        self.fallen.set()


class Jobs:
    """Tasks that end by themselves. The supervisor does not watch them; an error of one is logged."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[object]] = set()

    def start(self, work: Coroutine[None, None, object], name: str) -> asyncio.Task[object]:
        """Do `work` in a task."""
        task = asyncio.create_task(work, name=name)
        self._under_way.add(task)
        task.add_done_callback(self._report_end)
        return task

    def drop(self) -> None:
        """Cancel the jobs under way."""
        for task in self._under_way:
            task.cancel()

    async def stop(self) -> None:
        """Cancel the jobs under way, and wait until they have ended."""
        self.drop()
        await self.wait()

    async def wait(self) -> None:
        """Wait until the jobs under way have ended."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def _report_end(self, task: asyncio.Task[object]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed in the background", task.get_name(), exc_info=error)

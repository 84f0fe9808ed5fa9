"""Watches the tasks that run as long as the program does. If one of them ends by itself, the program ends too.

Nobody misses a writer, a clock or a listener until people wait in vain. So each is started and stopped here; if it ends
in any other way, `fallen` is set, which fails the health check and ends the process (`bot.app`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class Supervisor:
    """Keeps the long-lived tasks of one process. Short jobs, which may fail or end, are not its business."""

    def __init__(self) -> None:
        self.fallen = asyncio.Event()
        """Set once a watched task has ended by itself: it returned, raised, or was cancelled by somebody else."""
        self.name = ""
        """The name of that task."""
        self._watched: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Run `work` as a watched task."""
        task = asyncio.create_task(work, name=name)
        self.watch(task)
        return task

    def watch(self, task: asyncio.Task[Any]) -> None:
        """Watch a task that runs already."""
        self._watched.add(task)
        task.add_done_callback(self._ended)

    async def stop(self, *tasks: asyncio.Task[Any]) -> None:
        """Cancel these tasks and wait until they have ended."""
        self.release(*tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def release(self, *tasks: asyncio.Task[Any]) -> None:
        """Let these tasks end as they like."""
        self._watched.difference_update(tasks)

    def close(self) -> None:
        """Watch nothing any more: from now on tasks end because the program does."""
        self._watched.clear()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        if task not in self._watched:
            return
        self._watched.discard(task)
        error = None if task.cancelled() else task.exception()
        log.critical("the task %s ended by itself, and the program ends with it", task.get_name(), exc_info=error)
        self.name = self.name or task.get_name()
        self.fallen.set()

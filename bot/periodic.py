"""A loop that looks at something every so often, survives a database that is away, and can be woken."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.store.database.errors import StoreUnavailable
from bot.supervisor import Supervisor

log = logging.getLogger(__name__)


class Periodic:
    """Calls `look` every so many seconds, and when it is woken, from `start` to `stop`.

    `look` may return the seconds until it has something to do, which is then done at that time if it is sooner. An
    error of `look` is logged, and the next look comes at its usual time.
    """

    def __init__(
        self,
        name: str,
        look: Callable[[], Awaitable[float | None]],
        every: float,
        supervisor: Supervisor,
        at_once: bool = True,
    ) -> None:
        self.name = name
        self._look = look
        self._every = every
        self._supervisor = supervisor
        self._at_once = at_once
        """False if the first look comes after `every` seconds."""
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start looking."""
        self._task = self._supervisor.start(self._run(), self.name)

    async def stop(self) -> None:
        """Stop looking. A look under way is cancelled."""
        if self._task is not None:
            await self._supervisor.stop(self._task)
            self._task = None

    def drop(self) -> None:
        """Stop at once, without waiting for the end."""
        if self._task is not None:
            self._supervisor.release(self._task)
            self._task.cancel()
            self._task = None

    def wake(self) -> None:
        """Look now; if a look is under way, once more after it."""
        self._woken.set()

    async def _run(self) -> None:
        wait = 0.0 if self._at_once else self._every
        while True:
            try:
                async with asyncio.timeout(wait):
                    await self._woken.wait()
            except TimeoutError:
                pass
            self._woken.clear()
            wait = self._every
            try:
                coming = await self._look()
                wait = wait if coming is None else min(wait, max(0.001, coming))
            except StoreUnavailable as error:  # the store logs this
                log.debug("%s: %s", self.name, error)
            except Exception:
                log.exception("%s: a look failed; the next one comes", self.name)

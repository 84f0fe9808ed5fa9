"""Waiting for something to become true, woken by what happens instead of by a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

DEFAULT_TIMEOUT_S = 60.0
"""Seconds until something that should come is missed, unless told otherwise: many times what the slowest takes."""


class Signal:
    """Rung whenever the state changes; whoever waits looks again."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def notify(self) -> None:
        """Let everybody who waits look again."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait_until(self, found: Callable[[], T | None], timeout: float, what: str) -> T:
        """The first truthy answer of `found`; `TimeoutError` naming `what` after `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout):
                while not (answer := found()):
                    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._waiting.append(future)
                    await future
        except TimeoutError:
            raise TimeoutError(f"{timeout} s passed without {what}") from None
        return answer

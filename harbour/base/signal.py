"""Waiting for a condition, which is checked after every change instead of at intervals."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

DEFAULT_TIMEOUT_S = 60.0
"""Default timeout in seconds, several times longer than the slowest operation takes."""


class Signal:
    """Wakes waiting tasks whenever something has changed, so that they check their conditions again."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def notify(self) -> None:
        """Wake every waiting task to check its condition."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait_until(self, condition: Callable[[], T | None], timeout: float, awaited: str) -> T:
        """Return the first truthy result of `condition`.

        Raises `TimeoutError` after `timeout` seconds. The error's message contains `awaited`.
        """
        try:
            async with asyncio.timeout(timeout):
                while not (result := condition()):
                    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._waiting.append(future)
                    await future
        except TimeoutError:
            raise TimeoutError(f"Timed out after {timeout} s waiting for {awaited}") from None
        return result

"""The bar that shows how many hands have been played."""

import time
from collections.abc import Callable
from typing import Final, TextIO


class ProgressBar:
    """A progress bar on a terminal, with the number of hands played, the hands per second and the time left."""

    WIDTH: Final = 30

    def __init__(self, hands: int, stream: TextIO, shown: bool, now: Callable[[], float] = time.perf_counter) -> None:
        self._hands = hands
        self._stream = stream
        self._shown = shown
        self._now = now
        self._began = now()

    def __call__(self, done: int) -> None:
        """Show the number of hands played."""
        if not self._shown:
            return
        done = min(done, self._hands)
        rate = done / max(self._now() - self._began, 1e-9)
        full = self.WIDTH * done // self._hands
        left = (self._hands - done) / rate if rate else 0
        self._stream.write(
            f"\r[{'#' * full}{'.' * (self.WIDTH - full)}] {done:,} of {self._hands:,} hands, {rate:.1f} a second, "
            f"{left:.0f} s left   "
        )
        self._stream.flush()

    def close(self) -> None:
        """End the line."""
        if self._shown:
            self._stream.write("\n")

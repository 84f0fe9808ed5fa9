"""Shows the progress of long commands on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, TextIO

PAUSE: Final = 0.2
"""Seconds between two updates of the line."""


class StatusLine:
    """A status line on `stream`, by default stderr. Nothing is shown if the stream is not a terminal."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._visible = self._stream.isatty()
        self._text = ""
        self._width = 0
        self._updated = 0.0

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._width:
            self._write("")
            self._stream.write("\r")

    def begin(self, text: str) -> None:
        """Name the present step, such as "Reading the backup"."""
        self._text = text
        self._write(f"{text} ...")

    def count(self, done: int) -> None:
        """Show the number of rows done in this step."""
        if time.monotonic() - self._updated >= PAUSE:
            self._write(f"{self._text}: {done:,} rows")

    def _write(self, text: str) -> None:
        if not self._visible:
            return
        self._updated = time.monotonic()
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)


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

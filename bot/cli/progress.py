"""Shows the progress of long commands on a terminal."""

from __future__ import annotations

import sys


class StatusLine:
    """A status line on stderr. Nothing is shown if that is not a terminal."""

    def __init__(self) -> None:
        self._stream = sys.stderr
        self._visible = self._stream.isatty()
        self._text = ""
        self._width = 0

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, *error: object) -> None:
        if self._width:
            self._write("")
            self._stream.write("\r")

    def begin(self, text: str) -> None:
        """Name the present step, such as "Reading the backup"."""
        self._text = text
        self._write(f"{text} ...")

    def count(self, done: int) -> None:
        """Show the number of rows done in this step."""
        self._write(f"{self._text}: {done:,} rows")

    def _write(self, text: str) -> None:
        if not self._visible:
            return
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)

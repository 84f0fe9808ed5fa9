"""Whether the database can be reached, told once when it goes away and once when it is back."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.store.errors import StoreUnavailable

__all__ = ["Availability"]

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Availability:
    """Sees how every read and every write ends. A full disk can still be read: it is back when both succeed again that
    failed. Only the log is told; whoever asked hears of each failure by its exception."""

    _away: set[str] = field(default_factory=set)
    _since: float = 0.0

    @contextlib.contextmanager
    def by(self, way: str) -> Iterator[None]:
        """Watch one "read" or "write"."""
        try:
            yield
        except StoreUnavailable as error:
            if not self._away:
                self._since = time.monotonic()
                log.error(
                    "%s. Nothing that was answered is lost, and every table waits: see that the database runs, can be "
                    "reached and written, and that its disk has room. It is tried again until it is back.",
                    str(error).rstrip("."),
                )
            self._away.add(way)
            raise
        if way in self._away:
            self._away.discard(way)
            if not self._away:
                log.warning("The database is back after %.0f s; every table goes on.", time.monotonic() - self._since)

"""The availability log: one line when the database becomes unavailable, and one when it is back."""

import contextlib
import logging
import time
from collections.abc import Iterator

from msgspec import Struct, field

from bot.store.database.errors import LeaseLost, StoreUnavailable

log = logging.getLogger(__name__)


class Availability(Struct):
    """Logs when reads or writes begin to fail, and when they succeed again. Exceptions still reach callers.

    Reads and writes are tracked separately, since a full disk can still be read. The database is back once each kind
    that failed has succeeded again.
    """

    _away: set[str] = field(default_factory=set)
    _since: float = 0.0

    @contextlib.contextmanager
    def watch(self, kind: str) -> Iterator[None]:
        """Note if the database fails in the block, or works again. `kind` is "read" or "write"."""
        try:
            yield
        except LeaseLost:
            raise  # the database is up, but another process holds the lease
        except StoreUnavailable as error:
            if not self._away:
                self._since = time.monotonic()
                log.error(
                    "%s. Nothing confirmed is lost; all tables are on hold. Check that the database runs, that "
                    "it can be reached and written, and that its disk has room. The bot keeps trying.",
                    str(error).rstrip("."),
                )
            self._away.add(kind)
            raise
        if kind in self._away:
            self._away.discard(kind)
            if not self._away:
                log.warning("The database is back after %.0f s; all tables continue.", time.monotonic() - self._since)

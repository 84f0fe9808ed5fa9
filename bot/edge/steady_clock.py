"""A clock that follows Discord's time, even if the clock of this machine is changed.

Interactions carry Discord's timestamps, so deadlines must use Discord's time too. The machine's clock is read once, at
the start. From then on a monotonic clock counts. Two things correct it: the timestamp of each interaction, which is
never in the future, and the date of each answer to a request.
"""

import contextlib
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Final

from aiohttp import ClientHandlerType, ClientRequest, ClientResponse

MILLISECONDS: Final = 1_000_000
"""Nanoseconds in a millisecond."""
DATE_STEP: Final = 1_000
"""The resolution, in milliseconds, of the dates in Discord's answers."""
TOLERANCE: Final = 2_000
"""Milliseconds by which this clock may be ahead of Discord's before it is corrected."""


def measure_elapsed() -> int:
    """Nanoseconds since the machine was started, including the time in which it slept. The number never falls."""
    try:
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    except AttributeError:  # outside Linux, sleep may not count; Discord's timestamps correct this
        return time.monotonic_ns()


class SteadyClock:
    """A `bot.ports.clock.Clock` that never goes back, once Discord has told its time.

    `wall` and `elapsed` return nanoseconds.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns, elapsed: Callable[[], int] = measure_elapsed) -> None:
        self._elapsed = elapsed
        self._wall = wall
        self._has_date = False
        self._offset = (wall() - elapsed()) // MILLISECONDS
        self._latest = 0

    def __call__(self) -> int:
        """Milliseconds since 1970. When Discord's time turns out to be earlier, this clock stands still for a while."""
        self._latest = max(self._latest, self._read_time())
        return self._latest

    def seconds(self) -> float:
        """Seconds since 1970."""
        return self() / 1000

    def correct(self, stamp: int) -> None:
        """Correct the clock by the time (milliseconds) of an event at Discord. The present time cannot be earlier."""
        self._offset += max(0, stamp - self._read_time())

    def correct_by_date(self, date: int, took: int) -> None:
        """Correct the clock by the date (milliseconds) of an answer from Discord to a request that `took` this long."""
        is_first, self._has_date = not self._has_date, True
        self.correct(date)
        ahead = self._read_time() - (date + DATE_STEP + took)
        if ahead > TOLERANCE:
            self._offset -= ahead
            if is_first:
                self._latest = 0  # no event has a time yet, and the clock might otherwise stand still for hours

    def measure_drift(self) -> int | None:
        """Milliseconds by which the machine's clock is ahead of Discord's, accurate to a few seconds.

        None before the first answer from Discord.
        """
        return self._wall() // MILLISECONDS - self._read_time() if self._has_date else None

    async def follow(self, request: ClientRequest, send: ClientHandlerType) -> ClientResponse:
        """Send a request, as a middleware of aiohttp, and take the date of the answer."""
        began = self._elapsed()
        answer = await send(request)
        with contextlib.suppress(KeyError, ValueError):
            self.correct_by_date(_read_date(answer.headers["Date"]), (self._elapsed() - began) // MILLISECONDS)
        return answer

    def _read_time(self) -> int:
        return self._offset + self._elapsed() // MILLISECONDS


@lru_cache(maxsize=8)
def _read_date(date: str) -> int:
    """Read the date of an answer, in milliseconds. All answers within one second have the same date."""
    return round(parsedate_to_datetime(date).timestamp() * 1000)

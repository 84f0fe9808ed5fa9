"""The time of day as Discord tells it, whatever happens to the clock of this machine.

Interactions carry Discord's time stamps, so a table's deadlines have to go by Discord's time. The machine's clock
is asked once, at the start. From then on the time goes by a clock that only goes forward, and Discord corrects it: with
the stamp of each interaction, which is never in the future, and with the date of each answer to a request.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Final

import aiohttp

MILLISECONDS: Final = 1_000_000
"""Nanoseconds in a millisecond."""
DATE_STEP: Final = 1_000
"""Milliseconds: dates in answers are cut off to the second."""
TOLERANCE: Final = 2_000
"""Milliseconds by which this clock may be ahead of Discord's before it is corrected."""


def measure_elapsed() -> int:
    """Nanoseconds since the machine was started, its sleep included. They never go back."""
    try:
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    except AttributeError:  # outside Linux, sleep may not count; Discord's stamps correct that
        return time.monotonic_ns()


class SteadyClock:
    """A `bot.ports.clock.Clock` that never goes back. `wall` and `elapsed` tell nanoseconds."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, elapsed: Callable[[], int] = measure_elapsed) -> None:
        self._elapsed = elapsed
        self._wall = wall
        self._heard = False
        self._offset = (wall() - elapsed()) // MILLISECONDS
        self._latest = 0

    def __call__(self) -> int:
        """Milliseconds since 1970. If Discord's time is earlier, this clock stands still until Discord's catches up."""
        self._latest = max(self._latest, self._now())
        return self._latest

    def seconds(self) -> float:
        """The same in seconds."""
        return self() / 1000

    def hear(self, stamp: int) -> None:
        """Take the time (milliseconds) of an event at Discord: the present time cannot be earlier."""
        self._offset += max(0, stamp - self._now())

    def hear_date(self, date: int, took: int) -> None:
        """Take the date (milliseconds) of an answer from Discord; the request `took` this long in all."""
        self._heard = True
        self.hear(date)
        ahead = self._now() - (date + DATE_STEP + took)
        if ahead > TOLERANCE:
            self._offset -= ahead

    def drift(self) -> int | None:
        """Milliseconds by which the machine's clock is ahead of Discord's, accurate to a few seconds.

        None if Discord has not told the time yet.
        """
        return self._wall() // MILLISECONDS - self._now() if self._heard else None

    def trace(self) -> aiohttp.TraceConfig:
        """A trace for an HTTP client, which passes the date of each answer to this clock."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._asked)
        config.on_request_end.append(self._answered)
        return config

    def _now(self) -> int:
        return self._offset + self._elapsed() // MILLISECONDS

    async def _asked(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, start: aiohttp.TraceRequestStartParams
    ) -> None:
        context.began = self._elapsed()

    async def _answered(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        try:
            date = parsedate_to_datetime(end.response.headers["Date"])
        except (KeyError, ValueError):
            return
        self.hear_date(round(date.timestamp() * 1000), (self._elapsed() - context.began) // MILLISECONDS)

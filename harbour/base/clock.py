"""Time in milliseconds since 1970, and the snowflakes that carry it."""

import itertools
import time
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000


class Clock:
    """The harbour's time. Tests move it forward instead of sleeping."""

    def __init__(self) -> None:
        self._ahead_ms = 0

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return time.time_ns() // 1_000_000 + self._ahead_ms

    def advance(self, seconds: float) -> None:
        """Move the clock forward by `seconds`, for deadlines, ages and new snowflakes."""
        self._ahead_ms += round(seconds * 1000)


class Snowflakes:
    """A generator of unique identifiers, ordered by the millisecond in their upper bits."""

    def __init__(self, clock: Clock, first: int = 1) -> None:
        self._clock = clock
        self._count = itertools.count(first)

    def make(self, at_ms: int | None = None) -> str:
        """Return a new identifier, stamped with the present millisecond or with `at_ms`."""
        stamp = self._clock.now() if at_ms is None else at_ms
        return str((stamp - DISCORD_EPOCH_MS) << 22 | next(self._count) & 0x3FFFFF)


def find_created_ms(snowflake: str) -> int:
    """Return the creation time in a snowflake, in milliseconds since 1970."""
    return (int(snowflake) >> 22) + DISCORD_EPOCH_MS


def format_timestamp(at_ms: int) -> str:
    """Write a time as Discord's JSON does, in ISO 8601."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="microseconds")

"""Time and identifiers: milliseconds since 1970, and snowflakes that carry them."""

from __future__ import annotations

import itertools
import time
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000


class Clock:
    """The harbour's time in milliseconds since 1970; tests move it forward instead of sleeping."""

    def __init__(self) -> None:
        self._ahead_ms = 0

    def now(self) -> int:
        """Milliseconds since 1970, by this clock."""
        return time.time_ns() // 1_000_000 + self._ahead_ms

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once for deadlines, ages and new snowflakes."""
        self._ahead_ms += round(seconds * 1000)


class Snowflakes:
    """Makes identifiers that sort by the millisecond in their upper bits and never repeat."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._count = itertools.count(1)

    def new(self, at_ms: int | None = None) -> str:
        """A fresh identifier, stamped now or at a chosen millisecond."""
        stamp = self._clock.now() if at_ms is None else at_ms
        return str((stamp - DISCORD_EPOCH_MS) << 22 | next(self._count) & 0x3FFFFF)


def created_ms(snowflake: str) -> int:
    """The millisecond since 1970 that a snowflake carries."""
    return (int(snowflake) >> 22) + DISCORD_EPOCH_MS


def format_timestamp(at_ms: int) -> str:
    """ISO 8601 in the form that Discord's JSON has."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="microseconds")

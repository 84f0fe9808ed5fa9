"""Quiet hours: the part of the day in which a person's clock stands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LONGEST_STRETCHED: Final = 366 * 24 * 3_600_000
"""The longest wait (milliseconds) that quiet hours stretch."""


class QuietHours(NamedTuple):
    """A person's quiet hours: minutes of the day in his time zone, from `start` until `end`."""

    zone: tzinfo
    start: int
    end: int

    def covers(self, moment: datetime) -> bool:
        """Whether a moment lies in the quiet hours."""
        minute = moment.hour * 60 + moment.minute
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end


def find_zone(name: str) -> tzinfo | None:
    """The time zone of that name ("Europe/Berlin", "UTC"), or None if there is none such here."""
    if name.upper() == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def add_waking_time(start: int, length: int, quiet: QuietHours | None) -> int:
    """When `length` milliseconds have passed since `start`, quiet hours not counted."""
    if quiet is None or quiet.start == quiet.end or length > LONGEST_STRETCHED:
        return start + length
    now = datetime.fromtimestamp(start / 1000, quiet.zone)
    left = timedelta(milliseconds=length)
    while True:
        until = _next_change(now, quiet)
        if quiet.covers(now):
            now = until
        elif until - now >= left:
            return round((now + left).timestamp() * 1000)
        else:
            left -= until - now
            now = until


def _next_change(now: datetime, quiet: QuietHours) -> datetime:
    """The next beginning or end of the quiet hours after `now`."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    marks = [midnight + timedelta(days=day, minutes=minute) for day in (0, 1, 2) for minute in (quiet.start, quiet.end)]
    return min(mark for mark in marks if mark > now)

"""Quiet hours: the part of the day in which a player's clock stands still."""

from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final, NamedTuple, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LONGEST_STRETCHED: Final = 366 * 24 * 3_600_000
"""The longest wait (milliseconds) that quiet hours prolong."""

DAY: Final = 24 * 60
"""The minutes of a day."""
LONGEST: Final = 16 * 60
"""The most minutes of a day that may be quiet. With more, a table might wait for years before the others may vote."""


class QuietHours(NamedTuple):
    """A user's quiet hours, from `start` until `end`, in minutes of the day in their time zone."""

    zone: tzinfo
    start: int
    end: int

    def cut_to_longest(self) -> Self:
        """These hours, cut to `LONGEST` minutes, since older releases accepted longer ones."""
        return self if (self.end - self.start) % DAY <= LONGEST else self._replace(end=(self.start + LONGEST) % DAY)

    def covers(self, moment: datetime) -> bool:
        """True if a moment lies in the quiet hours."""
        minute = moment.hour * 60 + moment.minute
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end


def find_zone(name: str) -> tzinfo | None:
    """The time zone of that name ("Europe/Berlin", "UTC"), or None if this machine does not know it."""
    if name.upper() == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def add_waking_time(start: int, length: int, quiet: QuietHours | None) -> int:
    """Add `length` milliseconds to `start` without counting quiet hours."""
    if quiet is None or quiet.start == quiet.end or length > LONGEST_STRETCHED:
        return start + length
    now = datetime.fromtimestamp(start / 1000, UTC)
    left = timedelta(milliseconds=length)
    while True:
        until = _next_change(now, quiet)
        if quiet.covers(now.astimezone(quiet.zone)):
            now = until
        elif until - now >= left:
            return round((now + left).timestamp() * 1000)
        else:
            left -= until - now
            now = until


def _next_change(now: datetime, quiet: QuietHours) -> datetime:
    """The next start or end of quiet hours after `now`, or the next time before it at which the clocks change.

    All are moments (UTC): on local times of one zone, Python calculates as if its clocks never changed.
    """
    today = now.astimezone(quiet.zone).date()
    marks = [
        datetime.combine(today + timedelta(days=day), time(minute // 60, minute % 60, fold=fold), quiet.zone)
        for day in (0, 1, 2)
        for minute in (quiet.start, quiet.end)
        for fold in (0, 1)
    ]
    until = min(moment for mark in marks if (moment := mark.astimezone(UTC)) > now)
    return _find_clock_change(now, until, quiet.zone)


def _find_clock_change(after: datetime, until: datetime, zone: tzinfo) -> datetime:
    """The first whole minute after a moment at which the clocks have changed; `until` if they do not before it."""

    def offset(moment: datetime) -> timedelta | None:
        return moment.astimezone(zone).utcoffset()

    if offset(after) == offset(until):
        return until
    start = after.replace(second=0, microsecond=0)
    low, high = 0, int((until - start) / timedelta(minutes=1)) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if offset(start + timedelta(minutes=middle)) == offset(after) else (low, middle)
    return min(until, start + timedelta(minutes=high))

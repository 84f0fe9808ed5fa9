"""Quiet hours: the part of the day in which a player's clock stands still."""

from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final, NamedTuple, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.ports import DAY
from bot.wording.times.clocks import MINUTES_OF_DAY

LONGEST_WAIT: Final = 366 * DAY
"""Milliseconds. Quiet hours do not prolong a wait that is longer than this."""

MOST_QUIET: Final = 16 * 60
"""The most minutes of a day that may be quiet.

Clocks stand still in quiet hours: with only a minute outside them, a wait of two days would take years.
"""


class QuietHours(NamedTuple):
    """A user's quiet hours, from `start` until `end`, in minutes of the day in their time zone."""

    zone: tzinfo
    start: int
    end: int

    def cut_to_longest(self) -> Self:
        """These hours, cut to `MOST_QUIET` minutes, since older releases accepted longer ones."""
        too_long = (self.end - self.start) % MINUTES_OF_DAY > MOST_QUIET
        return self._replace(end=(self.start + MOST_QUIET) % MINUTES_OF_DAY) if too_long else self

    def covers(self, moment: datetime) -> bool:
        """True if a moment lies in the quiet hours."""
        minute = moment.hour * 60 + moment.minute
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end

    def find_end(self, at: int) -> int | None:
        """The end (milliseconds) of the quiet hours in which the time `at` lies; None if `at` lies outside them."""
        covered = self.covers(datetime.fromtimestamp(at / 1000, self.zone))
        return add_waking_time(at, 0, self) if covered else None


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
    if quiet is None or quiet.start == quiet.end or length > LONGEST_WAIT:
        return start + length
    now = datetime.fromtimestamp(start / 1000, UTC)
    remaining = timedelta(milliseconds=length)
    while True:
        until = _find_next_change(now, quiet)
        if quiet.covers(now.astimezone(quiet.zone)):
            now = until
        elif until - now >= remaining:
            return round((now + remaining).timestamp() * 1000)
        else:
            remaining -= until - now
            now = until


def _find_next_change(now: datetime, quiet: QuietHours) -> datetime:
    """The next start or end of quiet hours after `now`, or an earlier time at which the clocks change.

    All times are compared in UTC, because Python ignores changes of the clocks between two times of the same zone.
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
    """The first whole minute after a moment at which the clocks have changed; `until` if they do not change before."""

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

"""Quiet hours: the part of the day in which a player's clock stands still."""

from datetime import UTC, datetime, tzinfo
from typing import Final, NamedTuple, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.ports import DAY, MINUTE
from bot.wording.times.clocks import MINUTES_OF_DAY

HALF_HOUR: Final = 30 * MINUTE
LONGEST_WAIT: Final = 60 * DAY
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
    now, remaining = start, length
    while True:
        local = datetime.fromtimestamp(now / 1000, quiet.zone)
        past = local.hour * 60 + local.minute + 1
        marks = ((mark - past) % MINUTES_OF_DAY * MINUTE + MINUTE - now % MINUTE for mark in (quiet.start, quiet.end))
        # Clocks change at whole and half hours, so nothing changes before the next of these or the next mark.
        ahead = min(HALF_HOUR - now % HALF_HOUR, *marks)
        if not quiet.covers(local):
            if ahead >= remaining:
                return now + remaining
            remaining -= ahead
        now += ahead

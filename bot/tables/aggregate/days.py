"""The days of the hand of the day: when each begins, when it is over, and when its hands end.

A day is a date, and each person plays the date of their own time zone. It begins in the first time zone, UTC+14, and is
over once it has ended in the last one, UTC-12. A hand that was begun in time may be finished in the `GRACE` after that.
The day's secret opens when the day is over and nobody plays its hand any more.
"""

from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from bot.ports import DAY, HOUR

FIRST_ZONE: Final = 14 * HOUR
"""The lead of the first time zone over UTC."""
LAST_ZONE: Final = 12 * HOUR
"""The lag of the last time zone behind UTC."""
GRACE: Final = 6 * HOUR
"""Milliseconds for which a hand that was begun may still be played after the end of its day."""
_EPOCH: Final = date(1970, 1, 1)


def find_day(at: int, zone: tzinfo) -> int:
    """The number of the day at the time `at` (milliseconds) in a time zone."""
    return number_of(datetime.fromtimestamp(at / 1000, zone).date())


def find_newest_day(at: int) -> int:
    """The number of the newest day that has begun anywhere."""
    return (at + FIRST_ZONE) // DAY


def number_of(on: date) -> int:
    """The number of a date."""
    return (on - _EPOCH).days


def date_of(day: int) -> date:
    """The date of a day."""
    return _EPOCH + timedelta(days=day)


def find_end(day: int) -> int:
    """The time (milliseconds) at which a day is over everywhere."""
    return (day + 1) * DAY + LAST_ZONE


def find_last_moment(day: int) -> int:
    """The time (milliseconds) at which a hand of the day that is still under way ends."""
    return find_end(day) + GRACE


def month_of(day: int) -> tuple[int, int]:
    """The first and the last day of a day's month."""
    on = date_of(day)
    first = on.replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    return number_of(first), number_of(following) - 1

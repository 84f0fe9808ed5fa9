"""Typed days: "tomorrow", "next Friday", "26 nov", "Sat 28 November", "28.11.2026", "3 de março de 2024"."""

import re
from datetime import date, timedelta
from functools import cache
from typing import Final, NamedTuple

from bot.wording.letters import simplify_words
from bot.wording.times.vocabulary import MONTHS, PARTS, WEEKDAYS, find_phrase, find_word, match_any, strip_ends
from bot.wording.times.waits import is_said_as_wait, parse_wait
from bot.wording.words import Words

AHEAD: Final = ("today", "tomorrow", "after_tomorrow")
"""Words for days, in the order in which they come."""
FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 2200
"""The years of typed days. A year of two digits lies between 1970 and 2068."""
_TWO_MONTHS: Final = 62
"""The days among which is every day of a month."""
DAY_FIRST: Final = "day"
YEAR_FIRST: Final = "year"
MONTH_FIRST: Final = "month"
"""The orders in which the numbers of a day can be written: 1-3-14, 14-3-1 and 3-1-14. Only a year of two digits is
ever first."""


@cache
def _date_patterns(order: str) -> tuple[re.Pattern[str], ...]:
    """Patterns that match a date with its numbers in this order. The first that matches counts."""
    ordinal = match_any("ordinal")
    between = rf"(?:[/.-]|\.?\s(?:(?:{match_any('of')})\s)?|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d))"
    day, year = rf"(?P<day>\d{{1,2}})(?:{ordinal})?", r"'?(?P<year>\d{2}|\d{4})"
    month, named = r"(?P<month>\d{1,2}|[a-z]{3,10})\.?", r"(?P<month>[a-z]{3,10})\.?"
    numbers = {
        DAY_FIRST: (rf"{day}{between}{month}(?:{between}{year})?",),
        YEAR_FIRST: (
            rf"(?P<year>\d\d)(?:{ordinal})?{between}{month}{between}'?(?P<day>\d\d)",
            rf"{day}{between}{month}{between}'?(?P<year>\d{{4}})",
        ),
        MONTH_FIRST: (
            rf"(?P<month>\d{{1,2}})[/\s-]{day}(?:[/\s-]{year})?",  # nobody writes it between full stops
            rf"{day}{between}{month}(?:{between}{year})?",
        ),
    }
    return tuple(
        re.compile(pattern, re.ASCII)
        for pattern in (
            r"(?P<year>\d{4})[/.-](?P<month>\d{1,2})[/.-](?P<day>\d{1,2})",
            r"(?P<year>\d{4}) ?(?P<month>\d\d) ?(?P<day>\d\d)",
            *numbers[order],
            rf"{named}\s{day}(?:\s{year})?",
        )
    )


def find_weekday(typed: str) -> int | None:
    """The number of a day of the week, 0 for Monday; None for anything else."""
    found = find_word(typed.rstrip("."), WEEKDAYS)
    return find_word(_in_singular(typed), WEEKDAYS) if found is None else found


def is_every_week(typed: str) -> bool:
    """True for the days of every week: "Fridays"."""
    return find_word(typed, WEEKDAYS) is None and find_word(_in_singular(typed), WEEKDAYS) is not None


def _in_singular(typed: str) -> str:
    return re.sub(r"s\b", "", typed)


def find_month(typed: str) -> int | None:
    """The number of a month by its name or number; None for anything else."""
    place = int(typed) - 1 if typed.isdecimal() else find_word(typed.rstrip("."), MONTHS)
    return None if place is None or not 0 <= place < 12 else place + 1


def strip_day(typed: str) -> str:
    """Take the words away that do not change a day: "on Friday night" is "friday", and "on the 3" is "the 3". A first
    in words is a number: "the first of May" is "1 of may"."""
    if find_word(typed, AHEAD) is not None:
        return typed
    after = re.sub(rf"(?:\s+(?:{match_any('after_day', 'coming', *PARTS)}))+$", "", f" {typed}").strip()
    plain = re.sub(rf"^(?:(?:{match_any('before_day', 'coming')})\s+)+(?!\d+$)", "", after)
    return re.sub(rf"^(?:{match_any('first')})(?=\s(?:{match_any('of')})\s)", "1", plain)


def _strip_week(typed: str) -> str:
    """Take away the words for a week later: "friday week" and "a week on friday" are "friday"."""
    return re.sub(rf"^(?:{match_any('week_from')})\s+|\s+(?:{match_any('week_later')})$", "", typed)


def find_days(typed: str, today: date) -> tuple[date, ...]:
    """The days that typed words may mean, the nearest first: two for a day of the week, and none for other words."""
    if is_said_as_wait(typed) and (wait := parse_wait(typed)):
        return () if wait % timedelta(days=1) else (today + wait,)
    is_coming, typed = bool(find_phrase(typed, "coming")), strip_day(typed)
    ahead = find_word(typed, AHEAD)
    if ahead is not None:
        return (today + timedelta(days=ahead),)
    following = strip_ends(typed, "next_week")
    if following == typed != (later := _strip_week(typed)):
        return tuple(day + timedelta(days=7) for day in find_days(later, today)[:1])
    weekday = find_weekday(strip_day(following))
    if weekday is not None:
        coming = today + timedelta(days=(weekday - today.weekday()) % 7 or 7 * is_coming)
        if following != typed and coming - today < timedelta(days=7 - today.weekday()):
            coming += timedelta(days=7)
        return coming, coming + timedelta(days=7)
    meant = {_find_day(typed, today)}
    first, _, rest = typed.partition(" ")
    if rest and (named := find_weekday(first)) is not None:
        on = _find_day(strip_day(rest), today, is_named=True)
        meant.add(on if on and on.weekday() == named else None)
    days = tuple(day for day in meant if day)
    return days if len(days) == 1 else ()  # "mar 3" is a Tuesday in Spanish


def find_date(typed: str, today: date) -> date | None:
    """Find a typed date, the next one if it lacks a year; None for anything else. The month may come first in one that
    has no other meaning: 12/25."""
    return _find_date(typed, DAY_FIRST, today) or _find_date(typed, MONTH_FIRST, today)


def _find_date(typed: str, order: str, since: date = date.max) -> date | None:
    """Find a date with its numbers in this order. One that lacks a year is the first `since` a day."""
    found = next(filter(None, (pattern.fullmatch(typed) for pattern in _date_patterns(order))), None)
    if found is None:
        return None
    years = [_read_year(found["year"])] if found["year"] else range(since.year, since.year + 9)
    dates = (_make_date(year, find_month(found["month"]) or 0, int(found["day"])) for year in years)
    return next((one for one in dates if one is not None and (found["year"] or one >= since)), None)


def _find_day(typed: str, today: date, is_named: bool = False) -> date | None:
    """Find a date, or the next day of a number: "the 3rd". A bare number counts only if its day of the week
    `is_named`."""
    if (on := find_date(typed, today)) is not None:
        return on
    day = re.fullmatch(rf"((?:{match_any('before_number')})\s)?(\d{{1,2}})({match_any('ordinal')})?", typed, re.ASCII)
    if day is None or not (is_named or day[1] or day[3]):
        return None
    coming = (today + timedelta(days=ahead) for ahead in range(_TWO_MONTHS))
    return next((one for one in coming if one.day == int(day[2])), None)


def format_day(on: date, words: Words) -> str:
    """Write a day: "3 Mar 2024"."""
    return words.say("date/day", day=on.day, month=words.say(f"date/month/{on.month}"), year=on.year)


class ReadDay(NamedTuple):
    """A day that was read."""

    on: date
    is_open: bool
    """True if its year has two digits, or if its numbers are another day in another order."""


def read_past_day(text: str, order: str = DAY_FIRST) -> ReadDay | None:
    """Read a date of any year since `FIRST_YEAR`, or the first day of a month or year; None for anything else. Its
    numbers are written in this order."""
    plain = strip_day(re.sub(r"(?<=\d)\s*([/.-])\s*(?=\d)", r"\1", simplify_words(text, ",").rstrip(".")))
    plain = re.sub(r"^\d{4}$", r"\g<0>-1", plain, flags=re.ASCII)
    plain = re.sub(r"^\d{4}[/.-]\d{1,2}$", r"\g<0>-1", plain, flags=re.ASCII)
    first, _, rest = plain.partition(" ")
    if find_weekday(first) is not None and not rest.isdecimal() and _find_date(plain, order) is None:
        plain = strip_day(rest)
    days = {known: _find_date(plain, known) for known in (DAY_FIRST, YEAR_FIRST, MONTH_FIRST)}
    on = days.pop(order)
    if on is None:
        return None
    is_short = re.search(r"\d{4}", plain) is None
    return ReadDay(on, is_short or any(day not in (on, None) for day in days.values()))


def _read_year(typed: str) -> int:
    year = int(typed)
    return year if len(typed) > 2 else year + (1900 if year + 1900 >= FIRST_YEAR - 1 else 2000)


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if FIRST_YEAR <= year <= LAST_YEAR else None
    except ValueError:  # the 29th of February, most often
        return None

"""Typed days: "tomorrow", "next Friday", "26 nov", "Sat 28 November", "28.11.2026", "3 de março de 2024"."""

import re
from datetime import date, timedelta
from functools import cache
from typing import Final, NamedTuple

from bot.wording.letters import simplify_words
from bot.wording.times.vocabulary import MONTHS, WEEKDAYS, find_word, match_any
from bot.wording.words import Words

_AHEAD: Final = ("today", "tomorrow", "after_tomorrow")
FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 2200
"""The years of days in the books. A year of two digits lies between 1970 and 2068."""


@cache
def _date_pattern() -> re.Pattern[str]:
    of, ordinal = match_any("of"), match_any("ordinal")
    between = rf"(?:[/.-]|\.?\s(?:(?:{of})\s)?)"
    month = r"(?P<month>\d{1,2}|[a-z]{3,10})\.?"
    named = r"(?P<name>[a-z]{3,10})\.?"
    return re.compile(
        rf"(?P<day>\d{{1,2}})(?:{ordinal})?{between}{month}(?:{between}(?P<year>\d{{2}}|\d{{4}}))?"
        rf"|{named}\s(?P<second>\d{{1,2}})(?:{ordinal})?(?:\s(?P<later>\d{{4}}))?",
        re.ASCII,
    )


def find_weekday(typed: str) -> int | None:
    """The number of a day of the week, 0 for Monday; None for anything else."""
    found = find_word(typed.rstrip("."), WEEKDAYS)
    return find_word(typed.removesuffix("s"), WEEKDAYS) if found is None else found


def find_month(typed: str) -> int | None:
    """The number of a month by its name or number; None for anything else."""
    place = int(typed) - 1 if typed.isdecimal() else find_word(typed.rstrip("."), MONTHS)
    return None if place is None or not 0 <= place < 12 else place + 1


def strip_day(typed: str) -> str:
    """Take the words away that do not change a day: "on Friday night" is "friday"."""
    after = re.sub(rf"(?:\s+(?:{match_any('after_day')}))+$", "", f" {typed}").strip()
    return re.sub(rf"^(?:(?:{match_any('before_day')})\s+)+", "", after)


def find_days(typed: str, today: date) -> tuple[date, ...]:
    """The days that typed words may mean, the nearest first: two for a day of the week, and none for other words."""
    ahead = find_word(typed, _AHEAD)
    if ahead is not None:
        return (today + timedelta(days=ahead),)
    following = re.match(rf"(?:{match_any('next_week')})\s+", typed)
    weekday = find_weekday(typed[following.end() :] if following else typed)
    if weekday is not None:
        coming = today + timedelta(days=(weekday - today.weekday()) % 7)
        if following and coming - today < timedelta(days=7 - today.weekday()):
            coming += timedelta(days=7)
        return coming, coming + timedelta(days=7)
    first, _, rest = typed.partition(" ")
    named = find_weekday(first) if rest else None
    found = find_date(typed if named is None else rest, today)
    return () if found is None or named not in (None, found.weekday()) else (found,)


def find_date(typed: str, today: date) -> date | None:
    """Find a typed date, the next one if it lacks a year; None for anything else."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        found = _date_pattern().fullmatch(typed)
    if found is None:
        return None
    day, year = int(found["day"] or found["second"]), found["year"] or found["later"]
    month = find_month(found["month"] or found["name"])
    if month is None and (found["month"] or "").isdecimal():  # 12/25, as Americans write it
        day, month = int(found["month"]), find_month(str(day))
    years = (_read_year(year),) if year else range(today.year, today.year + 9)
    dates = (_make_date(number, month or 0, day) for number in years)
    return next((one for one in dates if one is not None and (one >= today or year)), None)


def format_day(on: date, words: Words) -> str:
    """Write a day: "3 Mar 2024"."""
    return words.say("date/day", day=on.day, month=words.say(f"date/month/{on.month}"), year=on.year)


class ReadDay(NamedTuple):
    """A day that was read."""

    on: date
    is_short: bool
    """True if the year was written with two digits."""


def read_past_day(text: str, year_first: bool = False) -> ReadDay | None:
    """Read a date of any year since `FIRST_YEAR`, or the first day of a month or year; None for anything else.

    The day is written before the month. With `year_first`, a date with a two-digit year is written as year, month, day.
    """
    plain = simplify_words(text, ",").rstrip(".")
    first, _, rest = plain.partition(" ")
    plain = rest if rest and find_weekday(first) is not None else plain
    whole = re.fullmatch(r"(\d{4})(?:[/.-](\d{1,2})(?:[/.-](\d{1,2}))?)?", plain, re.ASCII)
    found = _date_pattern().fullmatch(plain)
    if whole is not None:
        year, month, day = whole[1], int(whole[2] or 1), whole[3] or "1"
    elif found is not None and (found["year"] or found["later"]):
        year, day = found["year"] or found["later"], found["day"] or found["second"]
        month = find_month(found["month"] or found["name"]) or 0
    else:
        return None
    is_short = len(year) == 2
    if is_short and year_first:
        day, year = year, day
    on = _make_date(_read_year(year), month, int(day))
    return ReadDay(on, is_short) if on is not None and FIRST_YEAR <= on.year <= LAST_YEAR else None


def _read_year(typed: str) -> int:
    year = int(typed)
    return year if len(typed) > 2 else year + (1900 if year + 1900 >= FIRST_YEAR - 1 else 2000)


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:  # the 29th of February, most often
        return None

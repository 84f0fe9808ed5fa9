"""Parses start times: "20:30", "fri 8pm", "every friday 8pm", "26 nov 20h30", "el viernes a las 8", "in 2h".

A grammar of our own, since the packages for it guess where they should refuse: docs/dependencies.md has what they do.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, NamedTuple

from bot.services import time_words
from bot.wording import Words
from games.core.refused import Refused

MOST_DAYS: Final = 30
"""The latest start, in days from now."""
MOST_LETTERS: Final = 80
"""The most characters of a typed time. With more, a wait ("in 2h") could reach beyond the last date of the calendar."""
_NOON: Final = 12 * 60
_DAY: Final = 24 * 60
_MINUTES: Final = {"d": _DAY, "h": 60, "m": 1}
_ONE: Final = {"a": 1.0, "an": 1.0, "um": 1.0, "uma": 1.0, "un": 1.0, "una": 1.0}
_LENGTH: Final = re.compile(
    rf"(?P<count>\d{{1,5}}(?:[.]\d)?|\b(?:{'|'.join(_ONE)})\b)\s*(?P<unit>{time_words.UNITS})(?![a-z])", re.ASCII
)
_HALF: Final = rf"(?P<half>am|pm|a\.m\.|p\.m\.|{'|'.join((*time_words.MORNING, *time_words.EVENING))})"
_CLOCK: Final = re.compile(
    rf"(?<![\w/.:-])(?:(?P<at>{time_words.AT})\s+)?(?:"
    rf"(?P<word>{'|'.join((*time_words.NOON, *time_words.MIDNIGHT))})"
    rf"|(?P<hour>\d{{1,2}})(?:(?P<mark>[:.h])(?P<minute>\d\d)h?|(?P<bare>h|\s?horas?|\s?o'clock))?"
    rf"(?P<thirty>\s(?:{'|'.join(time_words.AND_A_HALF)}))?(?:\s?{_HALF})?"
    r")(?![\w/:-])",
    re.ASCII,
)
_DATE: Final = re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th|o)?(?:/|\s(?:of\s|de\s)?)(?P<month>\d{1,2}|[a-z]{3,10}\.?)"
                          r"(?:(?:/|\s(?:de\s)?)(?P<year>\d{4}))?", re.ASCII)  # fmt: skip
_MONTH_FIRST: Final = re.compile(
    r"(?P<month>[a-z]{3,10}\.?)\s(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:\s(?P<year>\d{4}))?", re.ASCII
)
_DAY_AND_MONTH: Final = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?![\d/])", re.ASCII)


class TypedTime(NamedTuple):
    """The meaning of a typed time."""

    at: int
    """In milliseconds since 1970."""
    weekly: bool
    """True for a time of every week."""


def parse_time(words: str, now: int, zone: tzinfo, days: int = MOST_DAYS) -> TypedTime:
    """Parse a typed time, relative to `now` (milliseconds since 1970) and in the time zone `zone`.

    A time of day without a day is the next such time. The time must lie within `days` days.

    Raises Refused("TABLE", reason), with the reason "time_words", "time_past" or "time_far".
    """
    plain = time_words.fold(words)
    if len(plain) > MOST_LETTERS:
        raise Refused("TABLE", "time_words", given=words[:60])
    present = datetime.fromtimestamp(now / 1000, UTC)
    wait = _wait(plain)
    every = time_words.EVERY.search(plain)
    if wait is not None:
        found: datetime | None = present + wait
    else:
        found = _on(time_words.EVERY.sub("", plain), present, zone, every is not None)
    if found is None:
        raise Refused("TABLE", "time_words", given=words[:60])
    if found <= present:
        raise Refused("TABLE", "time_past", given=words[:60])
    if found > present + timedelta(days=days):
        raise Refused("TABLE", "time_far", days=days)
    return TypedTime(round(found.timestamp() * 1000), every is not None and wait is None)


def parse_start_time(words: str, now: int, zone: tzinfo, days: int = MOST_DAYS) -> int:
    """Parse a typed time that comes once, in milliseconds. Raises Refused as `parse_time` does."""
    found = parse_time(words, now, zone, days)
    if found.weekly:
        raise Refused("TABLE", "time_words", given=words[:60])
    return found.at


def suggest_start_time(
    typed: str, now: int, zone: tzinfo, words: Words, days: int = MOST_DAYS, weekly: bool = False
) -> list[tuple[str, str]]:
    """Say how a typed time is understood, as [(label, typed)]; [] while it is not, and for a time that is refused.

    `weekly` is True where a time of every week has a meaning.
    """
    found = _try_to_parse(typed, now, zone, days, weekly)
    said = [] if found is None else [(_tell(found, zone, words), typed)]
    swapped = _DAY_AND_MONTH.sub(r"\2/\1", typed)
    other = _try_to_parse(swapped, now, zone, days, weekly=False)
    if swapped != typed and other is not None and other != found:  # in figures, which are read in one way
        said.append((_tell(other, zone, words), f"{datetime.fromtimestamp(other.at / 1000, zone):%Y-%m-%d %H:%M}"))
    return said


def _try_to_parse(typed: str, now: int, zone: tzinfo, days: int, weekly: bool) -> TypedTime | None:
    """As `parse_time`; None for what is refused, and for a time of every week unless `weekly`."""
    try:
        found = parse_time(typed, now, zone, days)
    except Refused:
        return None
    return found if weekly or not found.weekly else None


def _tell(found: TypedTime, zone: tzinfo, words: Words) -> str:
    there = datetime.fromtimestamp(found.at / 1000, zone)
    day = words.say(f"time/day/{there.weekday()}")
    key = "time/understood_weekly" if found.weekly else "time/understood"
    return words.say(key, day=day, date=f"{there:%Y-%m-%d}", clock=f"{there:%H:%M}", zone=str(zone))


def _wait(plain: str) -> timedelta | None:
    """Parse a wait ("in 2h", "90 min", "em 1h30", "half an hour"); None for anything else."""
    said = time_words.WAIT.sub("", plain)
    hour = re.fullmatch(r"(\d{1,2})h(?:\d\d)?", said)
    if hour is not None and said == plain and int(hour[1]) > 12:  # "20h30" is a time of day
        return None
    for half, minutes in time_words.HALF_HOURS.items():
        said = said.replace(half, minutes)
    said = re.sub(r"(?<=\dh)(\d\d)$", r" \1m", re.sub(r" (?:and|e|y) ", " ", said))
    if not said or _LENGTH.sub("", said).strip():
        return None
    lengths = [(length["count"], length["unit"][0]) for length in _LENGTH.finditer(said)]
    return timedelta(minutes=sum((_ONE.get(count) or float(count)) * _MINUTES[unit] for count, unit in lengths))


def _on(plain: str, present: datetime, zone: tzinfo, weekly: bool) -> datetime | None:
    """Parse a time of day, with or without its day before or after it; None for anything else."""
    for clock in _CLOCK.finditer(plain):
        rest = f"{plain[: clock.start()].rstrip()} {plain[clock.end() :].lstrip()}".strip()
        day = time_words.LEADING.sub("", time_words.TRAILING.sub("", f" {rest}").strip())
        minute = _minute(clock)
        if minute is not None:
            found = _find_day(day, minute, present, zone, weekly)
            if found is not None:
                return found
    return None


def _at(day: date, minute: int, zone: tzinfo, after: datetime) -> datetime:
    """The moment at which the clocks show a time: if they show it twice, the first one later than `after`, or else the
    later one."""
    there = datetime.combine(day + timedelta(days=minute // _DAY), time(minute % _DAY // 60, minute % 60), zone)
    moments = sorted(there.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    if moments[0].astimezone(zone).replace(tzinfo=None) != there.replace(tzinfo=None):
        return there.astimezone(UTC)  # the clocks never show it: as if they had not been put forward yet
    return next((moment for moment in moments if moment > after), moments[1])


def parse_time_of_day(words: str) -> int | None:
    """Parse a typed time of day ("midnight", "23:30", "11pm") as minutes after midnight; None for anything else."""
    clock = _CLOCK.fullmatch(time_words.fold(words)[:MOST_LETTERS])
    minute = None if clock is None else _minute(clock)
    return None if minute is None else minute % _DAY


def _minute(clock: re.Match[str]) -> int | None:
    """Turn a time of day into minutes since midnight; None for anything else, including a bare number such as "8".

    After "at", an hour without more is one of the afternoon or evening.
    """
    if clock["word"]:
        return _NOON if clock["word"] in time_words.NOON else _DAY
    hour, minute = int(clock["hour"]), int(clock["minute"] or 0) + 30 * bool(clock["thirty"])
    bare = not (clock["minute"] or clock["half"])
    if bare and not (clock["at"] or clock["bare"] or clock["thirty"]):
        return None
    if clock["half"]:
        if not 1 <= hour <= 12:
            return None
        if hour == 12 and clock["half"] in time_words.NIGHT:
            return _DAY
        hour = hour % 12 + 12 * ((clock["half"][0] == "p" and "manana" not in clock["half"])
                                 or clock["half"] in time_words.EVENING)  # fmt: skip
    elif bare and clock["at"] and not clock["bare"] and 1 <= hour < 12:
        hour += 12
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def _find_day(said: str, minute: int, present: datetime, zone: tzinfo, weekly: bool) -> datetime | None:
    """Find the moment of a time of day on the day that was said; None if no day was."""
    today = present.astimezone(zone).date()

    def on(day: date) -> datetime:
        return _at(day, minute, zone, present)

    if said == "" and not weekly:
        return next(found for ahead in range(3) if (found := on(today + timedelta(days=ahead))) > present)
    ahead = {name: days for days, names in enumerate((time_words.TODAY, time_words.TOMORROW, time_words.AFTER_TOMORROW))
             for name in names}.get(said)  # fmt: skip
    if ahead is not None and not weekly:
        return on(today + timedelta(days=ahead))
    weekday = time_words.find_weekday(said.removeprefix(time_words.NEXT))
    if weekday is not None:
        coming = today + timedelta(days=(weekday - today.weekday()) % 7)
        if said.startswith(time_words.NEXT) and coming - today < timedelta(days=7 - today.weekday()):
            coming += timedelta(days=7)
        return found if (found := on(coming)) > present else on(coming + timedelta(days=7))
    return None if weekly else _find_date(said, today, on)


def _find_date(said: str, today: date, on: Callable[[date], datetime]) -> datetime | None:
    """Find the moment on a date; None for anything else. Without a year, it is the next such date."""
    try:
        return on(date.fromisoformat(said))
    except ValueError:
        pass
    named = _DATE.fullmatch(said) or _MONTH_FIRST.fullmatch(said)
    if named is None:
        return None
    day, written = int(named["day"]), named["month"]
    month = int(written) if written.isdecimal() else time_words.find_month(written)
    if month is None:
        return None
    if month > 12 and written.isdecimal():  # 12/25, as Americans write it
        day, month = month, day
    years = (int(named["year"]),) if named["year"] else range(today.year, today.year + 9)
    for year in years:
        try:
            found = date(year, month, day)
        except ValueError:  # the 29th of February, most often
            continue
        if found >= today or named["year"]:
            return on(found)
    return None

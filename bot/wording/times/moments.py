"""Typed moments: "20:30", "fri 8pm", "every friday 2000", "26 nov 20h30", "el viernes a las 8", "in 2h"."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import chain
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.wording.times.clocks import (
    LATE,
    MINUTES_OF_DAY,
    MOST_LETTERS,
    clock_pattern,
    list_minutes,
    simplify_time,
    write_minutes,
)
from bot.wording.times.days import AHEAD, find_date, find_days, find_weekday, format_day, is_every_week, strip_day
from bot.wording.times.vocabulary import (
    NUMBERS,
    PARTS,
    TONIGHT,
    WEEKDAYS,
    find_phrase,
    list_phrases,
    match_any,
    read_number,
)
from bot.wording.times.waits import is_said_as_wait, parse_wait
from bot.wording.times.zones import split_zone
from bot.wording.words import Words
from games.core import Refused

MOST_DAYS: Final = 30
"""The latest start, in days from now."""
_DAY_AND_MONTH: Final = re.compile(r"(?<![\d/-])(\d{1,2})([/-])(\d{1,2})(?=[/-]\d\d|(?![\d/-]))", re.ASCII)
_STAMP: Final = re.compile(r"<t:(\d{1,10})(?::[a-z])?>", re.ASCII | re.IGNORECASE)
"""Matches a time as Discord shows it to everybody in their own zone."""
_ISO: Final = re.compile(
    r"(?:2\d{3}-\d\d-\d\d[t ]|2\d{7}t)\d\d:?\d\d(?::?\d\d(?:\.\d+)?)?(?: ?z| ?[+-]\d\d(?::?\d\d)?)?", re.ASCII
)


class TypedTime(NamedTuple):
    """The meaning of a typed time."""

    at: int
    """The time, in milliseconds since 1970."""
    weekly: bool
    """True for a time of every week."""


def parse_time(words: str, now: int, zone: tzinfo, days: int = MOST_DAYS) -> TypedTime:
    """Parse a typed time, relative to `now` (milliseconds since 1970) and in the time zone `zone`.

    A time of day without a day is the next such time. The time must lie within `days` days.

    Raises Refused("TABLE", reason), with the reason "time_words", "time_either", "time_past" or "time_far".
    """
    present = datetime.fromtimestamp(now / 1000, UTC)
    found = _list_meanings(words, present, zone)
    near = present + timedelta(days=MOST_DAYS)
    furthest = present + timedelta(days=days) if found and found[0][0] > near else near
    found += [one for one in _list_swapped(words, present, zone) if one not in found and one[0] <= furthest]
    if not found:
        raise Refused("TABLE", "time_words", given=words[:60])
    if len(found) > 1:
        first, second = (_write(*meaning, zone) for meaning in found[:2])
        raise Refused("TABLE", "time_either", given=words[:60], first=first, second=second)
    ((moment, weekly),) = found
    if moment <= present:
        raise Refused("TABLE", "time_past", given=words[:60])
    if moment > present + timedelta(days=days):
        raise Refused("TABLE", "time_far", days=days)
    return TypedTime(round(moment.timestamp() * 1000), weekly)


def parse_start_time(words: str, now: int, zone: tzinfo, days: int = MOST_DAYS) -> int:
    """Parse a typed time, and return it in milliseconds. Raises Refused like `parse_time`, and "time_weekly"."""
    found = parse_time(words, now, zone, days)
    if found.weekly:
        raise Refused("TABLE", "time_weekly", given=words[:60])
    return found.at


def suggest_start_time(
    typed: str, now: int, zone: tzinfo, words: Words, days: int = MOST_DAYS, weekly: bool = False
) -> list[tuple[str, str]]:
    """List the meanings of a typed time, each as (label, text to parse again).

    A date such as 3/4 may have two meanings, and so may "8h". The list is empty if the time is not understood or
    refused. `weekly` is True where a weekly time has a meaning.
    """
    present = datetime.fromtimestamp(now / 1000, UTC)
    found = _list_meanings(typed, present, zone)
    shown: dict[str, str] = {}
    meanings = list(dict.fromkeys((*found, *_list_swapped(typed, present, zone))))
    for moment, every_week in meanings:
        if present < moment <= present + timedelta(days=days) and (weekly or not every_week):
            clear = typed if len(meanings) == 1 else _write(moment, every_week, zone)
            shown.setdefault(describe_moment(moment.astimezone(zone), str(zone), words, every_week), clear)
    return list(shown.items())


def _list_swapped(words: str, present: datetime, zone: tzinfo) -> list[tuple[datetime, bool]]:
    """List what a time to come means with the month before the day, as Americans write it."""
    swapped = _DAY_AND_MONTH.sub(r"\3\2\1", words)
    meant = [] if swapped == words else _list_meanings(swapped, present, zone)
    return [(moment, weekly) for moment, weekly in meant if moment > present and not weekly]


def _list_meanings(words: str, present: datetime, zone: tzinfo) -> list[tuple[datetime, bool]]:
    """List the meanings of a typed time, each with True for a time of every week. Most times have one."""
    if (stamp := _STAMP.fullmatch(words.strip())) is not None:
        return [(datetime.fromtimestamp(int(stamp[1]), UTC), False)]
    plain = re.sub(r" [-–—] ", " ", simplify_time(words))
    if len(plain) > MOST_LETTERS:
        return []
    found = _list_in_zone(plain, present, zone, parse_wait(words))
    if not found:
        rest, zones = split_zone(plain, str(zone))
        there = (
            (moment, weekly)
            for place in ([zone] if str(zone) in zones else map(ZoneInfo, zones))
            for on_clock, weekly in _list_there(rest, present, zone, place)
            for moment in _list_seasons(on_clock, place, plain)
            if place is zone or not weekly
        )
        found = list(dict.fromkeys(there))
    return [one for one in found if one[0] > present] or found


def _list_seasons(moment: datetime, zone: tzinfo, plain: str) -> Iterator[datetime]:
    """List what a time means whose zone has its name of the other half of the year: in summer, "8pm GMT" may be eight
    on the clocks of London, or eight in winter time."""
    yield moment
    local = moment.astimezone(zone)
    for other in (local.replace(month=month, day=1) for month in (1, 7)):
        if other.tzname() != local.tzname() and (other.tzname() or "").lower() in plain.split():
            yield moment + ((local.replace(tzinfo=UTC) - local) - (other.replace(tzinfo=UTC) - other))


def _list_there(plain: str, present: datetime, here: tzinfo, there: tzinfo) -> Iterator[tuple[datetime, bool]]:
    """List what a time means in another zone, where it may be another day: "tomorrow" can be ours or theirs."""
    ahead = present.astimezone(here).date() - present.astimezone(there).date()
    for shift in {timedelta(), ahead} if find_phrase(plain, *AHEAD) else (timedelta(),):
        yield from _list_in_zone(plain, present + shift, there)


def _list_in_zone(
    plain: str, present: datetime, zone: tzinfo, wait: timedelta | None = None
) -> list[tuple[datetime, bool]]:
    if _ISO.fullmatch(plain):
        with suppress(ValueError):
            moment = datetime.fromisoformat(re.sub(r"(?<=:\d\d) ", "", plain.upper()))
            return [((moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC), False)]
        return []
    written = write_minutes(plain)
    every = rf"(?<!\S)(?:{match_any('every')})(?!\S)|(?<= )({match_any(*PARTS)})s(?!\S)"
    bare = " ".join(re.sub(every, r" \1 ", written).split())
    readings = dict.fromkeys(_choose_next(bare, word) for word in ("coming", "next_week"))
    meant = (_parse_moments(reading, present, zone, bare != written) for reading in readings)
    found = list(dict.fromkeys(chain.from_iterable(meant)))
    said = is_said_as_wait(plain)
    if wait is None or not (said or (wait and _may_be_wait(plain))):
        return found
    is_on_day = not said or find_phrase(plain, "unit_day", "unit_week")
    return [*(found if is_on_day else ()), (present + wait, False)]


def _choose_next(plain: str, word: str) -> str:
    """Read "next", which may be of this week or of the next one, as "coming" or as "next_week"."""
    given, meant = list_phrases("next"), list_phrases(word)[0]
    pattern = rf"(?<!\S)(?:{match_any('next', 'next_week', 'coming')})(?!\S)"
    return re.sub(pattern, lambda found: meant if found[0] in given else found[0], plain)


def _may_be_wait(plain: str) -> bool:
    """True unless a wait is written as only an hour is: "8h" and "24h" may be waits, "20h30" and "2000 hours" not."""
    minutes = rf"(?:\d\d(?:{match_any('unit_minute')})?)?"
    hour = re.fullmatch(
        rf"(\d+|{match_any(*NUMBERS)})(?:\s?(?:{match_any('hour')}){minutes}|(?P<long>\s?(?:{match_any('four_digits')})))",
        plain,
    )
    if hour is None or hour[1][0] == "0":
        return hour is None
    length = read_number(hour[1])
    return length <= 72 and (bool(hour["long"]) or not 12 < length < 24)


def _parse_moments(plain: str, present: datetime, zone: tzinfo, weekly: bool) -> Iterator[tuple[datetime, bool]]:
    """Yield the moments that a time of day means, alone or with a day before or after it.

    Without a day, it is the next such time. A weekly time must name a day of the week.
    """
    today = present.astimezone(zone).date()
    for clock in clock_pattern().finditer(plain):
        typed = f"{plain[: clock.start()].rstrip()} {plain[clock.end() :].lstrip()}".strip()
        day = strip_day(typed)
        every = weekly or is_every_week(day)
        if _may_be_year(clock, day, today) or (every and find_weekday(day) is None):
            continue
        for minute in list_minutes(clock, find_phrase(typed, *PARTS, TONIGHT)):
            late = timedelta(minutes=LATE * (minute > MINUTES_OF_DAY))  # the night of yesterday may go on
            days: set[date] = set()
            for begun in {today, (present - late).astimezone(zone).date()}:
                days |= {*find_days(typed, begun)} if typed else {begun + timedelta(days=ahead) for ahead in range(3)}
            if moments := [_find_moment(one, minute, zone, present) for one in sorted(days)]:
                yield next((moment for moment in moments if moment > present), moments[0]), every


def _may_be_year(clock: re.Match[str], day: str, today: date) -> bool:
    """True for "2026" after a date that lacks its year: nobody knows if it is 20:26."""
    return bool(clock["four"]) and int(clock["four"]) - today.year in (0, 1) and find_date(day, today) is not None


def _find_moment(day: date, minute: int, zone: tzinfo, after: datetime) -> datetime:
    """Find the moment at which the clocks of a zone show this minute of a day.

    If they show it twice, return the first moment if it is later than `after`, and otherwise the second.
    """
    local = datetime.combine(day, time()) + timedelta(minutes=minute)
    moments = sorted(local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if moments[0].astimezone(zone).replace(tzinfo=None) != local:
        return moments[1]  # the clocks skip this time; read it as if they had not been put forward yet
    return next((moment for moment in moments if moment > after), moments[1])


def _write(moment: datetime, weekly: bool, zone: tzinfo) -> str:
    """Write a moment so that it has only one meaning, with the year first: "2026-11-27 20:00", "every friday 20:00"."""
    local = moment.astimezone(zone)
    return f"every {WEEKDAYS[local.weekday()]} {local:%H:%M}" if weekly else f"{local:%Y-%m-%d %H:%M}"


def describe_moment(local: datetime, zone: str, words: Words, weekly: bool = False) -> str:
    """Word a moment on the clocks of a zone: "Fri 27 Nov 2026 20:00 (Australia/Hobart)"."""
    key = "time/understood_weekly" if weekly else "time/understood"
    return words.say(
        key,
        day=words.say(f"time/day/{local.weekday()}"),
        date=format_day(local, words),
        clock=f"{local:%H:%M}",
        zone=zone,
    )

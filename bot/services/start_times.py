"""Parses start times: "20:30", "8pm", "tomorrow 20:30", "fri 8pm", "2026-12-24 18:00", "in 2h"."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final

from games.core.refused import Refused

MOST_DAYS: Final = 30
"""The latest start, in days from now."""
MOST_LETTERS: Final = 80
"""The most characters of a typed time. With more, a wait ("in 2h") could reach beyond the last date of the calendar."""
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MINUTES: Final = {"d": 24 * 60, "h": 60, "m": 1}
_COUNTS: Final = {"a": 1.0, "an": 1.0, "half an": 0.5}
_LENGTH: Final = re.compile(
    r"(?P<count>\d{1,5}(?:\.\d)?|\bhalf an|\ban?)\s*(?P<unit>days?|d|hours?|h|minutes?|mins?|m)(?![a-z])"
)
_CLOCK: Final = re.compile(r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\s?(?P<half>am|pm)?")


def parse_start_time(words: str, now: int, zone: tzinfo, days: int = MOST_DAYS) -> int:
    """Parse a typed time, relative to `now` and in the time zone `zone`. Both times are in milliseconds since 1970.

    A time of day without a day is the next such time. The time must lie within `days` days.

    Raises Refused("TABLE", reason), with the reason "time_words", "time_past" or "time_far".
    """
    present = datetime.fromtimestamp(now / 1000, zone)
    plain = " ".join(words.lower().replace(",", " ").split())
    if len(plain) > MOST_LETTERS:
        raise Refused("TABLE", "time_words", given=words[:60])
    wait = _wait(plain)
    found = _on(plain, present) if wait is None else present.astimezone(UTC) + wait
    if found is None:
        raise Refused("TABLE", "time_words", given=words[:60])
    if found <= present:
        raise Refused("TABLE", "time_past", given=words[:60])
    if found > present + timedelta(days=days):
        raise Refused("TABLE", "time_far", days=days)
    return round(found.timestamp() * 1000)


def suggest_start_time(words: str, now: int, zone: tzinfo, days: int = MOST_DAYS) -> list[tuple[str, str]]:
    """Say how a typed time is understood, as [(label, words)]; [] while it is not, and for a time that is refused."""
    try:
        at = parse_start_time(words, now, zone, days)
    except Refused:
        return []
    there = datetime.fromtimestamp(at / 1000, zone)
    return [(f"{there:%a %Y-%m-%d %H:%M} ({zone})", words)]


def _wait(plain: str) -> timedelta | None:
    """Parse a wait ("in 2h", "90 min", "1h30", "half an hour"); None for anything else."""
    said = re.sub(r"(?<=\dh)(\d\d)$", r" \1m", plain.removeprefix("in ").replace(" and ", " "))
    if not said or _LENGTH.sub("", said).strip():
        return None
    lengths = [(_COUNTS.get(length["count"]), length["count"], length["unit"][0]) for length in _LENGTH.finditer(said)]
    return timedelta(minutes=sum((known or float(count)) * _MINUTES[unit] for known, count, unit in lengths))


def _on(plain: str, present: datetime) -> datetime | None:
    """Parse a time of day, with or without its day before or after it; None for anything else."""
    first, _, after = plain.partition(" ")
    before, _, last = plain.rpartition(" ")
    for day, clock in (("", plain), (first, after), (last, before.removesuffix(" on"))):
        minute = _minute(clock.removeprefix("at "))
        if minute is not None:
            to_come = _at(present.date(), minute, present.tzinfo) > present
            on = _day(day, present.date(), to_come)
            if on is not None:
                return _at(on, minute, present.tzinfo)
    return None


def _at(day: date, minute: int, zone: tzinfo | None) -> datetime:
    return datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)


def _minute(clock: str) -> int | None:
    """Parse a time of day into minutes since midnight; None for anything else, including a bare number such as "8"."""
    found = _CLOCK.fullmatch(clock)
    if found is None or not (found["minute"] or found["half"]):
        return None
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if found["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found["half"] == "pm" else 0)
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def _day(said: str, today: date, to_come: bool) -> date | None:
    """Parse a day; None for anything else. `to_come` is True if today's time has not passed yet."""
    if said in ("", "today", "tonight"):
        return today if to_come or said else today + timedelta(days=1)
    if said == "tomorrow":
        return today + timedelta(days=1)
    weekday = next((place for place, name in enumerate(_DAYS) if said in (name, name[:3])), None)
    if weekday is not None:
        ahead = (weekday - today.weekday()) % 7
        return today + timedelta(days=ahead or (0 if to_come else 7))
    try:
        return date.fromisoformat(said)
    except ValueError:
        return None

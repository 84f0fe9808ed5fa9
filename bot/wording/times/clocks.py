"""Typed times of day: "20:30", "8pm", "2000 hrs", "às 8 e meia da noite", and hours from one to another."""

import re
from functools import cache
from typing import Final

from bot.wording.letters import simplify_words
from bot.wording.times.vocabulary import list_phrases, match_any

MINUTES_OF_DAY: Final = 24 * 60
"""The minutes of a day."""
MOST_LETTERS: Final = 80
"""The most characters of a typed time. The hours of a longer wait ("in 2h 3h ...") could add up beyond the last date
that `datetime` knows."""


@cache
def clock_pattern() -> re.Pattern[str]:
    """A pattern that matches a time of day, also a bare number such as "8", which is one only in some places."""
    halves = f"am|pm|a\\.m\\.|p\\.m\\.|{match_any('morning', 'evening')}"
    return re.compile(
        rf"(?<![\w/.:-])(?:(?P<at>{match_any('at')})\s+)?(?:"
        rf"(?P<word>{match_any('noon', 'midnight')})"
        rf"|(?P<four>(?:[01]\d|2[0-3])[0-5]\d|2400)(?:\s?(?:{match_any('four_digits')}))?"
        rf"|(?P<hour>\d{{1,2}})(?:(?P<mark>[:.h])(?P<minute>\d\d)h?|(?P<bare>\s?(?:{match_any('hour')})))?"
        rf"(?P<thirty>\s(?:{match_any('half_past')}))?(?:\s?(?P<half>{halves}))?"
        r")(?![\w/:-])",
        re.ASCII,
    )


def read_minute(clock: re.Match[str], bare_hour: bool = False) -> int | None:
    """Turn a time of day into minutes since midnight, at most `MINUTES_OF_DAY`; None for an impossible time.

    After "at", a bare hour is in the afternoon or evening. A number alone, such as "8", counts only with `bare_hour`,
    as an hour of the whole day.
    """
    if clock["word"]:
        return 12 * 60 if clock["word"] in list_phrases("noon") else MINUTES_OF_DAY
    if clock["four"]:
        return int(clock["four"][:2]) * 60 + int(clock["four"][2:])
    hour, minute, half = int(clock["hour"]), int(clock["minute"] or 0) + 30 * bool(clock["thirty"]), clock["half"]
    bare = not (clock["minute"] or half)
    if bare and not (bare_hour or clock["at"] or clock["bare"] or clock["thirty"]):
        return None
    if half:
        if not 1 <= hour <= 12:
            return None
        if hour == 12 and half in list_phrases("night"):
            return MINUTES_OF_DAY
        hour = hour % 12 + 12 * (half in ("pm", "p.m.") or half in list_phrases("evening"))
    elif bare and clock["at"] and not clock["bare"] and not bare_hour and 1 <= hour < 12:
        hour += 12
    return found if minute < 60 and (found := hour * 60 + minute) <= MINUTES_OF_DAY else None


def parse_time_of_day(words: str) -> int | None:
    """Parse a typed time of day ("midnight", "23:30", "11pm") as minutes after midnight; None for anything else."""
    clock = clock_pattern().fullmatch(simplify_words(words, ",")[:MOST_LETTERS])
    minute = None if clock is None else read_minute(clock)
    return None if minute is None else minute % MINUTES_OF_DAY


def parse_hours(words: str) -> tuple[int, int]:
    """Parse hours from one to another, as minutes of the day: "22:30-7:00", "2200-0700", "10pm to 7am", "das 22h às
    7h". Raises ValueError."""
    plain = simplify_words(words)[:MOST_LETTERS]
    ways = rf"(?:(?:{match_any('from')})\s+)?([^–-]+?)(?:\s*[–-]\s*|\s+(?:{match_any('to')})\s+)([^–-]+)"
    ends = re.fullmatch(ways, plain)
    clocks = [] if ends is None else [clock_pattern().fullmatch(end) for end in ends.groups()]
    minutes = [None if clock is None else read_minute(clock, bare_hour=True) for clock in clocks]
    match minutes:
        case [int(first), int(last)]:
            return first % MINUTES_OF_DAY, last % MINUTES_OF_DAY
        case _:
            raise ValueError(words[:40])


def format_hours(start: int, end: int) -> str:
    """Write hours, given in minutes of the day: "22:30-7:00"."""
    return "-".join(f"{minute // 60}:{minute % 60:02}" for minute in (start, end))

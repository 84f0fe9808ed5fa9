"""Typed times of day: "20:30", "8pm", "2000 hrs", "às 8 e meia da noite", and hours from one to another."""

import re
from functools import cache
from typing import Final

from bot.wording.letters import simplify_words
from bot.wording.times.vocabulary import NUMBERS, PARTS, TONIGHT, list_phrases, match_any, read_number

MINUTES_OF_DAY: Final = 24 * 60
"""The minutes of a day."""
MOST_LETTERS: Final = 80
"""The most characters of a typed time. The hours of a longer wait ("in 2h 3h ...") could add up beyond the last date
that `datetime` knows."""


_LATE: Final = 5 * 60
"""Minutes after midnight. An earlier time of a night is one of the next day: "Friday night, 1am"."""
_HALF_DAY: Final = 12 * 60


@cache
def clock_pattern() -> re.Pattern[str]:
    """A pattern that matches a time of day, also a bare number such as "8", which is one only in some places."""
    halves = f"am|pm|a\\.m\\.|p\\.m\\.|{match_any(*PARTS)}"
    sharp, hours = match_any("sharp"), rf"\s?(?:{match_any('four_digits')})\.?"
    return re.compile(
        rf"(?<![\w/.:-])(?:(?P<at>{match_any('at')})\s+)?(?:"
        rf"(?P<word>{match_any('noon', 'midnight')})"
        rf"|(?P<four>(?:[01]\d|2[0-3])[0-5]\d|2400)(?!\s?(?:{halves})\b)(?:{hours})?"
        rf"|(?:(?P<past>{match_any('half_before')})\s)?(?P<hour>\d{{1,2}}|{match_any(*NUMBERS)})"
        rf"(?:(?P<mark>[:.h])(?P<minute>\d\d)(?:{hours}|min)?|(?P<joined>[0-5]\d)(?=\s?(?:{halves})\b)"
        rf"|(?P<bare>\s?(?:{match_any('hour')})\.?))?(?P<thirty>\s(?:{match_any('half_past')}))?"
        rf"(?:\s?(?P<sharp>{sharp}))?(?:\s?(?P<half>{halves}))?(?:\s(?:{sharp}))?"
        r")(?![\w/:-])",
        re.ASCII,
    )


def list_minutes(clock: re.Match[str], part: str = "", bare_hour: bool = False) -> tuple[int, ...]:
    """List what a time of day may mean, in minutes since midnight; after a night, a small hour is of the next day.

    There are two for "8:30", which may be in the evening, and none for an impossible time. After "at", a bare hour up
    to 8 is in the afternoon or evening. A number alone, such as "8", counts only with a `part` of the day, which other
    words may name ("evening"), or with `bare_hour`, as an hour of the whole day.
    """
    hour, minute = _read_clock(clock)
    half, at = clock["half"] or part, bool(clock["at"] or clock["sharp"])
    is_bare = bool(clock["hour"]) and not (clock["minute"] or clock["joined"] or clock["thirty"] or clock["past"])
    may_be_bare = bool(bare_hour or at or half or clock["bare"])
    minutes = hour * 60 + minute
    if minute > 59 or minutes > MINUTES_OF_DAY or (is_bare and not may_be_bare):
        return ()
    if (clock["half"] or clock["past"]) and not 1 <= hour <= 12:
        return ()
    if half:
        return (_move_to_part(minutes, half, part, bool(clock["hour"])),)
    if bare_hour or not 1 <= hour < 12:
        return (minutes,)
    if is_bare and at and not clock["bare"]:
        return (minutes + _HALF_DAY,) if hour <= 8 else (minutes, minutes + _HALF_DAY)
    written = clock["mark"] in (":", ".") or clock["thirty"] or clock["past"]
    return (minutes, minutes + _HALF_DAY) if written and clock["hour"][0] != "0" else (minutes,)


def _read_clock(clock: re.Match[str]) -> tuple[int, int]:
    """The hour and minute as they are written. The minute may be impossible."""
    if clock["word"]:
        return (12 if clock["word"] in list_phrases("noon") else 24), 0
    if clock["four"]:
        return int(clock["four"][:2]), int(clock["four"][2:])
    minute = int(clock["minute"] or clock["joined"] or 0) + 30 * bool(clock["thirty"] or clock["past"])
    return read_number(clock["hour"]), minute


def _move_to_part(minutes: int, half: str, part: str, may_be_moved: bool) -> int:
    """Move the minutes of a clock with twelve hours to its half of the day; those of a whole day stay."""
    nights = list_phrases("night", TONIGHT)
    if may_be_moved and 60 <= minutes < 13 * 60:
        within = minutes % _HALF_DAY
        if half in nights and within < _LATE:
            return within + MINUTES_OF_DAY
        is_late = half in ("pm", "p.m.", *nights) or half in list_phrases("evening")
        minutes = within + _HALF_DAY * is_late
    return minutes + MINUTES_OF_DAY * (part in nights and minutes < _LATE)


def parse_time_of_day(words: str) -> int | None:
    """Parse a typed time of day ("midnight", "23:30", "11pm") as minutes after midnight; None for anything else."""
    clock = clock_pattern().fullmatch(simplify_words(words, ",")[:MOST_LETTERS])
    minutes = () if clock is None else list_minutes(clock)
    return minutes[0] % MINUTES_OF_DAY if minutes else None


def parse_hours(words: str) -> tuple[int, int]:
    """Parse hours from one to another, as minutes of the day: "22:30-7:00", "2200-0700", "10pm to 7am", "das 22h às
    7h". Raises ValueError."""
    plain = re.sub(rf"^(?:{match_any('from')})\s+", "", simplify_words(words)[:MOST_LETTERS])
    for gap in re.finditer(rf"\s*[–—-]\s*|\s+(?:{match_any('to')})\s+", plain):
        clocks = [clock_pattern().fullmatch(end) for end in (plain[: gap.start()], plain[gap.end() :])]
        match [() if clock is None else list_minutes(clock, bare_hour=True) for clock in clocks]:
            case [(first, *_), (last, *_)] if (first - last) % MINUTES_OF_DAY:
                return first % MINUTES_OF_DAY, last % MINUTES_OF_DAY
    raise ValueError(words[:40])


def format_hours(start: int, end: int) -> str:
    """Write hours, given in minutes of the day: "22:30-7:00"."""
    return "-".join(f"{minute // 60}:{minute % 60:02}" for minute in (start, end))

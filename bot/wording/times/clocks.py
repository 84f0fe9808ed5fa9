"""Typed times of day: "20:30", "8pm", "2000 hrs", "às 8 e meia da noite", and hours from one to another."""

import re
from functools import cache
from typing import Final

from bot.wording.letters import simplify_words
from bot.wording.times.vocabulary import (
    MONTHS,
    NUMBERS,
    PARTS,
    TONIGHT,
    find_word,
    list_phrases,
    match_any,
    read_number,
)

MINUTES_OF_DAY: Final = 24 * 60
"""The minutes of a day."""
MOST_LETTERS: Final = 80
"""The most characters of a typed time."""
LATE: Final = 5 * 60
"""Minutes after midnight. An earlier time of a night is one of the next day: "Friday night, 1am"."""
_HALF_DAY: Final = 12 * 60
_QUARTERS: Final = ("hundred", "quarter", "half")


@cache
def clock_pattern() -> re.Pattern[str]:
    """A pattern that matches a time of day, also a bare number such as "8", which is one only in some places."""
    halves = f"am|pm|{match_any(*PARTS)}"
    sharp, hours = match_any("sharp"), rf"\s?(?:{match_any('four_digits')})\.?"
    return re.compile(
        rf"(?<![\w/.:-])(?:(?P<at>{match_any('at')})\s+)?(?:"
        rf"(?P<word>{match_any('noon', 'midnight')})"
        rf"|(?P<four>(?:[01]\d|2[0-3])[0-5]\d|2400)(?!\s?(?:{halves})\b)(?:{hours})?"
        rf"|(?P<hour>\d{{1,2}}|{match_any(*NUMBERS)})"
        rf"(?:(?P<mark>[:.h])(?P<minute>\d\d)(?:{hours}|{match_any('unit_minute')})?|(?P<joined>[0-5]\d)(?=\s?(?:{halves})\b)"
        rf"|(?P<bare>\s?(?:{match_any('hour')})\.?))?"
        rf"(?:\s?(?P<sharp>{sharp}))?(?:\s?(?P<half>{halves}))?"
        rf")(?:\s(?:{sharp}))?(?![\w/:-])",
        re.ASCII,
    )


@cache
def _minutes_patterns() -> tuple[re.Pattern[str], ...]:
    hours = match_any("noon", "midnight", *NUMBERS)
    of_twelve, of_day = (rf"(?P<hour>{digits}|{hours})" for digits in (r"1[0-2]|\d", r"\d\d?"))
    minute = rf"(?P<minute>\d\d?|{match_any('quarter', 'half', *NUMBERS)})"
    unit, end = rf"(?P<unit> (?:{match_any('unit_minute')}))?", r"(?=(?:[ap]m|h)?(?:\s|$))"
    after, before = (
        rf"(?:{match_any(past)}|(?P<to>{match_any(to)}))" for past, to in (("and", "minus"), ("past", "before"))
    )
    alone = match_any("hundred", "15", "20", "25", "30")
    return (
        re.compile(rf"(?<!\S)(?:{minute}{unit} {before}|(?P<alone>{match_any('half')})) {of_twelve}{end}", re.ASCII),
        re.compile(
            rf"(?<!\S){of_day}(?P<hours>\s?(?:{match_any('hour')})\.?)? "
            rf"(?:{after} {minute}{unit}|(?P<alone>{alone})){end}",
            re.ASCII,
        ),
    )


def simplify_time(words: str) -> str:
    """Simplify a typed time: small letters without accents, single spaces, "8 p.m." as "8 pm", "8p" as "8pm", "20 h 30"
    as "20h30", "051930LDEC26" as "05dec26 1930l"."""
    plain = simplify_words(words.replace("’", "'").replace("@", " @ ").replace(": ", " "), ",()¿¡").rstrip(" .!?")
    plain = re.sub(r"(?<=\d)p(?![\w.]| m\b)", "pm", plain)
    plain = re.sub(r"^(\d\d)(\d{4}[lz]) ?([a-z]{3} ?(?:\d\d)?)$", r"\1\3 \2", plain)
    plain = re.sub(r"\b(1[3-9]|2\d) ?h (\d\d)(?: ?m(?:in)?)?$", r"\1h\2", plain)
    return re.sub(r"(?<![a-z])([ap])\.? ?m\b\.?", r"\1m", plain)


def write_minutes(plain: str) -> str:
    """Write minutes that are in words as digits: "quarter to nine" and "nueve menos cuarto" are "8:45"."""
    for pattern in _minutes_patterns():
        plain = pattern.sub(_write_minutes, plain)
    return plain


def _write_minutes(found: re.Match[str]) -> str:
    """Write an hour and its minutes, but not what may be two hours ("8 to 10") or has a month ("3 dez vinte")."""
    word = found["minute"] or found["alone"]
    quarters = find_word(word, _QUARTERS)
    minute = read_number(word) if quarters is None else 15 * quarters
    may_be_hour = word.isdecimal() or minute % 5 or found["to"] in list_phrases("to")
    whole = _read_hour(found["hour"])
    if minute > 59 or whole > 24 or (may_be_hour and minute <= 12 and quarters is None and not found["unit"]):
        return found[0]
    if whole <= 12 and found["unit"] and found.groupdict().get("hours"):
        return found[0]  # a wait: "2 horas e 30 minutos"
    if found["alone"] and found["hour"] in list_phrases(*MONTHS):
        return found[0]
    total = whole * 60 + (-minute if found["to"] else minute)
    return f"{(total + _HALF_DAY * (total < 60 and whole == 1)) // 60 % 24}:{total % 60:02}"


def list_minutes(clock: re.Match[str], part: str = "", bare_hour: bool = False) -> tuple[int, ...]:
    """List what a time of day may mean, in minutes since midnight; after a night, a small hour is of the next day.

    There are two for "8:30", which may be in the evening, for "12 in the morning", and for midnight, which begins a day
    and ends one. There are none for an impossible time. After "at", a bare hour up to 8 is in the afternoon or evening.
    A number alone, such as "8", counts only with a `part` of the day, which other words may name ("evening"), or with
    `bare_hour`, as an hour of the whole day.
    """
    hour, minute = _read_clock(clock)
    half, at = clock["half"] or part, bool(clock["at"] or clock["sharp"])
    is_bare = bool(clock["hour"]) and not (clock["minute"] or clock["joined"])
    may_be_bare = bool(bare_hour or at or half or clock["bare"])
    minutes = hour * 60 + minute
    if minutes == MINUTES_OF_DAY and clock["word"] and not part:
        return (0, minutes)
    if minute > 59 or minutes > MINUTES_OF_DAY or (is_bare and not may_be_bare):
        return ()
    if clock["half"] and not 1 <= hour <= 12:
        return ()
    if hour == 12 and half in list_phrases("morning"):
        return (minutes - _HALF_DAY, minutes)
    if half:
        return (_move_to_part(minutes, half, part, bool(clock["hour"])),)
    if bare_hour or not 1 <= hour < 12:
        return (minutes,)
    if is_bare and at and not clock["bare"]:
        return (minutes + _HALF_DAY,) if hour <= 8 else (minutes, minutes + _HALF_DAY)
    written = clock["mark"] in (":", ".") and clock["hour"][0] != "0"
    return (minutes, minutes + _HALF_DAY) if written else (minutes,)


def _read_clock(clock: re.Match[str]) -> tuple[int, int]:
    """The hour and minute as they are written. The minute may be impossible."""
    if clock["word"]:
        return _read_hour(clock["word"]), 0
    if clock["four"]:
        return int(clock["four"][:2]), int(clock["four"][2:])
    return _read_hour(clock["hour"]), int(clock["minute"] or clock["joined"] or 0)


def _read_hour(typed: str) -> int:
    halves = find_word(typed, ("noon", "midnight"))
    return read_number(typed) if halves is None else 12 * halves + 12


def _move_to_part(minutes: int, half: str, part: str, may_be_moved: bool) -> int:
    """Move the minutes of a clock with twelve hours to its half of the day; those of a whole day stay."""
    nights = list_phrases("night", TONIGHT)
    if may_be_moved and 60 <= minutes < 13 * 60:
        within = minutes % _HALF_DAY
        if half in nights and within < LATE:
            return within + MINUTES_OF_DAY
        is_late = half in ("pm", *nights) or half in list_phrases("evening")
        minutes = within + _HALF_DAY * is_late
    return minutes + MINUTES_OF_DAY * (part in nights and minutes < LATE)


def parse_time_of_day(words: str) -> int | None:
    """Parse a typed time of day ("midnight", "23:30", "11pm") as minutes after midnight; None for anything else."""
    clock = clock_pattern().fullmatch(write_minutes(simplify_time(words)[:MOST_LETTERS]))
    minutes = () if clock is None else list_minutes(clock)
    return minutes[0] % MINUTES_OF_DAY if minutes else None


def parse_hours(words: str) -> tuple[int, int]:
    """Parse hours from one to another, as minutes of the day: "22:30-7:00", "2200 0700", "10pm to 7am", "10p-7a", "das
    22h às 7h". An hour without its half of the day is the nearest to the other end: "10 to 7am" begins at 22:00. Raises
    ValueError, also for "10-7", which nobody can know."""
    plain = re.sub(rf"^(?:{match_any('from')})\s+", "", simplify_time(words)[:MOST_LETTERS])
    plain = re.sub(r"(?<=\d)a\b", "am", plain)
    for gap in re.finditer(rf"\s*[–—-]\s*|\s+(?:{match_any('to')})\s+|\s+", plain):
        clocks = [clock_pattern().fullmatch(write_minutes(end)) for end in (plain[: gap.start()], plain[gap.end() :])]
        match [() if clock is None else list_minutes(clock, bare_hour=True) for clock in clocks]:
            case [(first, *_), (last, *_)] if length := (last - first) % MINUTES_OF_DAY:
                are_open = [clock is not None and _lacks_half(clock) for clock in clocks]
                if all(are_open) and length > _HALF_DAY:
                    continue
                is_exact = clocks[0] and clocks[0]["minute"]  # "7:00 to midnight" begins in the morning
                if any(clock and (clock["half"] or (clock["word"] and not is_exact)) for clock in clocks):
                    length = length % _HALF_DAY or _HALF_DAY if any(are_open) else length
                    first = last - length if are_open[0] else first
                return first % MINUTES_OF_DAY, (first + length) % MINUTES_OF_DAY
    raise ValueError(words[:40])


def _lacks_half(clock: re.Match[str]) -> bool:
    """True for an hour of a clock with twelve hours that doesn't say in which half of the day it is: "10", "7:30"."""
    is_written = not (clock["half"] or clock["bare"] or clock["mark"] == "h")
    return is_written and bool(clock["hour"]) and clock["hour"][0] != "0" and 1 <= _read_hour(clock["hour"]) <= 12


def format_hours(start: int, end: int) -> str:
    """Write hours, given in minutes of the day: "22:30-7:00"."""
    return "-".join(f"{minute // 60}:{minute % 60:02}" for minute in (start, end))

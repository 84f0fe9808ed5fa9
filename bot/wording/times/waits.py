"""Typed lengths of time: "in 2h", "90 min", "em 1h30", "half an hour", "after 20s"."""

import re
from datetime import timedelta
from functools import cache
from typing import Final

from bot.wording.letters import simplify_words
from bot.wording.times.vocabulary import NUMBERS, find_word, match_any, read_number

_UNITS: Final = ("unit_second", "unit_minute", "unit_hour", "unit_day", "unit_week")
_SECONDS: Final = (1, 60, 3_600, 86_400, 604_800)
_MOST_SECONDS: Final = 10**10
"""A longer wait is read as this one, of some centuries, since it might lead beyond the last date of `datetime`."""


@cache
def _length_pattern() -> re.Pattern[str]:
    units, numbers = match_any(*_UNITS), match_any("one", *NUMBERS)
    return re.compile(rf"(?P<count>\d{{1,5}}(?:[.]\d)?|\b(?:{numbers})\b)\s*(?P<unit>{units})(?![a-z])", re.ASCII)


@cache
def _half_pattern() -> re.Pattern[str]:
    """A pattern that matches hours and a half: "an hour and a half", "two and a half hours", "duas horas e meia"."""
    hours, half = rf"\s?(?:{match_any('unit_hour')})", match_any("and_a_half")
    number = rf"\d+|{match_any('one', *NUMBERS)}"
    return re.compile(rf"(?<!\S)(?P<count>{number})?(?P<unit>{hours})? (?:{half})(?(unit)|{hours})(?!\w)", re.ASCII)


def parse_wait(words: str) -> timedelta | None:
    """Parse a wait, with or without a word such as "in" or "after"; None for anything else."""
    plain = simplify_words(re.sub(r"(?<=\d),(?=\d)", ".", words.replace("’", "'")), ",")
    wait = re.sub(rf"^(?:{match_any('wait', 'after')})\s+|\s(?:{match_any('from_now')})$", "", plain)
    wait = re.sub(rf"\b(?:{match_any('half_an_hour')})(?!\w)", "30 min", wait)
    wait = _half_pattern().sub(lambda found: f"{found['count'] or 1}{found['unit'] or ' h'} 30 min", wait)
    wait = re.sub(r"(?<=\dh)(\d\d)$", r" \1m", re.sub(rf" (?:{match_any('and')}) ", " ", wait))
    if not wait or _length_pattern().sub("", wait).strip():
        return None
    return timedelta(seconds=min(_MOST_SECONDS, sum(map(_read_length, _length_pattern().finditer(wait)))))


def is_said_as_wait(words: str) -> bool:
    """True if a word makes it a wait ("in 8h", "8h from now"), so that it is no time of day."""
    said = rf"(?:{match_any('wait', 'after')})\s|.+\s(?:{match_any('from_now')})$"
    return re.match(said, simplify_words(words)) is not None


def _read_length(length: re.Match[str]) -> float:
    """The seconds of a length such as "2 hours"."""
    typed = length["count"]
    count = float(typed) if typed[0].isdecimal() else read_number(typed)
    return count * _SECONDS[find_word(length["unit"], _UNITS) or 0]

"""Parses start times: "20:30", "fri 8pm", "every friday 8pm", "26 nov 20h30", "el viernes a las 8", "in 2h".

The grammar is our own: the packages that parse times guess where they should refuse (see docs/dependencies.md). It
knows the words of all languages at once, without accents, so people may type in any of them.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, NamedTuple

from bot.wording import Words
from bot.wording.letters import simplify_words
from games.core.refused import Refused

MOST_DAYS: Final = 30
"""The latest start, in days from now."""
MOST_LETTERS: Final = 80
"""The most characters of a typed time. The hours of a longer wait ("in 2h 3h ...") could add up beyond the last date
that `datetime` knows."""
_DAYS: Final = (
    ("monday", "mon", "segunda", "seg", "lunes", "lun"),
    ("tuesday", "tue", "tues", "terca", "ter", "martes", "mar"),
    ("wednesday", "wed", "quarta", "qua", "miercoles", "mie"),
    ("thursday", "thu", "thur", "thurs", "quinta", "qui", "jueves", "jue"),
    ("friday", "fri", "sexta", "sex", "viernes", "vie"),
    ("saturday", "sat", "sabado", "sab"),
    ("sunday", "sun", "domingo", "dom"),
)
"""The days of the week, from Monday on."""
_MONTHS: Final = (
    ("january", "jan", "janeiro", "enero", "ene"),
    ("february", "feb", "fevereiro", "fev", "febrero"),
    ("march", "mar", "marco", "marzo"),
    ("april", "apr", "abril", "abr"),
    ("may", "maio", "mai", "mayo"),
    ("june", "jun", "junho", "junio"),
    ("july", "jul", "julho", "julio"),
    ("august", "aug", "agosto", "ago"),
    ("september", "sep", "sept", "setembro", "set", "septiembre", "setiembre"),
    ("october", "oct", "outubro", "out", "octubre"),
    ("november", "nov", "novembro", "noviembre"),
    ("december", "dec", "dezembro", "dez", "diciembre", "dic"),
)
_TODAY: Final = ("today", "tonight", "hoje", "hoje a noite", "esta noite", "hoy", "esta noche", "hoy por la noche")
_TOMORROW: Final = ("tomorrow", "tmr", "tomorrow night", "amanha", "amanha a noite", "manana", "manana por la noche")
_AFTER_TOMORROW: Final = ("day after tomorrow", "the day after tomorrow", "depois de amanha", "pasado manana")
_NEXT: Final = "next "
"""In English, "next Friday" is the Friday of next week. "Próxima sexta" and "próximo viernes" are the coming Friday."""
_EVERY: Final = re.compile(
    r"^(?:every|each|weekly(?: on)?|toda semana|tod[ao]s?(?: (?:[ao]s?|los|las))?|cada(?: semana)?)\s+"
    r"|\s+(?:weekly|every week|toda semana|todas as semanas|cada semana|todas las semanas)$"
)
"""Matches the words that make a time weekly ("every", "each week")."""
_LEADING: Final = re.compile(r"^(?:(?:on|this|the|coming|el|los|la|este|esta|proxim[oa]|n[ao]|em|de|del|dia)\s+)+")
_TRAILING: Final = re.compile(
    r"(?:\s+(?:at|on|night|evening|afternoon|a noite|por la noche|por la tarde"
    r"|que vem|que viene|proxim[oa]|n[ao]|ao|al|el|as|a las))+$"
)
"""`_LEADING` and `_TRAILING` match the words before and after a day that do not change the day."""
_WAIT: Final = re.compile(r"^(?:in|em|en|daqui a|dentro de)\s+")
"""Matches the words before a wait ("in 2 hours")."""
_HALF_HOURS: Final = {"half an hour": "30 min", "meia hora": "30 min", "media hora": "30 min"}
_UNITS: Final = r"days?|dias?|d|hours?|horas?|h|minutes?|minutos?|mins?|m"
_AT: Final = r"(?:at|@|as|a las|a la|pelas|a partir das)"
"""The words before an hour."""
_MORNING: Final = ("in the morning", "da manha", "de la manana", "por la manana")
_EVENING: Final = (
    "in the afternoon", "in the evening", "at night", "da tarde", "da noite", "de la tarde", "de la noche",
    "por la tarde", "por la noche",
)  # fmt: skip
_NIGHT: Final = ("at night", "da noite", "de la noche", "por la noche")
"""The words with which twelve o'clock is midnight. With others, such as "in the afternoon", twelve o'clock is noon."""
_NOON: Final = ("noon", "midday", "meio-dia", "meio dia", "mediodia")
_MIDNIGHT: Final = ("midnight", "meia-noite", "meia noite", "medianoche")
_AND_A_HALF: Final = ("e meia", "y media")
_DAY: Final = 24 * 60
_MINUTES: Final = {"d": _DAY, "h": 60, "m": 1}
_ONE: Final = {"a": 1.0, "an": 1.0, "um": 1.0, "uma": 1.0, "un": 1.0, "una": 1.0}
_LENGTH: Final = re.compile(
    rf"(?P<count>\d{{1,5}}(?:[.]\d)?|\b(?:{'|'.join(_ONE)})\b)\s*(?P<unit>{_UNITS})(?![a-z])", re.ASCII
)
_HALF: Final = rf"(?P<half>am|pm|a\.m\.|p\.m\.|{'|'.join((*_MORNING, *_EVENING))})"
_CLOCK: Final = re.compile(
    rf"(?<![\w/.:-])(?:(?P<at>{_AT})\s+)?(?:"
    rf"(?P<word>{'|'.join((*_NOON, *_MIDNIGHT))})"
    rf"|(?P<hour>\d{{1,2}})(?:(?P<mark>[:.h])(?P<minute>\d\d)h?|(?P<bare>h|\s?horas?|\s?o'clock))?"
    rf"(?P<thirty>\s(?:{'|'.join(_AND_A_HALF)}))?(?:\s?{_HALF})?"
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
    """The time, in milliseconds since 1970."""
    weekly: bool
    """True for a time of every week."""


def parse_time(words: str, now: int, zone: tzinfo, days: int = MOST_DAYS) -> TypedTime:
    """Parse a typed time, relative to `now` (milliseconds since 1970) and in the time zone `zone`.

    A time of day without a day is the next such time. The time must lie within `days` days.

    Raises Refused("TABLE", reason), with the reason "time_words", "time_past" or "time_far".
    """
    plain = simplify_words(words, ",")
    if len(plain) > MOST_LETTERS:
        raise Refused("TABLE", "time_words", given=words[:60])
    present = datetime.fromtimestamp(now / 1000, UTC)
    wait = _parse_wait(plain)
    weekly = _EVERY.search(plain) is not None
    if wait is not None:
        found: datetime | None = present + wait
    else:
        found = _parse_moment(_EVERY.sub("", plain), present, zone, weekly)
    if found is None:
        raise Refused("TABLE", "time_words", given=words[:60])
    if found <= present:
        raise Refused("TABLE", "time_past", given=words[:60])
    if found > present + timedelta(days=days):
        raise Refused("TABLE", "time_far", days=days)
    return TypedTime(round(found.timestamp() * 1000), weekly and wait is None)


def parse_start_time(words: str, now: int, zone: tzinfo, days: int = MOST_DAYS) -> int:
    """Parse a typed time, and return it in milliseconds. Raises Refused like `parse_time`, and for a weekly time."""
    found = parse_time(words, now, zone, days)
    if found.weekly:
        raise Refused("TABLE", "time_words", given=words[:60])
    return found.at


def suggest_start_time(
    typed: str, now: int, zone: tzinfo, words: Words, days: int = MOST_DAYS, weekly: bool = False
) -> list[tuple[str, str]]:
    """List the meanings of a typed time, each as (label, text to parse again).

    A date such as 3/4 may have two meanings. The list is empty if the time is not understood or refused.
    `weekly` is True where a weekly time has a meaning.
    """
    found = _try_to_parse(typed, now, zone, days, weekly)
    meanings = [] if found is None else [(_describe(found, zone, words), typed)]
    swapped = _DAY_AND_MONTH.sub(r"\2/\1", typed)
    other = _try_to_parse(swapped, now, zone, days, weekly=False)
    if swapped != typed and other is not None and other != found:
        # A date with the year first has only one meaning.
        clear = f"{datetime.fromtimestamp(other.at / 1000, zone):%Y-%m-%d %H:%M}"
        meanings.append((_describe(other, zone, words), clear))
    return meanings


def _try_to_parse(typed: str, now: int, zone: tzinfo, days: int, weekly: bool) -> TypedTime | None:
    """Parse like `parse_time`, but return None instead of raising Refused. A weekly time counts only with `weekly`."""
    try:
        found = parse_time(typed, now, zone, days)
    except Refused:
        return None
    return found if weekly or not found.weekly else None


def _describe(found: TypedTime, zone: tzinfo, words: Words) -> str:
    local = datetime.fromtimestamp(found.at / 1000, zone)
    day = words.say(f"time/day/{local.weekday()}")
    key = "time/understood_weekly" if found.weekly else "time/understood"
    return words.say(key, day=day, date=f"{local:%Y-%m-%d}", clock=f"{local:%H:%M}", zone=str(zone))


def _parse_wait(plain: str) -> timedelta | None:
    """Parse a wait ("in 2h", "90 min", "em 1h30", "half an hour"); None for anything else."""
    wait = _WAIT.sub("", plain)
    hour = re.fullmatch(r"(\d{1,2})h(?:\d\d)?", wait)
    if hour is not None and wait == plain and int(hour[1]) > 12:  # "20h30" is a time of day
        return None
    for half, minutes in _HALF_HOURS.items():
        wait = wait.replace(half, minutes)
    wait = re.sub(r"(?<=\dh)(\d\d)$", r" \1m", re.sub(r" (?:and|e|y) ", " ", wait))
    if not wait or _LENGTH.sub("", wait).strip():
        return None
    lengths = [(length["count"], length["unit"][0]) for length in _LENGTH.finditer(wait)]
    return timedelta(minutes=sum((_ONE.get(count) or float(count)) * _MINUTES[unit] for count, unit in lengths))


def _parse_moment(plain: str, present: datetime, zone: tzinfo, weekly: bool) -> datetime | None:
    """Parse a time of day, alone or with a day before or after it; None for anything else."""
    for clock in _CLOCK.finditer(plain):
        rest = f"{plain[: clock.start()].rstrip()} {plain[clock.end() :].lstrip()}".strip()
        day = _LEADING.sub("", _TRAILING.sub("", f" {rest}").strip())
        minute = _read_minute(clock)
        if minute is not None:
            found = _find_on_typed_day(day, minute, present, zone, weekly)
            if found is not None:
                return found
    return None


def _find_moment(day: date, minute: int, zone: tzinfo, after: datetime) -> datetime:
    """Find the moment at which the clocks of a zone show this minute of a day.

    If they show it twice, return the first moment if it is later than `after`, and otherwise the second.
    """
    local = datetime.combine(day + timedelta(days=minute // _DAY), time(minute % _DAY // 60, minute % 60), zone)
    moments = sorted(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    if moments[0].astimezone(zone).replace(tzinfo=None) != local.replace(tzinfo=None):
        return local.astimezone(UTC)  # the clocks skip this time; read it as if they had not been put forward yet
    return next((moment for moment in moments if moment > after), moments[1])


def parse_time_of_day(words: str) -> int | None:
    """Parse a typed time of day ("midnight", "23:30", "11pm") as minutes after midnight; None for anything else."""
    clock = _CLOCK.fullmatch(simplify_words(words, ",")[:MOST_LETTERS])
    minute = None if clock is None else _read_minute(clock)
    return None if minute is None else minute % _DAY


def _read_minute(clock: re.Match[str]) -> int | None:
    """Turn a time of day into minutes since midnight; None for anything else, including a bare number such as "8".

    After "at", a bare hour is in the afternoon or evening.
    """
    if clock["word"]:
        return 12 * 60 if clock["word"] in _NOON else _DAY
    hour, minute = int(clock["hour"]), int(clock["minute"] or 0) + 30 * bool(clock["thirty"])
    bare = not (clock["minute"] or clock["half"])
    if bare and not (clock["at"] or clock["bare"] or clock["thirty"]):
        return None
    if clock["half"]:
        if not 1 <= hour <= 12:
            return None
        if hour == 12 and clock["half"] in _NIGHT:
            return _DAY
        hour = hour % 12 + 12 * ((clock["half"][0] == "p" and "manana" not in clock["half"])
                                 or clock["half"] in _EVENING)  # fmt: skip
    elif bare and clock["at"] and not clock["bare"] and 1 <= hour < 12:
        hour += 12
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def _find_on_typed_day(day_words: str, minute: int, present: datetime, zone: tzinfo, weekly: bool) -> datetime | None:
    """Find the moment of a time of day on the day that was typed. Without a day, it is the next such moment.

    Return None if the words name no day. A weekly time must name a day of the week.
    """
    today = present.astimezone(zone).date()

    def find_on(day: date) -> datetime:
        return _find_moment(day, minute, zone, present)

    if day_words == "" and not weekly:
        return next(found for ahead in range(3) if (found := find_on(today + timedelta(days=ahead))) > present)
    ahead = {name: days for days, names in enumerate((_TODAY, _TOMORROW, _AFTER_TOMORROW))
             for name in names}.get(day_words)  # fmt: skip
    if ahead is not None and not weekly:
        return find_on(today + timedelta(days=ahead))
    weekday = _find_weekday(day_words.removeprefix(_NEXT))
    if weekday is not None:
        coming = today + timedelta(days=(weekday - today.weekday()) % 7)
        if day_words.startswith(_NEXT) and coming - today < timedelta(days=7 - today.weekday()):
            coming += timedelta(days=7)
        return found if (found := find_on(coming)) > present else find_on(coming + timedelta(days=7))
    return None if weekly else _find_on_typed_date(day_words, today, find_on)


def _find_on_typed_date(typed: str, today: date, find_on: Callable[[date], datetime]) -> datetime | None:
    """Find the moment on a typed date; None for anything else. Without a year, it is the next such date."""
    try:
        return find_on(date.fromisoformat(typed))
    except ValueError:
        pass
    named = _DATE.fullmatch(typed) or _MONTH_FIRST.fullmatch(typed)
    if named is None:
        return None
    day, month_text = int(named["day"]), named["month"]
    month = int(month_text) if month_text.isdecimal() else _find_month(month_text)
    if month is None:
        return None
    if month > 12 and month_text.isdecimal():  # 12/25, as Americans write it
        day, month = month, day
    years = (int(named["year"]),) if named["year"] else range(today.year, today.year + 9)
    for year in years:
        try:
            found = date(year, month, day)
        except ValueError:  # the 29th of February, most often
            continue
        if found >= today or named["year"]:
            return find_on(found)
    return None


def _find_weekday(typed: str) -> int | None:
    """The number of a day of the week, 0 for Monday; None for anything else. Plurals and "-feira" count too."""
    bare = re.sub(r"[ -]feiras?$", "", typed)
    return next((number for number, names in enumerate(_DAYS) if {bare, bare.removesuffix("s")} & set(names)), None)


def _find_month(typed: str) -> int | None:
    """The number of a month; None for anything else."""
    return next((number for number, names in enumerate(_MONTHS, 1) if typed.rstrip(".") in names), None)

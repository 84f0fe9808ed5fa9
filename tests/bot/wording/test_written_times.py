"""Hours as sailors and households write them: each is read as meant, or refused, and never taken for another."""

from datetime import datetime
from itertools import product
from zoneinfo import ZoneInfo

import pytest

from bot.wording import HOST
from bot.wording.letters import simplify_words
from bot.wording.times.clocks import parse_hours
from bot.wording.times.days import read_past_day
from bot.wording.times.moments import describe_moment, parse_time, suggest_start_time
from bot.wording.times.vocabulary import MONTHS, WEEKDAYS, list_phrases
from games.core import Refused
from tests.refuses import refuses

HOBART = ZoneInfo("Australia/Hobart")
NOW = round(datetime(2026, 11, 26, 18, 5, tzinfo=HOBART).timestamp() * 1000)
"""A Thursday, a little after six."""
EIGHT = {
    "en": (
        "8pm",
        "8 pm",
        "8 p.m.",
        "20:00",
        "20.00",
        "2000",
        "2000h",
        "2000 hrs",
        "2000 hours",
        "20h",
        "at 8",
        "at 2000",
    ),
    "pt-BR": ("20h", "20:00", "20h00", "às 20h", "às 8 da noite", "20 horas", "às 20 horas", "2000", "2000h"),
    "es-ES": ("20h", "20:00", "a las 20", "a las 8", "a las 8 de la tarde", "20 horas", "a las 20:00", "2000", "20.00"),
    "it": ("20:00", "alle 20", "alle 8", "alle 8 di sera", "alle ore 20", "20.00", "2000"),
}
"""Ways to write eight in the evening."""
DAYS = {
    "en": {
        26: ("today", "tonight"),
        27: ("tomorrow", "friday", "fri", "this Friday", "on Friday"),
        28: ("28 nov", "28th of November", "Nov 28", "Sat 28 Nov", "Saturday, 28 November 2026", "28.11.", "28/11",
             "28.11.2026", "2026-11-28", "sat"),
        4: ("friday week", "a week on Friday", "Friday next week"),
    },
    "pt-BR": {
        26: ("hoje",),
        27: ("amanhã", "sexta", "sexta-feira", "6ª feira", "sex"),
        28: ("depois de amanhã", "28 de novembro", "dia 28 de novembro", "28/11", "28 nov", "sábado", "sábado 28/11"),
    },
    "es-ES": {
        26: ("hoy",),
        27: ("mañana", "viernes", "el viernes", "este viernes", "vie"),
        28: ("pasado mañana", "28 de noviembre", "el 28 de noviembre", "28/11", "sábado", "el sábado 28 de noviembre"),
    },
    "it": {
        26: ("oggi", "stasera"),
        27: ("domani", "venerdì", "ven", "questo venerdì"),
        28: ("dopodomani", "28 novembre", "il 28 novembre", "28/11", "sabato", "sabato 28 novembre"),
    },
}  # fmt: skip
"""Ways to write a day, by the day of the month that they mean."""
WRITTEN = [
    (text, day)
    for language, clocks in EIGHT.items()
    for day, spellings in DAYS[language].items()
    for spelling, clock in product(spellings, clocks)
    for text in (f"{spelling} {clock}", f"{clock} {spelling}")
]


def read(text: str, days: int = 366) -> tuple[str, bool]:
    found = parse_time(text, NOW, HOBART, days)
    return f"{datetime.fromtimestamp(found.at / 1000, HOBART):%Y-%m-%d %H:%M}", found.weekly


def test_an_hour_on_a_day_is_read_as_it_is_meant_in_every_language() -> None:
    assert len(WRITTEN) > 800
    wrong = {}
    for text, day in WRITTEN:
        meant = f"2026-{11 if day > 20 else 12}-{day:02} 20:00"
        try:
            found = read(text)
        except Refused as refused:
            found = (refused.reason, False)
        if found != (meant, False):
            wrong[text] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2000", "2026-11-26 20:00"),
        ("1900 hrs", "2026-11-26 19:00"),
        ("0730", "2026-11-27 07:30"),
        ("2400", "2026-11-27 00:00"),
        ("tomorrow 1930", "2026-11-27 19:30"),
        ("28 nov 2026 2000", "2026-11-28 20:00"),
        ("28 nov 2030", "2026-11-28 20:30"),
        ("2026-12-05T18:00", "2026-12-05 18:00"),
        ("2026-12-05T18:00:00Z", "2026-12-06 05:00"),
        ("2026-12-05 18:00+01:00", "2026-12-06 04:00"),
        ("20 hours", "2026-11-27 14:05"),
        ("in 8h", "2026-11-27 02:05"),
        ("in 2 ore", "2026-11-26 20:05"),
        ("tra un'ora", "2026-11-26 19:05"),
        ("in one hour", "2026-11-26 19:05"),
        ("2 hrs from now", "2026-11-26 20:05"),
        ("em uma hora e meia", "2026-11-26 19:35"),
        ("2 horas e 30 minutos", "2026-11-26 20:35"),
        ("2 hrs and 30 minutes", "2026-11-26 20:35"),
        ("dentro de dos horas", "2026-11-26 20:05"),
        ("in 1,5 h", "2026-11-26 19:35"),
        ("0h", "2026-11-27 00:00"),
        ("19:30 hrs", "2026-11-26 19:30"),
        ("730pm", "2026-11-26 19:30"),
        ("8 o'clock", "2026-11-26 20:00"),
        ("em duas horas e meia", "2026-11-26 20:35"),
        ("dentro de dos horas y media", "2026-11-26 20:35"),
        ("in two and a half hours", "2026-11-26 20:35"),
        ("hora e meia", "2026-11-26 19:35"),
        ("un'ora e mezza", "2026-11-26 19:35"),
        ("fra un’ora e mezzo", "2026-11-26 19:35"),
        ("8pm AEDT friday", "2026-11-27 20:00"),
        ("1000Z tomorrow", "2026-11-27 21:00"),
        ("8pm my time on friday", "2026-11-27 20:00"),
        ("el primero de diciembre a las 20", "2026-12-01 20:00"),
        ("primeiro de dezembro 20h", "2026-12-01 20:00"),
        ("8pm on the first of December", "2026-12-01 20:00"),
        ("la semana que viene el viernes 20h", "2026-12-04 20:00"),
        ("2026-12-05T18:00:00.000Z", "2026-12-06 05:00"),
        ("2026-12-05 18:00 +0100", "2026-12-06 04:00"),
        ("20261205T1800+01", "2026-12-06 04:00"),
        ("in 3 days at 8pm", "2026-11-29 20:00"),
        ("8pm 3 days from now", "2026-11-29 20:00"),
        ("daqui a uma semana às 20h", "2026-12-03 20:00"),
        ("dentro de tres días a las 20h", "2026-11-29 20:00"),
        ("Sat 12/5 8pm", "2026-12-05 20:00"),
        ("20h UTC-3", "2026-11-27 10:00"),
        ("20:00 GMT+1", "2026-11-27 06:00"),
        ("2000 sharp", "2026-11-26 20:00"),
        ("28/11 – 20h", "2026-11-28 20:00"),
        ("281930LNOV26", "2026-11-28 19:30"),
        ("280900Z NOV 26", "2026-11-28 20:00"),
        ("<t:1795856400:F>", "2026-11-28 20:00"),
        ("de hoy en ocho a las 8 pm", "2026-12-03 20:00"),
    ],
)
def test_four_digits_and_iso_are_clocks(text: str, meant: str) -> None:
    assert read(text) == (meant, False)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tonight 8:30", "26 20:30"),
        ("8 tonight", "26 20:00"),
        ("hoje à noite às 8:30", "26 20:30"),
        ("half seven tonight", "26 19:30"),
        ("às oito da noite", "26 20:00"),
        ("tonight at 12", "27 00:00"),
        ("tonight 1am", "27 01:00"),
        ("friday night at 12", "28 00:00"),
        ("friday night 1am", "28 01:00"),
        ("sexta à noite 1h", "28 01:00"),
        ("viernes por la noche a las 12", "28 00:00"),
        ("saturday morning at 10", "28 10:00"),
        ("sábado a la 1 de la tarde", "28 13:00"),
        ("mañana a las ocho y media de la noche", "27 20:30"),
        ("dia 28 às 20h", "28 20:00"),
        ("on the 28th at 8pm", "28 20:00"),
        ("sábado 28 a las 20h", "28 20:00"),
        ("quinta que vem 20h", "03 20:00"),
        ("el próximo jueves a las 20h", "03 20:00"),
        ("coming thursday 8pm", "03 20:00"),
        ("quinta 20h", "26 20:00"),
        ("dia 3 dez vinte horas", "03 20:00"),
        ("quarter to nine tonight", "26 20:45"),
        ("ten minutes to 9pm", "26 20:50"),
        ("vinte e uma e trinta", "26 21:30"),
        ("quinze pras nove da noite", "26 20:45"),
        ("nueve menos cuarto de la noche", "26 20:45"),
        ("quarter to one in the afternoon", "27 12:45"),
        ("meia-noite e meia", "27 00:30"),
        ("nineteen thirty", "26 19:30"),
        ("twenty hundred hours", "26 20:00"),
        ("20h00m", "26 20:00"),
        ("20 h 30 min", "26 20:30"),
        ("00h30", "27 00:30"),
        ("mañana 12 m", "27 12:00"),
        ("8 p. m.", "26 20:00"),
        ("monday week noon", "07 12:00"),
        ("tomorrow week 8pm", "04 20:00"),
        ("28NOV26 2000", "28 20:00"),
        ("8pm Perth time", "26 23:00"),
        ("0900Z", "26 20:00"),
        ("1930L", "26 19:30"),
        ("2000 AEDT", "26 20:00"),
        ("20h de Brasília", "27 10:00"),
        ("20h em Brasília", "27 10:00"),
        ("8pm hora México", "27 13:00"),
        ("7:30p", "26 19:30"),
        ("8ish tonight", "26 20:00"),
        ("in a couple of hours", "26 20:05"),
        ("de aquí a 2 horas", "26 20:05"),
        ("8 pm hora del centro", "27 13:00"),
        ("satuday 8pm", "28 20:00"),
        ("sesta 20h", "27 20:00"),
        ("vienes 20h", "27 20:00"),
        ("8P", "26 20:00"),
        ("sat: 8pm", "28 20:00"),
        ("fri nite 8", "27 20:00"),
        ("hj às 20h", "26 20:00"),
        ("amnh 20h", "27 20:00"),
        ("¿viernes a las 8 pm?", "27 20:00"),
        ("hoy a la noche a las 9", "26 21:00"),
        ("mañana a la tarde a las 5", "27 17:00"),
        ("mañana temprano a las 9", "27 09:00"),
        ("como a las 8 pm", "26 20:00"),
        ("alas 8 pm", "26 20:00"),
        ("1ro de diciembre 8 pm", "01 20:00"),
        ("tomorrow night at 1am", "28 01:00"),
        ("pasado mañana 1 de la noche", "29 01:00"),
        ("12:30 de la madrugada", "27 00:30"),
        ("sábado 1 da madrugada", "28 01:00"),
        ("friday night at midnight", "28 00:00"),
    ],
)
def test_a_part_of_the_day_and_a_number_of_the_month_are_read(text: str, meant: str) -> None:
    """An hour after midnight belongs to the night before it, and the coming Thursday is never today."""
    assert (read(text)[0][-8:], read(text)[1]) == (meant, False)


@pytest.mark.parametrize("text", ["8pm every friday", "fridays 8pm", "às sextas 20h", "sextas-feiras às 20h",
                                  "los viernes a las 20h", "toda sexta feira 20h",
                                  "every friday 2000", "fridays 8pm weekly", "toda sexta 2000",
                                  "ogni venerdì alle 20", "cada viernes 20h", "20h todas as sextas",
                                  "Friday nights 8pm", "viernes de cada semana a las 8 de la noche",
                                  "sexta 20h semanalmente"])  # fmt: skip
def test_the_words_of_every_week_stand_anywhere(text: str) -> None:
    assert read(text) == ("2026-11-27 20:00", True)


@pytest.mark.parametrize("text", ["8h", "1h30", "2 horas", "12h", "10.12 20.11", "8:30", "at 8:30", "fri 9:30",
                                  "half eight", "sexta às 9 e meia", "sat at 10", "12/5 8pm",
                                  "12 m", "24h", "20h CST", "next friday 8pm", "sexta que vem 20h",
                                  "el próximo viernes 20h",
                                  "half 8", "quarter past nine", "1h30m", "tomorrow 8pm Honolulu",
                                  "friday midnight", "meia-noite de sexta", "12 de la mañana", "8pm AEST", "8pm NZST",
                                  "12-8 8pm", "1/3/2027 8pm", "4/3 8pm", "daqui a 2 dias 20h"])  # fmt: skip
def test_a_time_with_two_meanings_asks_for_one(text: str) -> None:
    with refuses("time_either") as refused:
        parse_time(text, NOW, HOBART, 366)
    for answer in (refused.value.facts["first"], refused.value.facts["second"]):
        assert read(str(answer)) == (answer, False)


def test_a_night_goes_on_after_midnight() -> None:
    now = round(datetime(2026, 11, 27, 0, 30, tzinfo=HOBART).timestamp() * 1000)
    for text, meant in {
        "tonight at 1": "27 01:00", "1am tonight": "27 01:00", "1 da noite": "27 01:00", "tonight at 12": "28 00:00",
        "tonight 8": "27 20:00", "friday night 1am": "28 01:00", "thursday night 1am": "27 01:00",
    }.items():  # fmt: skip
        found = datetime.fromtimestamp(parse_time(text, now, HOBART).at / 1000, HOBART)
        assert f"{found:%d %H:%M}" == meant, text


def test_an_offered_meaning_is_read_as_it_is_shown() -> None:
    """A time of every week that may be in the morning or in the evening stays one of every week."""
    for text, weekly in (("fridays 8:30", True), ("toda sexta 8:30", True), ("12/5 8pm", False), ("fri 9:30", False)):
        shown = suggest_start_time(text, NOW, HOBART, HOST, 366, weekly=True)
        assert len(shown) == 2
        for label, clear in shown:
            at, every_week = parse_time(clear, NOW, HOBART, 366)
            local = datetime.fromtimestamp(at / 1000, HOBART)
            assert (describe_moment(local, str(HOBART), HOST, every_week), every_week) == (label, weekly)


@pytest.mark.parametrize(
    "text",
    [
        "8 to 10",
        "ten to eight",
        "fridays 8pm UTC",
        "28 nov 2026",
        "Fri 28 Nov 8pm",
        "2500",
        "2060",
        "99h",
        "8pm 9pm",
        "28.11.",
        "1900 28",
        "8 9pm",
        "12 8pm",
        "friday 13 dec 8pm",
        "half 13",
        "sat 20",
        "this week friday 8pm",
        "sat 6/12 8pm",
    ],
)
def test_a_time_that_nobody_can_know_is_refused(text: str) -> None:
    with refuses("time_words|time_either"):
        parse_time(text, NOW, HOBART, 366)


@pytest.mark.parametrize("zone", [HOBART, ZoneInfo("America/New_York")])
@pytest.mark.parametrize(
    "text",
    ["9999-12-31T23:59-12:00", "9999-12-31 23:59 utc-3", "31 dec 9999 1:30 EST", "31/12/9999 24:00", "0001-01-01 00:00",
     "1/1/0001 00:00", "0001-01-01T00:00+14:00"],
)  # fmt: skip
def test_a_time_at_the_ends_of_the_calendar_is_refused(text: str, zone: ZoneInfo) -> None:
    with refuses("time_words"):
        parse_time(text, NOW, zone, 366)
    assert suggest_start_time(text, NOW, zone, HOST, 366) == []


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("2200-0700", (1320, 420)),
        ("22:00 – 07:00", (1320, 420)),
        ("from 10pm until 7am", (1320, 420)),
        ("das 22h às 7h30", (1320, 450)),
        ("desde las 22 hasta las 7", (1320, 420)),
        ("dalle 22 alle 7", (1320, 420)),
        ("dalle 22:30 alle 7", (1350, 420)),
        ("da meia-noite às 8h", (0, 480)),
        ("between 22 and 7", (1320, 420)),
        ("quarter to ten pm to 7am", (1305, 420)),
        ("10 to 7am", (1320, 420)),
        ("10pm to 11:30", (1320, 1410)),
        ("das 8 às 10 da noite", (1200, 1320)),
        ("noon to 2", (720, 840)),
        ("8 to midnight", (1200, 0)),
        ("7:00-midnight", (420, 0)),
        ("7:00pm-midnight", (1140, 0)),
        ("noon to 11:30", (720, 1410)),
    ],
)
def test_hours_are_read_in_every_language(text: str, hours: tuple[int, int]) -> None:
    assert parse_hours(text) == hours


@pytest.mark.parametrize("text", ["8-8", "0-24", "22", "22-7-9", "10-7", "11 to 7", "12-8"])
def test_hours_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        parse_hours(text)


@pytest.mark.parametrize(
    "text", ["3 mar 2024", "3/3/2024", "3 de março de 2024", "3 de marzo de 2024", "March 3, 2024", "3 mars 2024"]
)
def test_days_of_the_books_are_written_in_every_language(text: str) -> None:
    found = read_past_day(text)
    assert (found is None) == ("mars" in text)
    assert found is None or f"{found.on}" == "2024-03-03"


def test_no_phrase_means_two_days_or_two_months() -> None:
    """Every language is understood at once, so a phrase of one must not be another day in another."""
    for words in (WEEKDAYS, MONTHS, ("today", "tomorrow", "after_tomorrow", "next_week"),
                  ("unit_day", "unit_hour", "unit_minute", "unit_second"), ("noon", "midnight")):  # fmt: skip
        told = [phrase for word in words for phrase in set(list_phrases(word))]
        assert sorted(told) == sorted(set(told))
        assert all(phrase == simplify_words(phrase) for phrase in told)

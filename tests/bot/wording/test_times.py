"""Start times in everyday words."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, strategies as st

from bot.people.quiet_hours import QuietHours, add_waking_time
from bot.wording import HOST
from bot.wording.times.moments import MOST_DAYS, parse_start_time, parse_time, suggest_start_time
from tests.refuses import refuses

HOBART = ZoneInfo("Australia/Hobart")
BERLIN = ZoneInfo("Europe/Berlin")


def _ms(text: str, zone: ZoneInfo = HOBART) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp() * 1000)


NOW = _ms("2026-11-21 19:05")
"""A Saturday evening."""


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("20:30", "2026-11-21 20:30"),
        ("20.30", "2026-11-21 20:30"),
        ("8pm", "2026-11-21 20:00"),
        ("at 8:15 PM", "2026-11-21 20:15"),
        ("7am", "2026-11-22 07:00"),
        ("12am", "2026-11-22 00:00"),
        ("12:30 pm", "2026-11-22 12:30"),
        ("19:05", "2026-11-22 19:05"),
        ("18:00", "2026-11-22 18:00"),
        ("today 20:30", "2026-11-21 20:30"),
        ("tonight at 9pm", "2026-11-21 21:00"),
        ("sat 20:30", "2026-11-21 20:30"),
        ("Saturday, 18:00", "2026-11-28 18:00"),
        ("2026-12-05 18:00", "2026-12-05 18:00"),
        ("in 2h", "2026-11-21 21:05"),
        ("2 hours", "2026-11-21 21:05"),
        ("in 1h30", "2026-11-21 20:35"),
        ("1h 30m", "2026-11-21 20:35"),
        ("in 1 hour and 30 minutes", "2026-11-21 20:35"),
        ("in 1.5 hours", "2026-11-21 20:35"),
        ("90 min", "2026-11-21 20:35"),
        ("in half an hour", "2026-11-21 19:35"),
        ("in an hour", "2026-11-21 20:05"),
        ("in 2 days", "2026-11-23 19:05"),
    ],
)
def test_a_time_is_read_as_it_is_said(words: str, meant: str) -> None:
    assert parse_start_time(words, NOW, HOBART) == _ms(meant)


def test_a_time_is_read_in_the_users_time_zone() -> None:
    assert (
        parse_start_time("20:30", NOW, BERLIN)
        == _ms("2026-11-21 20:30", BERLIN)
        != parse_start_time("20:30", NOW, HOBART)
    )


def test_a_wait_keeps_its_length_when_the_clocks_change() -> None:
    eve = _ms("2026-10-24 23:00", BERLIN)
    assert parse_start_time("in 5h", eve, BERLIN) == eve + 5 * 3_600_000 == _ms("2026-10-25 03:00", BERLIN)
    assert parse_start_time("tomorrow 20:30", eve, BERLIN) == _ms("2026-10-25 20:30", BERLIN)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        *((words, "time_words") for words in ("soon", "20", "25:00", "20:61", "13pm", "fri", "in", "2026-13-01 18:00")),
        *((words, "time_words") for words in ("", "in 2h maybe", "20:30 20:30", "yesterday 20:30", "٣:٣٠ no")),
        *((words, "time_past") for words in ("today 18:00", "in 0 minutes", "2026-11-20 20:30", "18:00 today")),
        *((words, "time_far") for words in (f"in {MOST_DAYS + 1} days", "2027-11-21 20:30", "in 99999 days")),
    ],
)
def test_words_that_are_no_future_time_are_refused_with_a_reason(words: str, reason: str) -> None:
    with refuses() as refused:
        parse_start_time(words, NOW, HOBART)
    assert refused.value.reason == reason


THURSDAY = _ms("2026-11-26 21:00")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("noon", "2026-11-27 12:00"),
        ("noon tomorrow", "2026-11-27 12:00"),
        ("midnight", "2026-11-27 00:00"),
        ("12 at night", "2026-11-27 00:00"),
        ("friday night at 8", "2026-11-27 20:00"),
        ("friday evening, 8pm", "2026-11-27 20:00"),
        ("next thu 8pm", "2026-12-03 20:00"),
        ("thu 8pm", "2026-12-03 20:00"),
        ("8 in the evening on Sunday", "2026-11-29 20:00"),
        ("Nov 28th, 8 p.m.", "2026-11-28 20:00"),
        ("12/25 20:00", "2026-12-25 20:00"),
        ("20:00 on 1/12/2026", "2026-12-01 20:00"),
        ("3 jan 8pm", "2027-01-03 20:00"),
        ("20h30", "2026-11-27 20:30"),
        ("22h", "2026-11-26 22:00"),
        ("amanhã às 8 e meia da noite", "2026-11-27 20:30"),
        ("hoje às 22h", "2026-11-26 22:00"),
        ("sábado ao meio-dia", "2026-11-28 12:00"),
        ("daqui a 2 horas", "2026-11-26 23:00"),
        ("em meia hora", "2026-11-26 21:30"),
        ("miércoles a las 9 y media de la noche", "2026-12-02 21:30"),
        ("mañana a las 8 de la mañana", "2026-11-27 08:00"),
        ("dentro de una hora", "2026-11-26 22:00"),
    ],
)
def test_times_are_read_in_the_languages_of_the_bot(words: str, meant: str) -> None:
    assert parse_time(words, THURSDAY, HOBART, 60) == (_ms(meant), False)


@pytest.mark.parametrize(
    "words",
    ["every friday 8pm", "fridays 8pm every week", "toda sexta 20h", "todas as sextas às 20h", "cada viernes a las 8"],
)
def test_a_time_may_be_one_of_every_week(words: str) -> None:
    assert parse_time(words, THURSDAY, HOBART) == (_ms("2026-11-27 20:00"), True)
    with refuses("time_weekly"):
        parse_start_time(words, THURSDAY, HOBART)
    assert suggest_start_time(words, THURSDAY, HOBART, HOST) == []
    told = [("every week from Fri 27 Nov 2026 20:00 (Australia/Hobart)", words)]
    assert suggest_start_time(words, THURSDAY, HOBART, HOST, weekly=True) == told


@pytest.mark.parametrize(
    "words",
    [
        "friday",
        "every 8pm",
        "every day 8pm",
        "fri 8pm or so",
        "next 8pm",
        "31/2 20:00",
        "32 nov 8pm",
        "8",
        "1/12",
        "99h",
    ],
)
def test_half_a_time_is_refused(words: str) -> None:
    with refuses("time_words"):
        parse_time(words, THURSDAY, HOBART, 60)


def test_a_date_that_can_be_read_in_two_ways_is_shown_in_both() -> None:
    shown = suggest_start_time("1/12 20:00", THURSDAY, HOBART, HOST, 366)
    assert [label for label, _ in shown] == [
        "Tue 1 Dec 2026 20:00 (Australia/Hobart)",
        "Tue 12 Jan 2027 20:00 (Australia/Hobart)",
    ]
    assert [parse_time(words, THURSDAY, HOBART, 366).at for _, words in shown] == [
        _ms("2026-12-01 20:00"),
        _ms("2027-01-12 20:00"),
    ]


ZONES = (
    "Australia/Hobart",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",
    "Asia/Kolkata",
)


@given(st.sampled_from(ZONES), st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 1)), st.integers(0, 1439))
@example("Europe/Berlin", datetime(2026, 10, 25, 0, 40), 150)
@example("Europe/Berlin", datetime(2026, 3, 28, 20, 0), 150)
@example("Australia/Lord_Howe", datetime(2026, 4, 4, 14, 50), 105)
def test_the_next_time_of_day_is_the_next_minute_that_shows_it(name: str, now: datetime, minute: int) -> None:
    """The test counts minutes to find the expected time, since some hours come twice or never."""
    zone, present = ZoneInfo(name), now.replace(tzinfo=UTC)
    at = parse_start_time(f"{minute // 60:02}{minute % 60:02}", round(present.timestamp() * 1000), zone)
    found = datetime.fromtimestamp(at / 1000, UTC)
    assert found > present
    start = present.replace(second=0, microsecond=0) + timedelta(minutes=1)
    counted = (start + timedelta(minutes=ahead) for ahead in range(3 * 1440))
    shown = next(moment for moment in counted if (there := moment.astimezone(zone)).hour * 60 + there.minute == minute)
    before = found.astimezone(zone)
    if before.hour * 60 + before.minute == minute:
        assert found == shown
    else:  # the clocks jump over this time on that day, so the start lies within an hour after the jump
        assert found < shown and (found - timedelta(hours=1)).astimezone(zone).utcoffset() != before.utcoffset()


@given(
    st.sampled_from(ZONES),
    st.sampled_from([datetime(2026, 3, 29), datetime(2026, 10, 25), datetime(2026, 4, 5), datetime(2026, 11, 1)]),
    st.integers(-1500, 1500),
    st.integers(0, 1439),
    st.integers(1, 960),
    st.integers(0, 2000),
)
def test_waking_time_is_counted_minute_by_minute(
    name: str, day: datetime, shift: int, start: int, quiet_for: int, length: int
) -> None:
    quiet = QuietHours(ZoneInfo(name), start, (start + quiet_for) % 1440)
    now = day.replace(tzinfo=UTC) + timedelta(minutes=shift)
    moment, left = now, length
    while left or (not length and quiet.covers(moment.astimezone(quiet.zone))):
        left -= not quiet.covers(moment.astimezone(quiet.zone))
        moment += timedelta(minutes=1)
    at = add_waking_time(round(now.timestamp() * 1000), length * 60_000, quiet)
    assert datetime.fromtimestamp(at / 1000, UTC) == moment

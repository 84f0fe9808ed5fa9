"""Start times in everyday words."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.services.start_times import MOST_DAYS, parse_start_time
from games.core.refused import Refused

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
        ("tomorrow 20:30", "2026-11-22 20:30"),
        ("8pm tomorrow", "2026-11-22 20:00"),
        ("fri 8pm", "2026-11-27 20:00"),
        ("20:30 on Friday", "2026-11-27 20:30"),
        ("sat 20:30", "2026-11-21 20:30"),
        ("Saturday, 18:00", "2026-11-28 18:00"),
        ("2026-12-05 18:00", "2026-12-05 18:00"),
        ("in 2h", "2026-11-21 21:05"),
        ("2 hours", "2026-11-21 21:05"),
        ("in 1h30", "2026-11-21 20:35"),
        ("1h30m", "2026-11-21 20:35"),
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
    with pytest.raises(Refused) as refused:
        parse_start_time(words, NOW, HOBART)
    assert refused.value.reason == reason

"""The hours of a night, and the times of its notices."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.nights.night import (
    NightStep,
    find_announcement_time,
    find_next_week,
    find_notice_time,
    find_step_after_announcement,
    format_first_time,
    time_of,
)
from bot.people.quiet_hours import QuietHours
from bot.ports import HOUR
from bot.store.tables.nights import NewPlan


def at(day: int, hour: int, month: int = 10) -> int:
    """A time in 2026, in milliseconds since 1970."""
    return round(datetime(2026, month, day, hour, tzinfo=UTC).timestamp() * 1000)


def plan(zone: str, first: str) -> NewPlan:
    return NewPlan(1, 100, 1, "duo-dominoes", "", "", zone, first, True, 0, "en")


def test_a_weekly_night_keeps_its_local_time() -> None:
    # Berlin goes back an hour on 25 October 2026, Hobart went forward on 4 October.
    berlin = plan("Europe/Berlin", format_first_time(at(23, 18), "Europe/Berlin"))
    assert berlin.first == "2026-10-23T20:00:00"
    assert [time_of(berlin, week) for week in (0, 1)] == [at(23, 18), at(30, 19)]
    hobart = plan("Australia/Hobart", format_first_time(at(2, 10), "Australia/Hobart"))
    assert [time_of(hobart, week) for week in (0, 1)] == [at(2, 10), at(9, 9)]


def test_an_hour_that_the_clocks_skip_becomes_the_next_one() -> None:
    # On 29 March 2026 Berlin has no half past two.
    left_out = plan("Europe/Berlin", "2026-03-22T02:30:00")
    wall = datetime.fromtimestamp(time_of(left_out, 1) / 1000, ZoneInfo("Europe/Berlin"))
    assert (wall.day, wall.hour, wall.minute) == (29, 3, 30)


def test_a_night_planned_in_the_hour_that_comes_twice_is_not_in_the_past() -> None:
    # On 25 October 2026 Berlin has half past two at 0:30 and at 1:30 UTC.
    half = 30 * 60_000
    twice = plan("Europe/Berlin", "2026-10-25T02:30:00")
    assert time_of(twice, 0) == at(25, 0) + half
    assert time_of(replace(twice, created_at=at(25, 1)), 0) == at(25, 1) + half


def test_past_dates_are_skipped() -> None:
    weekly = plan("UTC", "2026-10-02T20:00:00")
    assert find_next_week(weekly, 0, at(2, 20)) == 1
    assert find_next_week(weekly, 0, at(20, 20)) == 3


def test_the_first_date_is_announced_at_once_and_a_later_one_six_days_ahead() -> None:
    assert find_announcement_time(at(20, 20), at(1, 20), week=0) == at(1, 20)
    assert find_announcement_time(at(20, 20), at(1, 20), week=1) == at(14, 20)
    assert find_announcement_time(at(3, 20), at(1, 20), week=1) == at(1, 20)


def test_a_reminder_within_the_last_hour_is_left_out() -> None:
    assert find_step_after_announcement(at(2, 20), at(2, 18)) == (NightStep.REMIND, at(2, 19))
    assert find_step_after_announcement(at(2, 20), at(2, 19)) == (NightStep.OPEN, at(2, 20))


def test_quiet_hours_postpone_a_notice_or_drop_it() -> None:
    quiet = QuietHours(UTC, 18 * 60, 19 * 60 + 30)
    awake = at(2, 19) + HOUR // 2
    assert find_notice_time(at(2, 19), at(2, 20), quiet, urgent=False) == awake
    assert find_notice_time(at(2, 19), at(2, 20), None, urgent=False) == at(2, 19)
    assert find_notice_time(at(2, 19), awake, quiet, urgent=False) is None
    assert find_notice_time(at(2, 19), awake, quiet, urgent=True) == at(2, 19)

"""The time of day: the machine's clock may jump, and Discord's stamps and dates correct it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from email.utils import format_datetime

import pytest
from aiohttp import ClientSession, web

from bot.edge.steady_clock import DATE_STEP, MILLISECONDS, TOLERANCE, SteadyClock
from tests.web_server import serve

NOW = 1_700_000_000_000
HOUR = 3_600_000


class Machine:
    """A wall clock that may jump, and a monotonic clock. Both tell nanoseconds."""

    def __init__(self) -> None:
        self.wall_at = NOW * MILLISECONDS
        self.elapsed_at = 5_000 * MILLISECONDS

    def wall(self) -> int:
        return self.wall_at

    def elapsed(self) -> int:
        return self.elapsed_at

    def go_on(self, milliseconds: int) -> None:
        self.wall_at += milliseconds * MILLISECONDS
        self.elapsed_at += milliseconds * MILLISECONDS

    def jump(self, milliseconds: int) -> None:
        self.wall_at += milliseconds * MILLISECONDS


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def clock(machine: Machine) -> SteadyClock:
    return SteadyClock(machine.wall, machine.elapsed)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_of_the_wall_clock_is_not_noticed(machine: Machine, clock: SteadyClock, jump: int) -> None:
    machine.jump(jump)
    machine.go_on(250)
    assert clock() == NOW + 250
    assert clock.seconds() == (NOW + 250) / 1000


def test_the_time_is_never_before_a_stamp_already_received(machine: Machine, clock: SteadyClock) -> None:
    clock.correct(NOW + 80)
    assert clock() == NOW + 80
    clock.correct(NOW - HOUR)  # an old stamp, as after a RESUME
    assert clock() == NOW + 80
    machine.go_on(20)
    assert clock() == NOW + 100


def test_a_start_an_hour_late_is_put_right_by_the_first_answer(machine: Machine, clock: SteadyClock) -> None:
    clock.correct_by_date(NOW + HOUR, 150)
    assert clock() == NOW + HOUR


def test_a_clock_that_was_asked_before_the_first_answer_runs_on(machine: Machine, clock: SteadyClock) -> None:
    assert clock() == NOW
    clock.correct_by_date(NOW - HOUR, 150)
    assert clock() == NOW - HOUR + DATE_STEP + 150
    machine.go_on(100)
    assert clock() == NOW - HOUR + DATE_STEP + 250


def test_the_clock_never_goes_back(machine: Machine, clock: SteadyClock) -> None:
    clock.correct_by_date(NOW, 0)
    assert clock() == NOW
    clock.correct_by_date(NOW - HOUR, 150)
    assert clock() == NOW
    machine.go_on(HOUR - DATE_STEP - 151)
    assert clock() == NOW
    machine.go_on(11)
    assert clock() == NOW + 10


def test_a_date_within_its_second_changes_nothing(machine: Machine, clock: SteadyClock) -> None:
    for behind in (0, 999, DATE_STEP + TOLERANCE):
        clock.correct_by_date(NOW - behind, 0)
        assert clock() == NOW


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """A server whose `Date` header is an hour ahead."""

    async def answer(request: web.Request) -> web.Response:
        dated = {"Date": format_datetime(datetime.fromtimestamp((NOW + HOUR) / 1000, UTC), usegmt=True)}
        return web.Response(headers=dated if request.path == "/dated" else {"Date": "long ago"})

    async with serve(answer) as served:
        yield served


async def test_a_client_lets_the_clock_hear_the_dates_of_answers(clock: SteadyClock, address: str) -> None:
    async with ClientSession(middlewares=[clock.follow]) as session:
        async with session.get(f"{address}/undated"):
            assert clock() == NOW
        async with session.get(f"{address}/dated"):
            assert clock() == NOW + HOUR

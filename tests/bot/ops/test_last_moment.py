"""A process that lost its lease ends within two seconds, even if something in it hangs."""

from __future__ import annotations

import asyncio
import os
import threading

import pytest

from bot.cli.exit_status import ExitStatus
from bot.cli.run import end_soon_after, make_last_timer
from bot.store.processes.leases import Lease

MOST = 2.0
"""The most seconds that a process may go on after it found its lease lost."""


class CountingTimer(threading.Timer):
    """A timer that counts its starts, and does nothing."""

    def __init__(self) -> None:
        super().__init__(0, lambda: None)
        self.starts = 0
        self.statuses: list[ExitStatus] = []

    def take(self, status: ExitStatus) -> CountingTimer:
        """Note the status with which the process is to end."""
        self.statuses.append(status)
        return self

    def start(self) -> None:
        self.starts += 1


def test_the_last_moment_is_under_two_seconds_away_and_ends_the_process_with_75() -> None:
    timer = make_last_timer(ExitStatus.UNAVAILABLE)
    assert 0 < timer.interval < MOST
    assert (timer.function, tuple(timer.args)) == (os._exit, (ExitStatus.UNAVAILABLE,))
    assert int(ExitStatus.UNAVAILABLE) == 75
    assert timer.daemon, "it must not hold up an orderly end"


@pytest.mark.parametrize(("rival", "status"), [("", ExitStatus.UNAVAILABLE), ("a copy", ExitStatus.MISCONFIGURED)])
async def test_the_last_moment_is_set_at_the_first_look_after_the_loss_while_the_rest_still_runs(
    rival: str, status: ExitStatus
) -> None:
    lease, timer = Lease(), CountingTimer()
    async with end_soon_after(lease, timer.take):
        await asyncio.sleep(0)
        assert timer.starts == 0
        lease.lose(rival)
        await asyncio.sleep(0)
        assert timer.starts == 1
    assert (timer.starts, timer.statuses) == (1, [status])


async def test_a_process_that_keeps_its_lease_sets_no_last_moment() -> None:
    lease, timer = Lease(), CountingTimer()
    async with end_soon_after(lease, timer.take):
        await asyncio.sleep(0)
    lease.lose()
    await asyncio.sleep(0)
    assert timer.starts == 0

"""The supervisor notices a long-lived task that ends by itself, but not one that it stopped or released."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.supervisor import Supervisor


async def returns() -> None:
    """Return at once."""


async def raises() -> None:
    raise ZeroDivisionError


async def is_cancelled() -> None:
    """Raise CancelledError, as if another task had cancelled this one."""
    raise asyncio.CancelledError


async def lasts() -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize("work", [returns(), raises(), is_cancelled()], ids=lambda work: work.__name__)
async def test_a_task_that_ends_by_itself_is_noticed(
    work: Coroutine[Any, Any, None], caplog: pytest.LogCaptureFixture
) -> None:
    supervisor = Supervisor()
    other = supervisor.start(lasts(), "other")
    supervisor.start(work, "clocks")
    await asyncio.wait_for(supervisor.fallen.wait(), 30)
    assert supervisor.name == "clocks"
    assert "the task clocks ended by itself" in caplog.text
    await supervisor.stop(other)
    assert supervisor.name == "clocks"


async def test_a_task_that_was_stopped_or_released_is_not_reported() -> None:
    supervisor = Supervisor()
    stopped, released = supervisor.start(lasts(), "stopped"), supervisor.start(lasts(), "released")
    await supervisor.stop(stopped)
    assert stopped.cancelled()
    supervisor.release(released)
    released.cancel()
    last = asyncio.create_task(raises())
    supervisor.watch(last)
    supervisor.close()
    await asyncio.wait({released, last})
    assert isinstance(last.exception(), ZeroDivisionError)
    assert not supervisor.fallen.is_set()

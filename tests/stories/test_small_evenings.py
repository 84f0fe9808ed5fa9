"""A story of a Discord that does not answer at the start."""

import asyncio
from pathlib import Path

import pytest

from bot.cli.run import make_harbour_settings
from bot.config import Settings
from bot.edge import repeating
from bot.serving.app import App
from bot.serving.registration import COMMANDS_MEMO
from bot.store import key_values
from tests.chance import FixedSeals
from tests.injected_faults import Fault, inject_fault
from tests.stories.evening import SETTINGS, evening


async def end_of(job: str) -> None:
    """Wait until the background jobs with this name have ended."""
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == job))


async def test_commands_are_registered_later_if_discord_was_away_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeating, "FIRST_JOB_WAIT", 0.0)
    async with evening(tmp_path) as night:
        await night.store.write(key_values.drop, COMMANDS_MEMO)
        harbour, night_settings = night.harbour, make_harbour_settings(Settings(), night.harbour)
        cut_off = inject_fault(harbour, Fault("PUT", r".*/commands", cut=True, times=2))
        app = App(night_settings, night.store, SETTINGS, harbour.clock.now, dict, night.chance, FixedSeals)
        stop, ready = asyncio.Event(), asyncio.Event()
        running = asyncio.create_task(app.run(stop, ready))
        await ready.wait()
        await end_of("commands")
        assert cut_off.hits == 2
        assert await night.store.read(key_values.get, COMMANDS_MEMO) is not None
        stop.set()
        await running

"""Short stories of a Discord that does not answer: at the start, and in the middle of a hand."""

import asyncio
from pathlib import Path

import pytest

from bot.cli.run import make_harbour_settings
from bot.config import Settings
from bot.edge import repeating
from bot.serving.app import App
from bot.serving.registration import COMMANDS_MEMO
from bot.store.database import key_values
from games.core.seats import Seat
from tests.chance import FixedSeals, SeededChance
from tests.injected_faults import Fault, inject_fault
from tests.stories.evening import SETTINGS, Evening, evening, words_for
from tests.stories.table_messages import board_alt, hand_alt


async def end_of(job: str) -> None:
    """Wait until the background jobs with this name have ended."""
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == job))


async def start_duo(night: Evening) -> None:
    """Start a table of Duo Dominoes and deal the first hand."""
    await night.open("duo-dominoes")
    await night.start()


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


async def test_the_game_goes_on_while_discord_takes_no_messages(tmp_path: Path) -> None:
    """Moves do not wait for messages. Once Discord takes messages again, the bot skips outdated ones."""
    async with evening(tmp_path, chance=SeededChance("outage")) as night:
        await start_duo(night)
        before = (await night.now()).sequence
        edits = sum(request.method == "PATCH" for request in night.harbour.requests)
        held = [
            inject_fault(night.harbour, Fault(method, r"/channels/\d+/messages.*", hold=True, times=1_000))
            for method in ("POST", "PATCH")
        ]
        for _ in range(4):
            table = await night.now()
            seat = table.public_view.to_act[0]
            verb, _, argument = (words_for(table, seat) or "").partition(" ")
            await (await night.type(night.people[seat], verb, argument)).wait_for_acknowledgement()
            assert night.app.router is not None
            await night.app.router.drain()
        after = await night.now()
        assert after.sequence >= before + 4
        assert [attachment.description for attachment in night.board().attachments] != [board_alt(after)]
        for fault in held:
            fault.times = 0
            fault.release()
        await night.settle()
        shown = [attachment.description for attachment in night.board().attachments]
        assert shown == [board_alt(after)]
        for place, person in enumerate(night.people):
            rack = [attachment.description for attachment in night.rack(person).attachments]
            assert rack == [hand_alt(after, Seat(place))]
        assert sum(request.method == "PATCH" for request in night.harbour.requests) - edits < 4 * 5 + 4

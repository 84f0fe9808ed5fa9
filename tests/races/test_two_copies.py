"""Two copies of the bot as processes, with one token and a file each: whichever came second deals no hand."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.cli.exit_status import ExitStatus
from bot.cli.run import find_button
from bot.edge.marks import DEAD_AFTER
from bot.store.store import Store
from bot.store.tables import commits
from bot.store.tables.rows import list_open
from harbour import Harbour
from tests.databases import copy_migrated
from tests.left_out import LONGER
from tests.races.bot_process import PATIENCE
from tests.races.fleet import Fleet, Process
from tests.stories.table_messages import board_messages

OUTAGE = DEAD_AFTER / 1000 + 60


async def deal(harbour: Harbour) -> None:
    """Let Bear open a table with robots and begin a hand."""
    await harbour.wait_for_commands(PATIENCE)
    bear = harbour.add_user("Bear")
    await (await bear.slash("table open", options={"game": "duo-dominoes"})).message(PATIENCE)
    lobby = await bear.wait_for_message(lambda message: find_button(message, "lobby.join"), timeout=PATIENCE)
    for place in range(2, 5):
        await (await bear.press(lobby, find_button(lobby, "lobby.robot+"))).wait_for_acknowledgement(PATIENCE)
        seated = lambda place=place: f"{place}. free" not in lobby.text  # noqa: E731
        await harbour.state.signal.wait_until(seated, PATIENCE, "a robot at the table")
    await (await bear.press(lobby, find_button(lobby, "lobby.start"))).wait_for_acknowledgement(PATIENCE)
    await bear.wait_for(lambda _: bear.dm() or None, PATIENCE, "a hand")


async def begin_at_once(first: Fleet, second: Fleet) -> Process:
    """Start both; return the one that ends."""
    started = [first.launch(), second.launch()]
    ends = {asyncio.create_task(process.process.end()): process for process in started}
    async with asyncio.timeout(PATIENCE):
        (ended,), _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    (serving,) = (process for process in started if process is not ends[ended])
    await serving.wait_until_healthy()
    return ends[ended]


async def begin_later(first: Fleet, second: Fleet) -> Process:
    """Start the second while the first serves."""
    await first.start()
    return second.launch()


async def begin_after_an_outage(first: Fleet, second: Fleet) -> Process:
    """Kill the first, start the second when the mark of the first is dead, and then the first again."""
    killed = await first.start()
    killed.send(signal.SIGKILL)
    await killed.end()
    first.harbour.clock.advance(OUTAGE)
    await second.start()
    return first.launch()


async def wake_up(first: Fleet, second: Fleet) -> Process:
    """Let the machine of the first sleep, and start the second meanwhile. Bear's command finds the first awake."""
    asleep = await first.start()
    await first.harbour.wait_for_commands(PATIENCE)
    asleep.send(signal.SIGSTOP)
    first.harbour.clock.advance(OUTAGE)
    await second.start()
    asleep.send(signal.SIGCONT)
    return asleep


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("begin", [begin_at_once, begin_later, begin_after_an_outage, wake_up])
async def test_one_of_two_copies_deals(tmp_path: Path, begin: Callable[[Fleet, Fleet], Awaitable[Process]]) -> None:
    async with Harbour(acknowledge_within_s=PATIENCE) as harbour:
        fleets = []
        for name in ("server", "laptop"):
            (tmp_path / name).mkdir()
            fleets.append(
                Fleet(harbour, tmp_path / name, copy_migrated(tmp_path / name / "boneyard.db"), {"SHARDS": "1"})
            )
        try:
            ending = await begin(*fleets)
            await deal(harbour)
            status, errors = await ending.end()
            assert status == ExitStatus.MISCONFIGURED, errors
            assert "Another copy of Boneyard serves this bot already" in errors
            told = lambda: any("Another copy" in message.content for message in harbour.owner.dm())  # noqa: E731
            await harbour.state.signal.wait_until(told, PATIENCE, "a letter to the host of the copy that stayed")
            assert len(board_messages(harbour)) == 1
            dealt = 0
            for fleet in fleets:
                async with await Store.open(fleet.url) as store:
                    for table in await store.read(list_open):
                        kinds = [row.kind for row in await store.read(commits.read, table.id)]
                        dealt += sum(kind.endswith("dealt") for kind in kinds)
            assert dealt == 1
        finally:
            for fleet in fleets:
                await fleet.close()

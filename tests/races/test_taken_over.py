"""Another process takes over the tables of a paused one whose session has ended. When that one wakes up, it does
nothing more."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cli.exit_status import ExitStatus
from bot.cli.run import find_button
from bot.store.database.engine import open_engine
from bot.store.processes.leases import CERTAIN_FOR, read_boot_clock
from bot.store.store import Store
from bot.store.tables.rows import seats_of
from harbour import Harbour
from tests.databases import cut_off, migrated_url
from tests.left_out import LONGER
from tests.races.bot_process import PATIENCE
from tests.races.fleet import Fleet, breathe

__all__ = ["migrated_url"]


@pytest.fixture
def kind() -> str:
    """PostgreSQL only: there another process can take over from a paused one."""
    return "postgresql"


@pytest.fixture
async def fleet(tmp_path: Path, migrated_url: str) -> AsyncIterator[Fleet]:
    """A fleet without processes, at a harbour that waits for acknowledgements as long as this test does."""
    async with Harbour(acknowledge_within_s=PATIENCE) as harbour:
        made = Fleet(harbour, tmp_path, migrated_url, {"SHARDS": "1"})
        yield made
        await made.close()
        assert harbour.failures == []


@pytest.mark.thorough(LONGER)
async def test_a_paused_process_that_was_replaced_sends_and_writes_nothing_more(fleet: Fleet) -> None:
    harbour = fleet.harbour
    first = await fleet.start()
    await harbour.wait_for_commands(PATIENCE)
    bear = harbour.add_user("Bear")
    await (await bear.slash("table open", options={"game": "duo-dominoes"})).message(PATIENCE)
    lobby = await bear.wait_for_message(lambda message: find_button(message, "lobby.join"), timeout=PATIENCE)
    table = int(find_button(lobby, "lobby.join").split(":")[1])

    first.send(signal.SIGSTOP)
    unanswered = await bear.press(lobby, find_button(lobby, "lobby.robot+"))
    stopped = read_boot_clock()
    while read_boot_clock() < stopped + CERTAIN_FOR:  # the session of a lost machine ends later than that
        await breathe()
    engine = open_engine(fleet.url)
    await cut_off(engine)
    await engine.dispose()
    await fleet.start()
    answered = await bear.press(lobby, find_button(lobby, "lobby.robot+"))
    await answered.wait_for_acknowledgement(PATIENCE)
    await harbour.state.signal.wait_until(lambda: "(robot" in lobby.text, PATIENCE, "a robot at the table")

    health = asyncio.create_task(first.health())
    made = len(harbour.requests)
    first.send(signal.SIGCONT)
    status, errors = await first.end()
    assert status == ExitStatus.UNAVAILABLE, errors
    assert "Traceback" not in errors, errors
    assert [(request.method, request.path) for request in harbour.requests[made:]] == []
    assert not all((await health or {"lease": False}).values())
    async with await Store.open(fleet.url) as store:
        assert len(await store.read(seats_of, table)) == 2
    assert unanswered.interaction.acknowledged is None

"""A process that has just started and has loaded no game can read every stored table."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.store import Store
from games import registry
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.bot.harness.shelf import played

ROOT = Path(__file__).parents[3]
TAKES_UP = """
import asyncio, sys
from bot.store.store import Store
from tests.bot.harness.room import Room, settings

async def main():
    async with await Store.open(sys.argv[1]) as store:
        room = Room(store, settings())
        await room.start()
        print((await room.tables.get(int(sys.argv[2]))).sequence)
        await room.stop()

asyncio.run(main())
"""


@pytest_asyncio.fixture(params=registry.NAMES)
async def table(request: pytest.FixtureRequest, store: Store) -> int:
    """A table of each game that has finished its first hand."""
    room = Room(store, settings())
    await room.start()
    made = await played(room, str(request.param), (BEAR, BULL), 2)
    await room.stop()
    return made


async def _said(*arguments: str) -> str:
    new = await asyncio.create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdout=PIPE, stderr=PIPE)
    told, complaint = await new.communicate()
    assert (new.returncode, complaint.decode()) == (0, "")
    return told.decode()


async def test_a_new_process_loads_any_table_reads_the_books_and_exports_any_session(
    store: Store, migrated_url: str, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = await Room(store, settings()).tables.get(table)
    assert int(await _said("-c", TAKES_UP, migrated_url, str(table))) >= left.sequence
    monkeypatch.setenv("DATABASE_URL", migrated_url)
    assert "sums to zero" in await _said("-m", "tests.child", "reader", "bot", "audit")
    assert len((await _said("-m", "tests.child", "reader", "bot", "export", str(table))).splitlines()) > 20

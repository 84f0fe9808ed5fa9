"""A process that has just started and has loaded no game can read every stored table."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import Store
from games import registry
from games.roster import GAMES
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.bot.harness.shelf import take_played_table
from tests.left_out import LONGER, MORE_GAMES, mark_thorough

ROOT = Path(__file__).parents[3]
TAKES_UP = """
import asyncio, os, sys
from bot.__main__ import main
from bot.store.store import Store
from tests.bot.harness.room import Room, settings

async def take_up():
    async with await Store.open(sys.argv[1]) as store:
        room = Room(store, settings())
        await room.start()
        print((await room.get(int(sys.argv[2]))).sequence)
        await room.stop()

def apart(work):
    if os.fork() == 0:
        code = work()
        sys.stdout.flush()
        os._exit(code or 0)
    assert os.wait()[1] == 0

assert not sys.modules.keys() & set(sys.argv[3:]), "a game was loaded before"
apart(lambda: asyncio.run(take_up()))
apart(lambda: main(["audit"]))
apart(lambda: main(["export", sys.argv[2]]))
"""


@pytest_asyncio.fixture(params=mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def table(request: pytest.FixtureRequest, store: Store) -> int:
    """A table of each game that has finished its first hand."""
    room = Room(store, settings())
    await room.start()
    made = await take_played_table(room, str(request.param), (BEAR, BULL), 2)
    await room.stop()
    return made


@pytest.mark.thorough(LONGER)
async def test_a_new_process_loads_any_table_reads_the_books_and_exports_any_session(
    store: Store, migrated_url: str, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the three runs in a process of its own that has loaded no game before."""
    left = await Room(store, settings()).tables.get(table)
    monkeypatch.setenv("DATABASE_URL", migrated_url)
    games = [f"{modules.package}.game" for modules in GAMES.values()]
    new = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", TAKES_UP, migrated_url, str(table), *games), cwd=ROOT, stdout=PIPE, stderr=PIPE
    )
    output, errors = await new.communicate()
    assert (new.returncode, errors.decode()) == (0, "")
    taken_up, *audit_and_export = output.decode().splitlines()
    assert int(taken_up) >= left.sequence
    assert any("sums to zero" in line for line in audit_and_export)
    assert len(audit_and_export) > 20

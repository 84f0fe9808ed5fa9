"""PostgreSQL is restarted under processes that play: all go on, and nothing is lost."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack

import pytest

from bot.store import ShardSet, Store, StoreError
from bot.store.books import postings
from bot.store.database.engine import open_engine
from bot.store.processes.leases import hold_lease
from bot.store.tables import commits
from tests import postgres
from tests.bot.harness.players import play_until, play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.databases import make_migrated
from tests.left_out import LONGER
from tests.races.bot_process import breathe

pytestmark = pytest.mark.thorough(LONGER)
PATIENCE = 60
LATE = 3_600.0
"""The pause between two tries to connect, in seconds: so long that only a test can bring the next try."""


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.OwnServer]:
    """A server of its own, since others would notice its restart."""
    started = postgres.start()
    yield started
    started.stop()


@pytest.fixture(scope="module")
def template(server: postgres.Server) -> str:
    """The name of a database at the newest schema on that server."""
    return make_migrated(server)


@pytest.fixture
def url(server: postgres.Server, template: str) -> str:
    """A database of its own at the newest schema on that server."""
    return server.create(template)


async def wait_until(is_true: Callable[[], object]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not is_true():
            await breathe()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_two_processes_keep_their_parts_whoever_comes_back_first(
    server: postgres.OwnServer, url: str, mode: str
) -> None:
    async with AsyncExitStack() as held:
        held_leases = []
        for number, pause in enumerate((LATE, 0.05)):
            engine = open_engine(url)
            held.push_async_callback(engine.dispose)
            part = ShardSet(frozenset({number}), 2)
            held_leases.append(await held.enter_async_context(hold_lease(engine, part, pause)))
        first, second = held_leases
        epochs = first.epochs, second.epochs
        await asyncio.to_thread(server.restart, mode)
        # A quick restart ends before either notices, so both may seem certain for a moment.
        await wait_until(lambda: second.is_certain and not first.is_certain)
        await first.wait_until_certain()
        assert not (first.lost.is_set() or second.lost.is_set())
        assert (first.epochs, second.epochs) == epochs


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_a_hand_goes_on_after_a_restart_and_no_move_is_lost_or_played_twice(
    server: postgres.OwnServer, url: str, mode: str
) -> None:
    async with await Store.open(url) as store:
        room = Room(store, settings())
        await room.start()
        table = await room.start_table("duo-dominoes", (BEAR, BULL), 2)
        words = words_for(await play_until_turn(room, table, BEAR, BULL), BEAR)
        assert words is not None
        verb, _, rest = words.partition(" ")
        request = room.stamp()
        await asyncio.to_thread(server.restart, mode)
        async with asyncio.timeout(PATIENCE):
            for _ in range(2):
                while True:
                    try:
                        await room.ask(room.play.make_move, table, BEAR, verb, rest, id=request)
                        break
                    except StoreError:
                        await breathe()
        stored = await store.read(commits.read, table)
        assert sum(event.cause == request.cause and event.part == 0 for event in stored) == 1
        await play_until(room, table, 1, BEAR, BULL)
        assert await store.read(postings.audit) == []
        assert (await room.fairness.check(await room.get(table), 1)).same
        await room.stop()

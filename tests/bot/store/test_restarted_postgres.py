"""PostgreSQL is restarted under processes that share connections and play: all go on, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from bot.store.books import postings
from bot.store.database.engine import open_engine
from bot.store.database.errors import StoreError
from bot.store.processes.leases import Lease
from bot.store.processes.shared_leases import Share, share_leases
from bot.store.store import Store
from bot.store.tables import events
from tests import postgres
from tests.bot.harness.players import play_until, play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.bot.store.sample import make_commit, open_table
from tests.databases import make_migrated
from tests.left_out import MORE_CASES, mark_thorough
from tests.races.fleet import breathe

PATIENCE = 60
LATE = 3_600.0
"""The pause between two tries to connect, in seconds: so long that only a test can bring the next try."""


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    """A server of its own, since others would notice its restart."""
    started = postgres.server.__wrapped__()
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


@pytest_asyncio.fixture
async def two(url: str) -> AsyncIterator[tuple[tuple[Lease, Share], tuple[Lease, Share]]]:
    """Two processes that share two connections. The first connects again only if it is asked to."""
    async with AsyncExitStack() as held:
        engines = [open_engine(url) for _ in range(2)]
        for engine in engines:
            held.push_async_callback(engine.dispose)
        first = await held.enter_async_context(share_leases(engines[0], 2, LATE))
        await wait_until(lambda: len(first[1].held) == 1 or first[1].held == {0, 1})
        second = await held.enter_async_context(share_leases(engines[1], 2, 0.05))

        def are_divided() -> bool:
            for share in (first[1], second[1]):
                for number in share.leaving - share.closed:
                    share.note_closed(number)
            return len(first[1].held) == len(second[1].held) == 1

        await wait_until(are_divided)
        yield first, second


@pytest.mark.parametrize("mode", mark_thorough(["fast", "immediate"], MORE_CASES, but=["immediate"]))
async def test_a_process_that_comes_back_first_leaves_the_others_connection_alone(
    server: postgres.Server, two: tuple[tuple[Lease, Share], tuple[Lease, Share]], mode: str
) -> None:
    (first, own), (second, other) = two
    before = own.held, other.held
    await asyncio.to_thread(server.restart, mode)
    await wait_until(lambda: second.is_certain)
    assert not first.is_certain
    assert (own.held, other.held) == before
    await first.wait_until_certain()
    assert first.is_certain and second.is_certain
    assert not (first.lost.is_set() or second.lost.is_set())
    assert (own.held, other.held) == before


@pytest.mark.parametrize("mode", mark_thorough(["fast", "immediate"], MORE_CASES, but=["immediate"]))
async def test_commits_go_on_after_a_restart_and_each_is_there_once(
    server: postgres.Server, url: str, mode: str
) -> None:
    async with await Store.open(url) as store:
        table = await open_table(store)
        assert (await store.commit(make_commit(table, 0))).first == 1
        await asyncio.to_thread(server.restart, mode)
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await store.commit(make_commit(table, 1))
                    break
                except StoreError:
                    await breathe()
        assert (await store.commit(make_commit(table, 2))).first == 3
        assert [event.sequence for event in await store.read(events.read, table)] == [1, 2, 3]


@pytest.mark.parametrize("mode", mark_thorough(["fast", "immediate"], MORE_CASES, but=["immediate"]))
async def test_a_hand_goes_on_after_a_restart_and_no_move_is_lost_or_played_twice(
    server: postgres.Server, url: str, mode: str
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
                        await room.ask(room.services.play.make_move, table, BEAR, verb, rest, id=request)
                        break
                    except StoreError:
                        await breathe()
        stored = await store.read(events.read, table)
        assert sum(event.cause == request.cause and event.part == 0 for event in stored) == 1
        await play_until(room, table, 1, BEAR, BULL)
        assert await store.read(postings.audit) == []
        assert (await room.services.fairness.check(await room.tables.get(table), 1)).same
        await room.stop()

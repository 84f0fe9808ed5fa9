"""Fixtures for tests of a whole bot in memory. A conftest imports them by name."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import pytest
import pytest_asyncio

from bot.store import Store
from bot.store.database.engine import Engine
from tests.bot.harness.room import Room, settings
from tests.bot.store.broken import broken
from tests.chance import SeededChance
from tests.databases import engine, migrated_url
from tests.effort import PROFILE
from tests.fifth_game import stay_registered

T = TypeVar("T")

__all__ = ["broken", "engine", "fifth_game", "kind", "migrated_url", "room", "seed", "store"]


@pytest.fixture
def kind() -> str:
    """The database: a SQLite file. Only the store's own tests run on both engines."""
    return "sqlite"


def keep_in_loop(patch: pytest.MonkeyPatch) -> None:
    """Let the event loop do at its next turn what a store would do in its threads."""
    loop = asyncio.get_running_loop()
    usual = loop.run_in_executor

    def run_in_executor(threads: Executor | None, call: Callable[..., T], *arguments: object) -> asyncio.Future[T]:
        if threads is None and not is_close(call):
            return usual(threads, call, *arguments)
        done: asyncio.Future[T] = loop.create_future()
        loop.call_soon(run, done, call, arguments)
        return done

    def run(done: asyncio.Future[T], call: Callable[..., T], arguments: tuple[object, ...]) -> None:
        if not done.cancelled():
            try:
                done.set_result(call(*arguments))
            except Exception as error:
                done.set_exception(error)

    def is_close(call: object) -> bool:
        """True if a store ends its threads, which have nothing to do here."""
        ends = ThreadPoolExecutor.shutdown
        return isinstance(call, partial) and any(getattr(part, "__func__", None) is ends for part in call.args)

    patch.setattr(loop, "run_in_executor", run_in_executor)


@pytest_asyncio.fixture
async def store(engine: Engine, request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """An empty store with a writer at work. Every room on it is stopped before it closes.

    In `make test` it reads and writes in the event loop, since a tenth of these tests' time went into crossing between
    threads, except in tests marked `in_threads`. `.ci/run` and the tests of the store use threads as the product does.
    """
    Room.running.clear()
    Room.apart = "monkeypatch" in request.fixturenames
    with pytest.MonkeyPatch.context() as patch:
        if PROFILE == "few" and request.node.get_closest_marker("in_threads") is None:
            keep_in_loop(patch)
        async with Store.on(engine) as opened:
            yield opened
            while Room.running:
                await Room.running.pop().stop()


fifth_game = pytest.fixture(stay_registered)


@pytest.fixture
def seed() -> str:
    """The seed of the deals. A test that needs other deals is parametrized with a seed of its own."""
    return "crowd"


@pytest_asyncio.fixture
async def room(store: Store, seed: str) -> Room:
    """A bot that runs on an empty store."""
    made = Room(store, settings(), chance=SeededChance(seed))
    await made.start()
    return made

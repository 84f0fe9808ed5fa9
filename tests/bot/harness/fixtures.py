"""Fixtures for tests of a whole bot in memory. A folder's conftest imports them by name."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from bot.store.database.engine import Engine
from bot.store.store import Store
from tests.bot.harness.room import Room, settings
from tests.bot.store.broken import broken
from tests.chance import SeededChance
from tests.databases import engine, migrated_url
from tests.fifth_game import registered

__all__ = ["broken", "engine", "fifth_game", "kind", "migrated_url", "room", "seed", "store"]


@pytest.fixture
def kind() -> str:
    """The database: a SQLite file. Only the store's own tests run on both engines."""
    return "sqlite"


@pytest_asyncio.fixture
async def store(engine: Engine) -> AsyncIterator[Store]:
    """An empty store with a writer at work. Every room on it is stopped before it closes."""
    Room.running.clear()
    async with Store.on(engine) as opened:
        yield opened
        while Room.running:
            await Room.running.pop().stop()


@pytest.fixture
def fifth_game() -> Iterator[None]:
    """Block dominoes, registered like the other games."""
    with registered():
        yield


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

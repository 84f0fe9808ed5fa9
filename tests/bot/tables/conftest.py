"""A store in a file of its own, and a crowd at a desk."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.store.store import Store
from tests.bot.store.broken import broken
from tests.bot.tables.fakes import Crowd, settings
from tests.databases import engine, migrated_url, store

__all__ = ["broken", "engine", "migrated_url", "store"]


@pytest.fixture
def kind() -> str:
    """Tables are tried on a SQLite file; the store's own tests run on both engines."""
    return "sqlite"


@pytest_asyncio.fixture
async def crowd(store: Store) -> AsyncIterator[Crowd]:
    """A desk that runs on an empty store."""
    made = Crowd(store, settings())
    await made.desk.start()
    yield made
    await made.desk.stop()

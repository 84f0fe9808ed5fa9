"""A crew and its books, on both engines."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.store.store import Store
from tests.bot.harness.fixtures import store
from tests.bot.tally.crew import Crew
from tests.databases import engine, kind, migrated_url

__all__ = ["engine", "kind", "migrated_url", "store"]


@pytest_asyncio.fixture
async def crew(store: Store) -> AsyncIterator[Crew]:
    """A server's crew: Bear, Bull and Wally are in the books, Ned is not yet."""
    made = Crew(store)
    await made.enter("Bear", "Bull", "Wally")
    yield made

"""A crew and its books.

`make test` runs only the tests marked `on_both_databases` on PostgreSQL: they show that it takes each kind of entry.
`.ci/run` runs all tests on both engines.
"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.store.store import Store
from tests.bot.tally.crew import Crew
from tests.databases import KINDS
from tests.left_out import POSTGRESQL, mark_thorough


@pytest.fixture(params=mark_thorough(KINDS, POSTGRESQL, but=["sqlite"]))
def kind(request: pytest.FixtureRequest) -> str:
    """The database engine of the test: "sqlite" or "postgresql"."""
    return str(request.param)


@pytest_asyncio.fixture
async def crew(store: Store) -> AsyncIterator[Crew]:
    """A server's crew: Bear, Bull and Wally are in the books, Ned is not yet."""
    made = Crew(store)
    await made.add_people("Bear", "Bull", "Wally")
    yield made

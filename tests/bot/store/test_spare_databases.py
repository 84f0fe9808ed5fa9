"""The PostgreSQL databases that tests use one after the other: nothing that a test writes reaches the next."""

import pytest
from sqlalchemy import text

from bot.store import Connection, Store
from bot.store.database.engine import open_engine, read
from bot.store.database.schema import metadata
from tests import postgres
from tests.bot.store.sample import fill
from tests.databases import migrated_postgres
from tests.spare_databases import SpareDatabases


@pytest.fixture(scope="module")
def spare() -> SpareDatabases:
    """Databases that no other test uses."""
    return SpareDatabases(postgres.server(), migrated_postgres())


def count_rows(connection: Connection) -> int:
    """The number of rows of all tables."""
    counts = (text(f"SELECT count(*) FROM {name}") for name in metadata.tables if name != "alembic_version")
    return sum(connection.execute(count).scalar_one() for count in counts)


async def test_the_next_test_finds_no_rows_and_the_same_numbers(spare: SpareDatabases) -> None:
    url = spare.take()
    first = []
    for _ in range(2):
        async with await Store.open(url, begin=False) as store:
            assert await store.read(count_rows) == 0
            first.append(await fill(store))
            assert await store.read(count_rows) > len(metadata.tables) // 2
        spare.give_back(url)
        assert spare.take() == url
    assert first[0] == first[1]
    spare.give_back(url)


async def test_a_database_with_a_changed_schema_is_given_to_no_other_test(spare: SpareDatabases) -> None:
    url = spare.take()
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("ALTER TABLE crews ADD COLUMN other INTEGER"))
    await engine.dispose()
    spare.give_back(url)
    other = spare.take()
    assert other != url
    spare.give_back(other)


async def test_a_session_that_a_test_has_left_open_is_ended(spare: SpareDatabases) -> None:
    url = spare.take()
    engine = open_engine(url)
    left = await engine.connect()
    await left.execute(text("INSERT INTO crews (guild_id, name, settings, created_at) VALUES (1, 'A', '{}', 1)"))
    spare.give_back(url)
    await left.invalidate()
    await engine.dispose()
    engine = open_engine(spare.take())
    assert await read(engine, count_rows) == 0
    await engine.dispose()
    spare.give_back(url)

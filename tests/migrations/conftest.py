"""Every test of the migrations runs on SQLite and on PostgreSQL.

On PostgreSQL, `make test` runs only the tests marked `on_both_databases`; `.ci/run` runs all of them.
"""

import inspect
from collections.abc import Iterator

import pytest

from bot.store.database import migrate
from tests.databases import KINDS, engine, migrated_url, store, store_url
from tests.left_out import POSTGRESQL, mark_thorough

__all__ = ["engine", "migrated_url", "store", "store_url"]


@pytest.fixture(autouse=True)
def every_migration(nothing_twice: None) -> Iterator[None]:
    """Run every migration of a new database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrate, "migrate_to", inspect.unwrap(migrate.migrate_to))
        yield


@pytest.fixture(params=mark_thorough(KINDS, POSTGRESQL, but=["sqlite"]))
def kind(request: pytest.FixtureRequest) -> str:
    """The database engine of the test: "sqlite" or "postgresql"."""
    return str(request.param)

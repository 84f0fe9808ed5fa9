"""Every test of the migrations runs on SQLite and on PostgreSQL. `make test` leaves to `.ci/run` what is neither the
schema nor the way there and back (`on_both_databases`)."""

import pytest

from tests.databases import KINDS, engine, migrated_url, store, store_url
from tests.left_out import POSTGRESQL, mark_thorough

__all__ = ["engine", "migrated_url", "store", "store_url"]


@pytest.fixture(params=mark_thorough(KINDS, POSTGRESQL, but=["sqlite"]))
def kind(request: pytest.FixtureRequest) -> str:
    """The database engine of the test: "sqlite" or "postgresql"."""
    return str(request.param)

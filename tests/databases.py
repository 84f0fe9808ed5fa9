"""Fixtures that run a test on SQLite and on PostgreSQL: import them into a conftest.

`store_url` is the URL of an empty database, `migrated_url` that of a database at the newest schema. `engine` opens
such a database, and `store` adds a writer.
"""

from __future__ import annotations

import asyncio
import inspect
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import Store
from bot.store.database import migrate
from bot.store.database.engine import Engine, open_engine
from tests import postgres
from tests.left_out import POSTGRESQL, mark_thorough
from tests.run_folder import folder, once
from tests.spare_databases import SpareDatabases

KINDS = ("sqlite", "postgresql")
on_both_databases = pytest.mark.parametrize("kind", KINDS, indirect=True)
"""The mark of a test that `make test` runs on both databases, even in a folder whose tests leave PostgreSQL to
`.ci/run`."""
on_sqlite_at_least = pytest.mark.parametrize("kind", mark_thorough(KINDS, POSTGRESQL, but=["sqlite"]), indirect=True)
"""The mark of a test that `make test` runs on SQLite only, and `.ci/run` on PostgreSQL as well."""


def _upgrade(url: str) -> None:
    with ThreadPoolExecutor(1) as thread, pytest.MonkeyPatch.context() as patch:
        # The whole test session remembers migrations (`migrated_once`); this one must run.
        patch.setattr(migrate, "migrate_to", inspect.unwrap(migrate.migrate_to))
        thread.submit(asyncio.run, migrate.upgrade(url)).result()


@cache
def _migrated_sqlite() -> bytes:
    with once("migrated.db") as (file, missing):
        if missing:
            with tempfile.TemporaryDirectory() as folder:
                _upgrade(f"sqlite:///{folder}/migrated.db")
                shutil.move(f"{folder}/migrated.db", file)
        return file.read_bytes()


def copy_migrated(file: Path) -> str:
    """Put an SQLite database at the newest schema, without rows, at `file`, unless one is there. Returns its URL.

    A copy is cheap; migrating a new database takes longer than many tests that need one.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_migrated_sqlite())
        file.chmod(0o600)
    return f"sqlite:///{file}"


@cache
def migrated_postgres() -> str:
    """The name of a PostgreSQL database at the newest schema, a template for copies."""
    with once("postgres-template") as (file, missing):
        if missing:
            file.write_text(make_migrated(postgres.server()))
        return file.read_text()


def make_migrated(server: postgres.Server) -> str:
    """Make a database at the newest schema on a server, and return its name."""
    url = server.create()
    _upgrade(url)
    return url.rsplit("/", 1)[1]


@cache
def _spare_databases() -> SpareDatabases:
    return SpareDatabases(postgres.server(), migrated_postgres())


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """The database engine of the test: "sqlite" or "postgresql"."""
    return str(request.param)


@pytest.fixture
def store_url(kind: str, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if kind == "sqlite":
        yield f"sqlite:///{tmp_path}/boneyard.db"
        return
    url = postgres.server().create()
    yield url
    postgres.server().drop(url)


@pytest.fixture
def migrated_url(kind: str) -> Iterator[str]:
    """The URL of a database at the newest schema, without rows."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(dir=folder()) as place:
            yield copy_migrated(Path(place) / "migrated.db")
        return
    url = _spare_databases().take()
    yield url
    _spare_databases().give_back(url)


@pytest_asyncio.fixture
async def engine(migrated_url: str) -> AsyncIterator[Engine]:
    """An open engine for a database at the newest schema, without rows."""
    opened = open_engine(migrated_url)
    yield opened
    at_work = asyncio.all_tasks() - {asyncio.current_task()}
    await opened.dispose()
    assert not at_work, "a task of this test still runs: a connection that it opened would be collected in a later test"


@pytest_asyncio.fixture
async def store(engine: Engine) -> AsyncIterator[Store]:
    """A store on a database at the newest schema, without rows, with its writer running."""
    async with Store.on(engine) as opened:
        yield opened


async def cut_off(engine: Engine) -> None:
    """End the session that holds the lock of a PostgreSQL database, as the loss of its machine does."""
    async with engine.connect() as connection:
        found = await connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_database d ON d.oid = database"
            " WHERE locktype = 'advisory' AND datname = current_database()"
        )
        found.all()

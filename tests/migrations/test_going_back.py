"""Going back to an older schema on a copy: each row that fits the schema is kept, and the copy can go up again."""

import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import func, inspect, select, table

from bot.__main__ import build_parser
from bot.cli.commands import run_command
from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured, Settings, Unavailable
from bot.store import Connection, Store
from bot.store.backups import backup
from bot.store.books import postings
from bot.store.database import migrate
from bot.store.database.engine import open_engine, read
from bot.store.database.errors import NoDatabase
from bot.store.processes.leases import hold_lease
from bot.store.tables.commits import Commit, NewEvent
from bot.store.tables.newer_events import SINCE
from tests import postgres
from tests.architecture.tree import modules
from tests.bot.store.sample import AT, fill, make_commit
from tests.left_out import LONGER

NEWEST = migrate.find_head()
BEFORE = f"{int(NEWEST) - 1:04}"
OF_FIRST_SCHEMAS = 113
"""The kinds of events that are as old as the first two schemas."""


def count_rows(connection: Connection) -> dict[str, int]:
    """The number of rows of each table."""
    names = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
    return {name: connection.execute(select(func.count()).select_from(table(name))).scalar_one() for name in names}


async def facts(url: str) -> tuple[str | None, dict[str, int]]:
    """The revision of a database, and the number of rows of each table."""
    engine = open_engine(url)
    try:
        return await read(engine, migrate.read_revision), await read(engine, count_rows)
    finally:
        await engine.dispose()


@pytest_asyncio.fixture
async def copy(store: Store, tmp_path: Path, kind: str) -> AsyncIterator[str]:
    """A copy of a full database, made as a host makes one: by a backup that is restored elsewhere."""
    await fill(store)
    await backup.write_backup(store.engine, tmp_path / "b.gz")
    url = f"sqlite:///{tmp_path}/copy.db" if kind == "sqlite" else postgres.server().create()
    await backup.restore(tmp_path / "b.gz", url)
    yield url
    if kind != "sqlite":
        postgres.server().drop(url)


async def go_back(url: str, to: str) -> int:
    """Run the command that goes back to a revision, as a host does; return its exit status."""
    return await run_command(build_parser().parse_args(["downgrade", to]), Settings(database_url=url))


async def test_a_copy_goes_back_one_release_and_comes_again(
    store: Store, copy: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    revision, full = await facts(copy)
    assert revision == NEWEST
    assert all(full.values())
    assert await go_back(copy, BEFORE) == ExitStatus.OK
    assert f"went back from schema {NEWEST} to {BEFORE}." in capsys.readouterr().out
    revision, older = await facts(copy)
    assert revision == BEFORE
    assert {name: rows for name, rows in older.items() if name in full} == full
    assert {"tables", "events", "transfers", "postings"} <= set(older)
    if kind == "sqlite":
        kept = tmp_path / f"copy.db.from-{NEWEST}"
        assert (await facts(f"sqlite:///{kept}"))[0] == NEWEST
        assert os.stat(kept).st_mode & 0o777 == 0o600
    assert await store.read(migrate.read_revision) == NEWEST
    async with await Store.open(copy) as again:
        assert await again.read(migrate.read_revision) == NEWEST
        assert await again.read(postings.audit) == []
        assert (await again.commit(make_commit(1, 3))).first == 4


def test_each_kind_of_event_is_known_by_the_first_schemas_or_since_a_later_one() -> None:
    """Whoever adds a kind of event names in `SINCE` the schema that the next release will have."""
    texts = (module.text for module in modules("bot", "games"))
    known = {
        "/".join(found) for text in texts for found in re.findall(r'^@event\("([\w.]+)", (\d+)\)', text, re.MULTILINE)
    }
    since = tuple(kind.removeprefix("*") for kinds in SINCE.values() for kind in kinds)
    first = sorted(kind for kind in known if not kind.endswith(since))
    assert len(first) == OF_FIRST_SCHEMAS, first
    assert set(SINCE) <= migrate.list_known_revisions()


@pytest.mark.thorough(LONGER)
async def test_the_tables_that_the_older_release_cannot_play_are_listed_first(
    copy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await Store.open(copy) as store:
        await store.commit(Commit(1, 3, [NewEvent("table.stirred", 1, {})], at=AT + 3))
    assert await go_back(copy, "0016") == ExitStatus.OK
    told, done = capsys.readouterr().out.splitlines()
    assert told == "These tables wait until a newer release is back, since the older one cannot play them: 1."
    assert done.startswith("The database went back from schema ")


@pytest.mark.thorough(LONGER)
async def test_going_back_is_refused_while_a_bot_runs(copy: str) -> None:
    engine = open_engine(copy)
    async with hold_lease(engine):
        with pytest.raises(Unavailable):
            await go_back(copy, BEFORE)
    await engine.dispose()
    assert (await facts(copy))[0] == NEWEST


async def test_going_back_is_refused_except_to_an_older_schema(copy: str) -> None:
    for to in (NEWEST, "9999", "base", "nonsense"):
        with pytest.raises(Misconfigured, match=f"is at schema {NEWEST}: it can go back to .*{BEFORE}"):
            await go_back(copy, to)
    assert (await facts(copy))[0] == NEWEST


async def test_where_there_is_no_database_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase):
        await migrate.downgrade(f"sqlite:///{tmp_path}/none.db", BEFORE)
    assert os.listdir(tmp_path) == []

"""The migrations make the schema of the code, go down and up again, and do nothing to an up-to-date database."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Index, MetaData, inspect, select, text

from bot.store.backups import backup
from bot.store.database import migrate
from bot.store.database.engine import Connection, Engine, open_engine, read
from bot.store.database.errors import SchemaTooNew, StoreUnavailable
from bot.store.database.schema import memo_people, memos, metadata, table_people
from bot.store.messages import projections
from bot.store.messages.message_keys import BOARD
from bot.store.messages.projections import Projection
from bot.store.store import Store
from bot.store.tables import upkeep
from bot.store.writer import Writer
from tests.bot.store.sample import AT, CHANNEL, fill, make_commit, open_table, open_tables
from tests.databases import on_both_databases
from tests.left_out import LONGER

ROOT = Path(__file__).resolve().parents[2]


def make_metadata() -> MetaData:
    """Make the schema's metadata, with the one index that only the migrations create."""
    made = MetaData(naming_convention=metadata.naming_convention)
    copied = {table.name: table.to_metadata(made) for table in metadata.sorted_tables}
    still_open = text("status <> 'closed'")
    place = copied["tables"].c.place_id
    Index("uq_tables_place_id", place, unique=True, sqlite_where=still_open, postgresql_where=still_open)
    return made


def differences(connection: Connection) -> list[object]:
    """The changes by which Alembic would make the database match the metadata."""
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, make_metadata()))


def structure(connection: Connection) -> dict[str, object]:
    """Names of tables, columns, keys and indexes as the database reports them."""
    look = inspect(connection)
    return {
        name: (
            [(c["name"], str(c["type"]), c["nullable"]) for c in look.get_columns(name)],
            look.get_pk_constraint(name)["constrained_columns"],
            sorted(str((u["name"], u["column_names"])) for u in look.get_unique_constraints(name)),
            sorted(str((f["name"], f["constrained_columns"])) for f in look.get_foreign_keys(name)),
            sorted(str((i["name"], i["column_names"], i["unique"])) for i in look.get_indexes(name)),
        )
        for name in look.get_table_names()
        if name != "alembic_version"
    }


def tables_of(connection: Connection) -> list[str]:
    """The tables of the database without Alembic's own."""
    return [name for name in inspect(connection).get_table_names() if name != "alembic_version"]


async def migrate_store(engine: Engine, to: str) -> None:
    """Migrate to a revision in one transaction."""
    async with engine.execution_options(writes=True).begin() as connection:
        await connection.run_sync(migrate.migrate_to, to)


@on_both_databases
async def test_migrations_make_the_schema_of_the_code(engine: Engine, store_url: str) -> None:
    assert await read(engine, differences) == []
    plain = open_engine(store_url)
    try:
        async with plain.begin() as connection:
            await connection.run_sync(make_metadata().create_all)
        assert await read(plain, structure) == await read(engine, structure)
    finally:
        await plain.dispose()


async def test_a_difference_would_be_found(engine: Engine) -> None:
    def spoil(connection: Connection) -> list[object]:
        connection.execute(text("ALTER TABLE crews ADD COLUMN more TEXT"))
        connection.execute(text("DROP INDEX ix_members_user_id"))
        return differences(connection)

    async with engine.connect() as connection:
        assert len(await connection.run_sync(spoil)) == 2


async def test_down_and_up_again_with_a_full_database(store: Store, tmp_path: Path) -> None:
    await fill(store)
    before = await store.read(structure)
    await backup.write_backup(store.engine, tmp_path / "b.gz")
    await migrate_store(store.engine, "base")
    assert await store.read(tables_of) == []
    assert await store.read(migrate.read_revision) is None
    await migrate_store(store.engine, "head")
    assert await store.read(structure) == before
    assert await store.read(migrate.read_revision) == migrate.find_head()
    restored = await backup.restore(tmp_path / "b.gz", store.engine.url.render_as_string(hide_password=False))
    assert all(restored.counts.values())


async def test_people_and_times_are_noted_beside_what_an_older_release_has_stored(store: Store) -> None:
    await fill(store)
    noted = await store.read(_read_notes)
    assert all(noted)
    await migrate_store(store.engine, "0011")
    cut = text("INSERT INTO memos (key, value, updated_at) VALUES ('digest:7', '[17', 1)")
    await store.write(lambda connection: connection.execute(cut))
    await migrate_store(store.engine, "head")
    again = await store.read(_read_notes)
    assert again == (sorted([*noted[0], ("digest:7", 7)]), *noted[1:])


def _read_notes(connection: Connection) -> tuple[list[Any], ...]:
    """The people of memos and of tables, and the times at which memos are due."""
    due = select(memos.c.key, memos.c.due_at).where(memos.c.due_at.is_not(None))
    return tuple(
        sorted(tuple(row) for row in connection.execute(query))
        for query in (select(memo_people), select(table_people), due)
    )


@pytest.mark.thorough(LONGER)
async def test_each_step_down_and_up_keeps_what_it_can(store: Store) -> None:
    await fill(store)
    revisions = [script.revision for script in script_directory().walk_revisions()]
    for here, lower in zip(revisions, [*revisions[1:], "base"], strict=True):
        before = await store.read(structure)
        await migrate_store(store.engine, lower)
        await migrate_store(store.engine, here)
        assert await store.read(structure) == before, f"{here} again"
        await migrate_store(store.engine, lower)
    await migrate_store(store.engine, "head")
    assert await store.read(differences) == []


async def test_tables_from_before_the_mark_are_settled_if_they_are_closed_and_shown(store: Store) -> None:
    shown, short, playing = await store.write(open_tables, 3)
    for table in (shown, short, playing):
        await store.commit(make_commit(table, 0, status=None if table == playing else "closed"))
        sequence = 0 if table == short else 1
        await store.write(projections.put, Projection(table, BOARD, sequence, AT, channel=CHANNEL, message=8))
    await migrate_store(store.engine, "0002")
    await migrate_store(store.engine, "head")
    assert await store.read(upkeep.list_unsettled, 0, lambda guild, table: True, 9) == [short, playing]


def script_directory() -> ScriptDirectory:
    return ScriptDirectory(str(migrate.MIGRATIONS))


def test_the_newest_file_is_the_only_head() -> None:
    assert script_directory().get_heads() == [migrate.find_head()]
    assert {script.revision for script in script_directory().walk_revisions()} == migrate.list_known_revisions()


async def test_an_upgrade_does_nothing_the_second_time(store_url: str) -> None:
    assert await migrate.upgrade(store_url) == "none"
    assert await migrate.upgrade(store_url) is None
    async with await Store.open(store_url) as store:
        table = await open_table(store)
        assert (await store.commit(make_commit(table, 0))).first == 1


def test_alembic_is_loaded_only_when_the_schema_is_behind(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys; from bot.store.database.migrate import upgrade\n"
        f"print(asyncio.run(upgrade('sqlite:///{tmp_path}/a.db')), 'alembic' in sys.modules)"
    )
    for answer in ("none True", "None False"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == answer


async def set_revision(url: str, revision: str) -> None:
    """Mark a database as being at another revision."""
    engine = open_engine(url)
    try:
        async with Writer(engine) as writer:
            await writer.write(
                lambda c: c.execute(text("UPDATE alembic_version SET version_num = :r"), {"r": revision})
            )
    finally:
        await engine.dispose()


async def test_a_newer_database_is_refused(migrated_url: str) -> None:
    await set_revision(migrated_url, "9999")
    with pytest.raises(SchemaTooNew, match=r"revision 9999.*update the program"):
        await migrate.upgrade(migrated_url)
    with pytest.raises(SchemaTooNew):
        await Store.open(migrated_url)


@pytest.fixture
def second_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the program one more migration; returns its file."""
    versions = tmp_path / "migrations" / "versions"
    versions.mkdir(parents=True)
    for path in [migrate.MIGRATIONS / "env.py", *(migrate.MIGRATIONS / "versions").glob("0*.py")]:
        (tmp_path / path.relative_to(migrate.MIGRATIONS.parent)).write_text(path.read_text())
    newest = versions / f"{int(migrate.find_head()) + 1:04}_more.py"
    newest.write_text(
        f'from alembic import op\nrevision = "{newest.name[:4]}"\ndown_revision = "{migrate.find_head()}"\n'
        "def upgrade():\n    op.execute(\"UPDATE crews SET name = 'renamed'\")\n"
    )
    monkeypatch.setattr(migrate, "MIGRATIONS", tmp_path / "migrations")
    return newest


async def test_a_database_that_is_behind_is_copied_and_brought_up(
    store: Store, migrated_url: str, kind: str, second_revision: Path
) -> None:
    await fill(store)
    old = f"{int(migrate.find_head()) - 1:04}"
    assert await migrate.upgrade(migrated_url) == old
    assert await store.read(migrate.read_revision) == migrate.find_head()
    names = await store.read(lambda c: list(c.execute(text("SELECT name FROM crews")).scalars()))
    assert names == ["renamed"]
    if kind == "sqlite":
        copy = Path(f"{store.engine.url.database}.before-{migrate.find_head()}")
        with closing(sqlite3.connect(copy)) as kept:
            assert kept.execute("SELECT name FROM crews").fetchall() == [("",)]
            assert kept.execute("SELECT version_num FROM alembic_version").fetchall() == [(old,)]
            assert kept.execute("SELECT count(*) FROM events").fetchone() == (3,)
        assert os.stat(copy).st_mode & 0o777 == 0o600


def append(path: Path, line: str) -> None:
    """Add a line to a file."""
    path.write_text(path.read_text() + line)


@pytest.mark.parametrize("breaks", ["SELECT nonsense", "UPDATE crews SET id = 99"], ids=["statement", "reference"])
@on_both_databases
async def test_a_migration_that_fails_leaves_the_database_as_it_was(
    store: Store, migrated_url: str, kind: str, second_revision: Path, breaks: str
) -> None:
    await fill(store)
    before = await store.read(migrate.read_revision)
    append(second_revision, f'    op.execute("{breaks}")\n')
    with pytest.raises(StoreUnavailable) as caught:
        await migrate.upgrade(migrated_url)
    if kind == "sqlite" and "UPDATE" in breaks:
        assert "broken reference" in str(caught.value)
    assert await store.read(migrate.read_revision) == before
    names = await store.read(lambda c: list(c.execute(text("SELECT name FROM crews")).scalars()))
    assert names == [""]

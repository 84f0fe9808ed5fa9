"""The migrations make the schema of the code, go down and up again, and do nothing to an up-to-date database."""

import json
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
from sqlalchemy import Index, MetaData, Text, inspect, literal, select, text

from bot.store import (
    Connection,
    MessageData,
    MessageKey,
    MessageKind,
    NewMessage,
    Projection,
    Store,
    StoreUnavailable,
    key_values,
)
from bot.store.backups import backup
from bot.store.books import Gain, NewTransfer, crews, postings
from bot.store.database import migrate, schema
from bot.store.database.engine import Engine, open_engine, read
from bot.store.database.errors import SchemaTooNew
from bot.store.database.schema import memo_people, memos, metadata, table_people
from bot.store.messages import outbox, projections
from bot.store.messages.message_keys import BOARD
from bot.store.tables import rows, upkeep
from bot.store.writer import Writer
from games.core import Seat
from tests.bot.store.sample import AT, BEAR, BULL, CHANNEL, GUILD, fill, make_commit, open_table, open_tables
from tests.databases import on_both_databases, on_sqlite_at_least
from tests.left_out import LONGER, MORE_CASES

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


@on_sqlite_at_least
async def test_a_night_of_an_older_release_keeps_the_language_that_its_planner_read(store: Store) -> None:
    await fill(store)
    await migrate_store(store.engine, "0019")
    columns = "game, preset, robots, zone, first, weekly, status, created_at, guild_id, channel_id"
    other = f"INSERT INTO nights ({columns}, planner_id) SELECT {columns}, :user FROM nights WHERE planner_id = {BEAR}"
    put = "INSERT INTO preferences (user_id, choices, updated_at) VALUES (:user, :choices, 1)"
    rows = [{"user": BULL, "choices": '{"heard": "pt-BR"}'}, {"user": 77, "choices": "[1"}]
    for written in (other, put):
        await store.write(lambda connection, written: connection.execute(text(written), rows), written)
    await migrate_store(store.engine, "head")
    found = await store.read(lambda connection: connection.execute(text("SELECT planner_id, language FROM nights")))
    assert dict(map(tuple, found)) == {BEAR: "en", BULL: "pt-BR", 77: "en"}


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


async def test_an_older_release_gets_the_balances_that_follow_from_the_postings(store: Store) -> None:
    await fill(store)
    await store.write(postings.post, NewTransfer(1, "h:2", [Gain(1, 4), Gain(2, -4)], AT))
    await migrate_store(store.engine, "0018")
    query = text("SELECT account_id, game, amount, entries FROM balances ORDER BY account_id, game")
    found = await store.read(lambda connection: [tuple(row) for row in connection.execute(query)])
    assert found == [(1, "", 4, 1), (1, "duo", 0, 2), (2, "", -4, 1), (2, "duo", 0, 2)]
    await migrate_store(store.engine, "head")


async def test_tables_from_before_the_mark_are_settled_if_they_are_closed_and_shown(store: Store) -> None:
    shown, short, playing = await store.write(open_tables, 3)
    for table in (shown, short, playing):
        await store.commit(make_commit(table, 0, status=None if table == playing else "closed"))
        sequence = 0 if table == short else 1
        await store.write(projections.put, Projection(table, BOARD, sequence, AT, channel=CHANNEL, message=8))
    await migrate_store(store.engine, "0002")
    await migrate_store(store.engine, "head")
    assert await store.read(upkeep.list_unsettled, 0, lambda guild, table: True, 9) == [short, playing]


async def test_batches_of_an_older_release_end_and_the_crew_is_told(store: Store) -> None:
    crew = (await store.read(rows.load, await fill(store))).crew
    await migrate_store(store.engine, "0014")
    batch = "(:id, :crew, :kind, :mark, '{\"channel\": 5}', 1, :counted)"
    insert = f"INSERT INTO batches (id, crew_id, kind, mark, facts, at, counted_at) VALUES {batch}"
    kinds = (("enter", None), ("enter", 9), ("take_back", None), ("move", None))
    began = [{"id": id, "crew": crew, "kind": kind, "mark": f"books:{id}", "counted": counted}
             for id, (kind, counted) in enumerate(kinds, 1)]  # fmt: skip
    columns = "crew_id, season_id, source, state, data, at"
    line = f"INSERT INTO transfers ({columns}) VALUES (:crew, :season, :s, :state, '{{}}', 1)"

    def begin(connection: Connection) -> None:
        connection.execute(text(insert), began)
        season = connection.execute(text("SELECT min(id) FROM seasons")).scalar_one()
        lines = [{"crew": crew, "season": season, "s": f"s{id}", "state": f"staged:{id}"} for id in (1, 2)]
        connection.execute(text(line), lines)
        key_values.put(connection, f"tally:feats:{crew}:books:4:00000", [], 1)

    await store.write(begin)
    await migrate_store(store.engine, "head")

    def find_left(connection: Connection) -> list[tuple[object, ...]]:
        told = connection.execute(text("SELECT payload FROM outbox WHERE kind = 'tally' ORDER BY id")).scalars()
        lines = connection.execute(text("SELECT source, state FROM transfers WHERE source LIKE 's_' ORDER BY id"))
        said = [(message["key"], message["channel"], message["facts"]["paper"]) for message in map(json.loads, told)]
        return [*said, *map(tuple, lines), *((key,) for key in key_values.list_keys(connection, "tally:feats:"))]

    ended = [("paper_ended", 5, "books:1"), ("undo_ended", 5, "books:3"), ("paper_ended", 5, "books:4")]
    assert (await store.read(find_left))[-4:] == [*ended, ("s2", "posted")]


async def test_hands_in_private_threads_are_blanked_and_posted_anew(store: Store) -> None:
    table = await open_table(store)
    thread, hand = CHANNEL + 5, MessageKey(MessageKind.HAND, Seat(1))
    in_thread = Projection(table, hand, 7, AT, BULL, thread, 900, data=MessageData(pinged=30))
    await store.write(projections.put, in_thread)
    await store.write(projections.put, Projection(table, BOARD, 7, AT, None, CHANNEL, 901))
    await migrate_store(store.engine, "0015")

    def note_thread(connection: Connection) -> None:
        row = (schema.projections.c.table_id == table) & (schema.projections.c.what == str(hand))
        known = {"thread": thread, "chosen": True, "pinged": 30}
        connection.execute(schema.projections.update().where(row).values(data=known))
        board = (schema.projections.c.table_id == table) & (schema.projections.c.what == str(BOARD))
        connection.execute(schema.projections.update().where(board).values(data=literal('{"thread": 5, ', Text)))

    await store.write(note_thread)
    await migrate_store(store.engine, "head")
    now = await store.read(projections.find, table, hand)
    assert now is not None
    assert (now.channel, now.message, now.data) == (None, None, MessageData(pinged=30))
    (order,) = await store.read(outbox.list_due, AT)
    assert (order.kind, order.payload) == ("old_thread", {"guild": GUILD, "place": [thread, GUILD], "message": 900})
    board = await store.read(projections.find, table, BOARD)
    assert board is not None
    assert board.message == 901


async def test_questions_and_claims_of_an_older_release_become_questions(store: Store) -> None:
    crew = (await store.read(rows.load, await fill(store))).crew
    bull = await store.write(crews.ensure_member, crew, BULL, "Bull", AT)
    gone, former = [await store.write(crews.add_member, crew, name, AT) for name in ("Old Bull", "Older Bull")]
    await migrate_store(store.engine, "0017")

    def ask(connection: Connection) -> None:
        key_values.put(connection, f"tally:join:{crew}:{gone.id}:{bull.id}", {"by": 7, "yes": [8]}, AT)
        key_values.put(connection, f"tally:claim:{crew}:{former.id}", {"user": BULL, "name": "Bull"}, AT)
        facts = {"person": f"<@{BULL}>", "name": "Older Bull", "member": former.id}
        claim = {"crew": crew, "key": "claim", "by": 7, "channel": 5, "facts": facts}
        outbox.add(connection, NewMessage("tally", claim, "a claim", AT))
        for number, damaged in enumerate(("{", "[7]")):
            added = outbox.add(connection, NewMessage("tally", {}, f"damaged {number}", AT))
            connection.execute(text("UPDATE outbox SET payload = :it WHERE id = :id"), {"it": damaged, "id": added})

    await store.write(ask)
    await migrate_store(store.engine, "head")
    asked = {"at": 0, "channel": 0, "no": [], "kept": bull.id}
    assert await store.read(key_values.get_by_prefix, "tally:join:") == {
        f"tally:join:{gone.id}": {**asked, "by": 7, "yes": [8]},
        f"tally:join:{former.id}": {**asked, "by": 0, "yes": []},
    }
    facts = {"name": "Older Bull", "other": f"<@{BULL}>", "gone": former.id, "kept": bull.id}
    waiting = [told.payload for told in await store.read(outbox.list_due, AT) if told.kind == "tally"]
    assert [payload["facts"] for payload in waiting if isinstance(payload, dict)] == [facts]
    await store.write(key_values.put, "tally:joined:1:1", {"key": "", "into": 2, "user": BULL}, AT)
    await migrate_store(store.engine, "0017")
    assert await store.read(key_values.get, "tally:joined:1:1") == {"into": 2}
    assert f"tally:join:{crew}:{gone.id}:{bull.id}" in await store.read(key_values.list_keys, "tally:join:")


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


@pytest.mark.thorough(LONGER)
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


@pytest.mark.parametrize(
    "breaks",
    ["SELECT nonsense", pytest.param("UPDATE crews SET id = 99", marks=pytest.mark.thorough(MORE_CASES))],
    ids=["statement", "reference"],
)
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

"""Opening a database: pragmas, snapshots, and clear errors when the database is away."""

import sqlite3
import sys
from pathlib import Path
from typing import Any, Self

import pytest
from sqlalchemy import event, inspect

from bot.store import Connection, Store, StoreUnavailable
from bot.store.database.engine import Engine, check, open_blocking_engine, open_engine, parse_address, read
from bot.store.database.errors import WrongAddress


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:///a.db", "sqlite+aiosqlite"),
        ("postgres://u:p@h/d", "postgresql+asyncpg"),
        ("postgresql://u:p@h/d", "postgresql+asyncpg"),
        ("postgresql+asyncpg://u:p@h/d", "postgresql+asyncpg"),
    ],
)
def test_a_url_gets_the_programs_driver(given: str, driver: str) -> None:
    assert parse_address(given).drivername == driver


def test_the_usual_values_of_sslmode_are_accepted() -> None:
    assert parse_address("postgres://h/d?sslmode=require").query == {"ssl": "require"}


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("mysql://h/d", "must begin with"),
        ("nonsense", "must begin with"),
        ("", "must begin with"),
        ("sqlite://", "must be a file"),
        ("sqlite:///:memory:", "must be a file"),
        ("sqlite:///a.db?timeout=1", "must be a file"),
        ("postgresql://u:s3cret@h:port/d", "port in the database URL must be a number"),
        ("postgresql://u:s3cret@h:70000/d", "port in the database URL must be a number"),
        ("postgresql://u:s3cret@/d?host=h&port=x", "cannot be used"),
        ("postgresql://u:s3cret@h/d?channel_binding=require&sslmode=require", "sets channel_binding, which"),
    ],
)
def test_an_address_that_serves_no_database_is_refused_in_one_sentence(url: str, problem: str) -> None:
    with pytest.raises(WrongAddress, match=rf"^The .*{problem}.*\.$") as refused:
        open_engine(url)
    assert "s3cret" not in str(refused.value)


async def test_check_leaves_nothing_behind(engine: Engine) -> None:
    await check(engine)
    await check(engine)
    assert "boneyard_write_check" not in await read(engine, _list_tables)


def _list_tables(connection: Connection) -> list[str]:
    return inspect(connection).get_table_names()


@pytest.mark.usefixtures("durable")
async def test_sqlite_is_durable_and_keeps_references(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/new/folder/a.db")
    try:

        def pragma(connection: Connection, name: str) -> object:
            return connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()

        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = {name: await read(engine, pragma, name) for name in names}
        assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    finally:
        await engine.dispose()


class Contended(sqlite3.Cursor):
    """A cursor that is refused while another process switches to WAL, and succeeds afterwards."""

    other: sqlite3.Connection
    refused = 0

    def execute(self, sql: str, parameters: Any = ()) -> Self:
        """Run the statement; when it is refused, the other process ends its transaction."""
        try:
            return super().execute(sql, parameters)
        except sqlite3.OperationalError:
            Contended.refused += 1
            Contended.other.rollback()
            raise


class ContendedConnection(sqlite3.Connection):
    """A connection whose cursors are `Contended`."""

    def cursor(self, factory: Any = Contended) -> Any:
        return super().cursor(factory)


@pytest.mark.parametrize("writing", [False, True])
async def test_a_start_waits_while_another_process_switches_to_wal(tmp_path: Path, writing: bool) -> None:
    url = f"sqlite:///{tmp_path}/boneyard.db"
    Contended.refused = 0
    Contended.other = sqlite3.connect(tmp_path / "boneyard.db", check_same_thread=False)
    Contended.other.execute("CREATE TABLE of_an_older_copy (x INTEGER)")
    Contended.other.execute("BEGIN IMMEDIATE")

    def use_contended(_dialect: object, _record: object, _arguments: object, options: dict[str, object]) -> None:
        options["factory"] = ContendedConnection

    engine = open_engine(url)
    blocking = open_blocking_engine(engine.url, "BEGIN IMMEDIATE", 1)
    try:
        if writing:
            event.listen(blocking, "do_connect", use_contended)
            with blocking.connect() as connection:
                mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
        else:
            event.listen(engine.sync_engine, "do_connect", use_contended)
            mode = await read(engine, lambda connection: connection.exec_driver_sql("PRAGMA journal_mode").scalar_one())
    finally:
        Contended.other.close()
        await engine.dispose()
    assert (mode, Contended.refused) == ("wal", 1)


@pytest.mark.parametrize(
    "url",
    ["postgresql://bones:s3cret@127.0.0.1:1/bones?sslmode=disable", "postgresql://bones:s3cret@no.host.invalid/b"],
)
async def test_an_unreachable_server_is_named_without_its_password(url: str) -> None:
    engine = open_engine(url)
    try:
        for trial in (check(engine), read(engine, _list_tables)):
            with pytest.raises(StoreUnavailable, match="postgresql://bones:\\*\\*\\*@") as caught:
                await trial
            assert "s3cret" not in str(caught.value)
            assert "\n" not in str(caught.value)
    finally:
        await engine.dispose()


def test_a_path_that_cannot_be_a_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "text.db").write_text("this is no database, it is a long text, is it not? " * 40)
    (tmp_path / "folder.db").mkdir()
    with pytest.raises(StoreUnavailable, match="file/a.db"):
        open_engine(f"sqlite:///{tmp_path}/file/a.db")
    for name in ("text.db", "folder.db"):
        with pytest.raises(WrongAddress, match=name):
            open_engine(f"sqlite:///{tmp_path}/{name}")


async def test_a_database_that_may_only_be_read_is_refused(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/a.db")
    try:
        await check(engine)
        event.listen(engine.sync_engine, "connect", _forbid_writing)
        await engine.dispose()
        with pytest.raises(StoreUnavailable, match="readonly"):
            await check(engine)
    finally:
        await engine.dispose()


def _forbid_writing(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only = ON")
    cursor.close()


async def test_a_store_that_cannot_be_written_does_not_open(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_engine: Engine) -> None:
        raise StoreUnavailable("no")

    monkeypatch.setattr("bot.store.database.engine.check", refuse)
    with pytest.raises(StoreUnavailable, match="^no$"):
        await Store.open(store_url)


async def test_a_missing_asyncpg_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreUnavailable, match="extra 'postgres'"):
        open_engine("postgresql://h/d")


async def test_statements_in_errors_do_not_show_their_values(engine: Engine) -> None:
    assert engine.sync_engine.hide_parameters is True

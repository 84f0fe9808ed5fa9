"""A backup of either database restores into either, row by row. Damaged or foreign files are refused."""

import copy
import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Text, select, type_coerce

from bot.store import Connection, Store, StoreUnavailable
from bot.store.backups import backup, backup_reading
from bot.store.books import crews, postings
from bot.store.database import migrate, schema
from bot.store.database.engine import exists, open_engine, parse_address, read
from bot.store.database.errors import BackupDamaged, NotEmpty, SchemaTooNew
from bot.store.database.json_text import JsonText
from bot.store.tables import rows as tables
from tests import postgres
from tests.bot.store.sample import AT, GUILD, fill, make_commit, open_tables
from tests.databases import KINDS, on_sqlite_at_least
from tests.effort import rounds
from tests.left_out import MORE_CASES, POSTGRESQL, mark_thorough


def rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, with JSON as its stored text."""
    found = {}
    for table in schema.metadata.sorted_tables:
        columns = [type_coerce(c, Text).label(c.name) if isinstance(c.type, JsonText) else c for c in table.columns]
        query = select(*columns).order_by(*table.primary_key.columns)
        found[table.name] = [tuple(row) for row in connection.execute(query)]
    return found


@pytest.fixture(params=mark_thorough(KINDS, POSTGRESQL, but=["sqlite"]))
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of either kind to restore into."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/restored/boneyard.db"
        return
    url = postgres.server().create()
    yield url
    postgres.server().drop(url)


async def test_a_restored_database_is_equal_row_by_row(store: Store, target: str, tmp_path: Path) -> None:
    table = await fill(store)
    before = await store.read(rows)
    assert all(before.values()), "the sample has rows in every table"
    counts = await backup.write_backup(store.engine, tmp_path / "b.gz")
    assert counts == {name: len(found) for name, found in before.items()}
    assert await backup.restore(tmp_path / "b.gz", target) == (counts, {}, {})
    async with await Store.open(target) as restored:
        assert await restored.read(rows) == before
        assert await restored.read(postings.audit) == []
        assert (await restored.commit(make_commit(table, 3))).first == 4
        crew = await restored.write(crews.ensure, GUILD, AT, "new")
        assert crew.id > 1


@on_sqlite_at_least
async def test_a_backup_is_the_same_file_for_the_same_rows(store: Store, tmp_path: Path) -> None:
    await fill(store)
    for name in ("a.gz", "b.gz"):
        await backup.write_backup(store.engine, tmp_path / name)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert (tmp_path / "a.gz").stat().st_mode & 0o777 == 0o600
    assert [name for name in sorted(os.listdir(tmp_path)) if ".gz" in name] == ["a.gz", "b.gz"]
    assert [*backup_reading.read_rows(tmp_path / "a.gz", migrate.find_head())]


async def test_a_backup_shows_one_moment_while_the_writer_works(store: Store, tmp_path: Path) -> None:
    (table,) = await store.write(open_tables, 1)
    for number in range(5):
        await store.commit(make_commit(table, number))
    # The snapshot begins with the first read, so the backup lacks every later commit.
    level = {"isolation_level": "REPEATABLE READ"} if store.engine.dialect.name == "postgresql" else {}
    async with store.engine.execution_options(**level).connect() as connection:
        assert (await connection.run_sync(tables.load, table)).sequence == 5
        await store.commit(make_commit(table, 5))
        with gzip.GzipFile(tmp_path / "m.gz", "wb") as packed:
            counts = await connection.run_sync(backup._write, backup._ChecksummedFile(packed), backup.ignore_progress)
    assert counts["events"] == 5
    assert [*backup_reading.read_rows(tmp_path / "m.gz", migrate.find_head())]


@pytest.mark.thorough(MORE_CASES)
async def test_a_restore_needs_an_empty_database(store: Store, migrated_url: str, tmp_path: Path) -> None:
    await backup.write_backup(store.engine, tmp_path / "b.gz")
    assert sum((await backup.restore(tmp_path / "b.gz", migrated_url)).counts.values()) == 0
    await store.write(open_tables, 1)
    before = await store.read(rows)
    with pytest.raises(NotEmpty):
        await backup.restore(tmp_path / "b.gz", migrated_url)
    assert await store.read(rows) == before


@on_sqlite_at_least
async def test_a_restore_refuses_a_database_of_another_program(store: Store, store_url: str, tmp_path: Path) -> None:
    await backup.write_backup(store.engine, tmp_path / "b.gz")
    engine = open_engine(store_url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(lambda c: c.exec_driver_sql("CREATE TABLE others (x INTEGER)"))
    finally:
        await engine.dispose()
    with pytest.raises(NotEmpty):
        await backup.restore(tmp_path / "b.gz", store_url)


def lines(path: Path) -> list[bytes]:
    """The lines of a packed file."""
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


def pack_with_checksum(*values: object) -> bytes:
    """Pack these lines as a backup with the right checksum."""
    raw = b"".join(json.dumps(value).encode() + b"\n" for value in values)
    return gzip.compress(raw + json.dumps({"rows": {}, "sha256": hashlib.sha256(raw).hexdigest()}).encode() + b"\n")


@on_sqlite_at_least
async def test_a_damaged_backup_is_refused_and_leaves_nothing(store: Store, store_url: str, tmp_path: Path) -> None:
    await fill(store)
    whole = tmp_path / "b.gz"
    await backup.write_backup(store.engine, whole)
    packed, text = whole.read_bytes(), lines(whole)
    middle = next(number for number, line in enumerate(text) if b"Yes!" in line)
    damaged = {
        "cut": packed[: len(packed) // 2],
        "flipped": packed[:200] + bytes([packed[200] ^ 1]) + packed[201:],
        "nothing": b"",
        "text": b"hello",
        "other": gzip.compress(b'{"hello": 1}\n'),
        "no json": gzip.compress(b"hello\n"),
        "list": gzip.compress(b"[1, 2]\n"),
        "without end": gzip.compress(b"".join(text[:-1])),
        "line lost": gzip.compress(b"".join(text[:middle] + text[middle + 1 :])),
        "word changed": gzip.compress(b"".join(text).replace(b"Yes!", b"Non!")),
        "more behind": gzip.compress(b"".join([*text, text[-2]])),
        "no header": gzip.compress(b"".join(text[1:])),
        "an end alone": pack_with_checksum(),
        "another header": pack_with_checksum({"boneyard_backup": "1", "revision": migrate.find_head()}),
        "no revision": pack_with_checksum({"boneyard_backup": backup_reading.FORMAT}),
    }
    for name, content in [*damaged.items()][:: rounds(2, 1, 1)]:
        whole.write_bytes(content)
        with pytest.raises(BackupDamaged, match="b.gz"):
            await backup.restore(whole, store_url)
        assert name
    await check_is_empty(store_url)


def pack_again(text: list[bytes]) -> bytes:
    """Pack the changed lines of a backup, with a new checksum."""
    end = json.loads(text[-1])
    end["sha256"] = hashlib.sha256(b"".join(text[:-1])).hexdigest()
    return gzip.compress(b"".join(text[:-1]) + json.dumps(end).encode() + b"\n")


@on_sqlite_at_least
@pytest.mark.parametrize("change", [{"boneyard_backup": 99}, {"revision": "9999"}])
async def test_a_backup_of_a_newer_program_is_refused(
    store: Store, store_url: str, tmp_path: Path, change: dict[str, object]
) -> None:
    await backup.write_backup(store.engine, tmp_path / "b.gz")
    text = lines(tmp_path / "b.gz")
    text[0] = json.dumps(json.loads(text[0]) | change).encode() + b"\n"
    (tmp_path / "b.gz").write_bytes(pack_again(text))
    with pytest.raises(SchemaTooNew, match="newer"):
        await backup.restore(tmp_path / "b.gz", store_url)


@on_sqlite_at_least
async def test_a_backup_whose_rows_contradict_each_other_is_refused_and_nothing_is_written(
    store: Store, store_url: str, tmp_path: Path
) -> None:
    await fill(store)
    await backup.write_backup(store.engine, tmp_path / "b.gz")
    text = lines(tmp_path / "b.gz")
    crew = next(number for number, line in enumerate(text) if line.startswith(b'{"table":"crews"')) + 1
    end = json.loads(text[-1])
    end["rows"]["crews"] -= 1
    (tmp_path / "b.gz").write_bytes(pack_again([*text[:crew], *text[crew + 1 : -1], json.dumps(end).encode() + b"\n"]))
    with pytest.raises(BackupDamaged, match="b.gz is damaged: its rows contradict each other"):
        await backup.restore(tmp_path / "b.gz", store_url)
    await check_is_empty(store_url)


async def check_is_empty(url: str) -> None:
    """Check that the database at `url` is still empty."""
    if not exists(url):
        folder = Path(str(parse_address(url).database)).parent
        assert not folder.exists() or not [name for name in os.listdir(folder) if "restoring" in name]
        return
    engine = open_engine(url)
    try:
        assert await read(engine, migrate.read_revision) is None
    finally:
        await engine.dispose()


Forgery = Callable[[list[Any]], None]


def forge_row(table: str, alter: Callable[[dict[str, Any]], object]) -> Forgery:
    """A forgery: change the first row of a table."""

    def forge(all_lines: list[Any]) -> None:
        head = next(
            place for place, line in enumerate(all_lines) if isinstance(line, dict) and line.get("table") == table
        )
        columns, row = all_lines[head]["columns"], all_lines[head + 1]
        named = dict(zip(columns, row, strict=True))
        alter(named)
        all_lines[head + 1] = [named[name] for name in columns if name in named]

    return forge


def forge_value(table: str, name: str, value: Any) -> Forgery:
    """A forgery: put another value into the first row of a table."""
    return forge_row(table, lambda row: row.update({name: value}))


FORGERIES: dict[str, Forgery] = {
    "a number as text": forge_value("crews", "guild_id", "7"),
    "truth as a number": forge_value("crews", "guild_id", True),
    "a fraction": forge_value("crews", "guild_id", 1.5),
    "a number with no room": forge_value("crews", "guild_id", 1 << 63),
    "a number with no room in a narrow column": forge_value("seasons", "number", 1 << 31),
    "no room for the next id": forge_value("crews", "id", (1 << 63) - 1),
    "an id below one": forge_value("crews", "id", 0),
    "a time after the last year": forge_value("crews", "created_at", 1 << 61),
    "a time before the first": forge_value("crews", "created_at", -1),
    "a list as text": forge_value("crews", "name", ["a"]),
    "an object": forge_value("crews", "name", {"a": 1}),
    "nothing where something must be": forge_value("crews", "name", None),
    "a NUL": forge_value("crews", "name", "a\0b"),
    "half of a pair": forge_value("crews", "name", "\ud800"),
    "text that is no JSON": forge_value("crews", "settings", "{"),
    "JSON that goes too deep": forge_value("crews", "settings", "[" * 100_000 + "]" * 100_000),
    "a constant that is no JSON": forge_value("crews", "settings", "NaN"),
    "a column less": forge_row("crews", lambda row: row.pop("name")),
    "a table of another program": lambda all_lines: all_lines[1].__setitem__("table", "sqlite_master"),
    "a name that is SQL": lambda all_lines: all_lines[1].__setitem__("table", 'crews"; DROP TABLE crews; --'),
    "a column of another table": lambda all_lines: all_lines[1]["columns"].__setitem__(0, "other"),
    "a column twice": lambda all_lines: all_lines[1]["columns"].__setitem__(0, all_lines[1]["columns"][1]),
    "a head with more": lambda all_lines: all_lines[1].__setitem__("more", 1),
    "a table twice": lambda all_lines: all_lines.append(all_lines[1]),
    "a line of text": lambda all_lines: all_lines.append("a table"),
    "a line that is a number": lambda all_lines: all_lines.append(7),
    "a row twice": lambda all_lines: all_lines.insert(3, list(all_lines[2])),
    "a table lost": lambda all_lines: all_lines.__delitem__(slice(1, None)),
    "a revision that is a list": lambda all_lines: all_lines[0].__setitem__("revision", ["0001"]),
    "a version that is truth": lambda all_lines: all_lines[0].__setitem__("boneyard_backup", True),
}


def pack_forgery(all_lines: list[Any]) -> bytes:
    """Pack these lines as a backup, with the correct last line that a forger would add."""
    counts, name, raw = dict[str, int](), "", b""
    for line in all_lines:
        if isinstance(line, list):
            counts[name] += 1
        elif isinstance(line, dict) and "table" in line:
            name = line["table"]
            counts[name] = 0
        raw += json.dumps(line).encode() + b"\n"
    end = json.dumps({"rows": counts, "sha256": hashlib.sha256(raw).hexdigest()})
    return gzip.compress(raw + end.encode() + b"\n")


@on_sqlite_at_least
async def test_a_forged_backup_is_refused_in_one_sentence_and_leaves_nothing(
    store: Store, target: str, tmp_path: Path
) -> None:
    await fill(store)
    await backup.write_backup(store.engine, tmp_path / "b.gz")
    whole = [json.loads(line) for line in lines(tmp_path / "b.gz")[:-1]]
    for name, forge in [*FORGERIES.items()][:: rounds(2, 1, 1)]:
        forged = copy.deepcopy(whole)
        forge(forged)
        (tmp_path / "b.gz").write_bytes(pack_forgery(forged))
        with pytest.raises(BackupDamaged) as refused:
            await backup.restore(tmp_path / "b.gz", target)
        assert str(refused.value).startswith("b.gz ") and "\n" not in str(refused.value), name
    await check_is_empty(target)
    assert not [path for path in (tmp_path / "restored").rglob("*") if path.is_file()]
    (tmp_path / "b.gz").write_bytes(pack_forgery(whole))
    assert (await backup.restore(tmp_path / "b.gz", target)).counts["crews"] == 1


@pytest.mark.parametrize("kind", mark_thorough(KINDS, POSTGRESQL, but=["sqlite"]), indirect=True)
async def test_a_zip_bomb_is_refused(store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = tmp_path / "b.gz"
    begin = json.dumps({"boneyard_backup": backup_reading.FORMAT, "revision": "9999"}).encode() + b"\n"
    monkeypatch.setattr(backup_reading, "MOST_BYTES", 1 << 15)
    for name, content in (
        ("one line", b"[" + b"0," * (1 << 15)),
        ("many rows", b"[1]\n" * (1 << 14)),
        ("many heads", b'{"table": "crews"}\n' * (1 << 13)),
        ("many objects", begin + b"{}\n" * (1 << 14)),
    ):
        bomb.write_bytes(gzip.compress(content))
        with pytest.raises(BackupDamaged, match="b.gz is "):
            await backup.restore(bomb, store_url)
        assert name
    await check_is_empty(store_url)


async def test_a_folder_is_no_backup(store_url: str, tmp_path: Path) -> None:
    with pytest.raises(BackupDamaged, match="cannot be read"):
        await backup.restore(tmp_path, store_url)


@on_sqlite_at_least
async def test_long_tables_are_backed_up_in_pieces(
    store: Store, store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "_CHUNK", 3)
    (table,) = await store.write(open_tables, 1)
    await store.commit(make_commit(table, 0, events=10))
    await backup.write_backup(store.engine, tmp_path / "b.gz")
    assert (await backup.restore(tmp_path / "b.gz", store_url)).counts["events"] == 10
    engine = open_engine(store_url)
    try:
        assert await read(engine, rows) == await store.read(rows)
    finally:
        await engine.dispose()


async def test_a_database_without_a_schema_is_not_backed_up(store_url: str, tmp_path: Path) -> None:
    engine = open_engine(store_url)
    try:
        with pytest.raises(StoreUnavailable, match="crews"):
            await backup.write_backup(engine, tmp_path / "b.gz")
    finally:
        await engine.dispose()
    assert not [name for name in os.listdir(tmp_path) if ".gz" in name]


async def test_a_missing_backup_is_refused(store_url: str, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await backup.restore(tmp_path / "none.gz", store_url)


async def test_a_backup_of_a_database_that_is_away_leaves_no_file(tmp_path: Path) -> None:
    engine = open_engine("postgresql://bones:s3cret@127.0.0.1:1/bones")
    try:
        with pytest.raises(StoreUnavailable):
            await backup.write_backup(engine, tmp_path / "b.gz")
    finally:
        await engine.dispose()
    assert os.listdir(tmp_path) == []

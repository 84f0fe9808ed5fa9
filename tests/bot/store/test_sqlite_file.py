"""The SQLite file: private under any umask, created in one piece. A file of another program is never written to."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.backups import backup
from bot.store.backups.mending import list_damage
from bot.store.database import migrate, sqlite_file
from bot.store.database.engine import find_damage
from bot.store.database.errors import DatabaseDamaged, WrongAddress
from bot.store.processes.instance_lock import lock_file
from tests.bot.store.sample import fill, open_table
from tests.left_out import MORE_CASES, mark_thorough

PAGE = 4096


@pytest.fixture(params=mark_thorough([0o000, 0o022, 0o077, 0o777], MORE_CASES, but=[0o000]))
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """Each umask in turn, set for this process."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The modes of a folder and of everything in it."""
    return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}


async def test_only_the_owner_may_read_the_files_under_any_umask(tmp_path: Path, umask: int) -> None:
    data = tmp_path / "far" / "data"
    url = f"sqlite:///{data}/boneyard.db"
    with lock_file(data / "boneyard.db"):
        async with await Store.open(url) as store:
            await open_table(store)
            await backup.write_backup(store.engine, data / "b.gz")
            migrate.copy_sqlite(data / "boneyard.db", data / "boneyard.db.before-0002")
            found = modes(tmp_path / "far")
    await backup.restore(data / "b.gz", f"sqlite:///{data}/second/restored.db")
    found |= modes(data)
    folders = {"far": 0o700, "data": 0o700, "second": 0o700}
    names = ["boneyard.db", "b.gz", "restored.db"]
    names += [f"boneyard.db{ending}" for ending in ("-wal", "-shm", ".lock", ".lock-journal", ".before-0002")]
    assert found == folders | dict.fromkeys(names, 0o600)


async def test_files_of_an_older_release_become_private(tmp_path: Path) -> None:
    await (await Store.open(f"sqlite:///{tmp_path}/boneyard.db")).close()
    (tmp_path / "boneyard.db").chmod(0o644)
    (tmp_path / "boneyard.db.lock").touch(0o666)
    await (await Store.open(f"sqlite:///{tmp_path}/boneyard.db")).close()
    with lock_file(tmp_path / "boneyard.db"):
        found = modes(tmp_path)
    assert {found["boneyard.db"], found["boneyard.db.lock"], found["boneyard.db.lock-journal"]} == {0o600}


def test_a_folder_with_other_files_keeps_its_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, shared, working = (tmp_path / name for name in ("ours", "shared", "working"))
    for folder, mode in ((ours, 0o755), (shared, 0o1777), (working, 0o755)):
        folder.mkdir()
        folder.chmod(mode)
    monkeypatch.chdir(working)
    for folder in (ours, shared, working, tmp_path / "missing"):
        sqlite_file.tighten_folder(folder)
    assert [path.stat().st_mode & 0o7777 for path in (ours, shared, working)] == [0o700, 0o1777, 0o755]


def make_foreign(file: Path) -> None:
    """Make a sound SQLite database of another program."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (x TEXT)")


def make_foreign_with_alembic(file: Path) -> None:
    """Make a database of another program that is also migrated by Alembic."""
    make_foreign(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.commit()


def make_without_tables(file: Path) -> None:
    """Make a sound, empty SQLite database without the mark of this program."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 3")


ODD = {
    "empty": lambda file: file.touch(),
    "text": lambda file: file.write_text("this is no database " * 40),
    "short": lambda file: file.write_text("SQLite"),
    "of another program": make_foreign,
    "of another program with alembic": make_foreign_with_alembic,
    "without tables": make_without_tables,
}


@pytest.mark.parametrize("kind", ODD)
async def test_no_database_is_created_in_an_odd_file(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    ODD[kind](file)
    before = file.read_bytes()
    with pytest.raises(WrongAddress, match="boneyard.db is"):
        await Store.open(f"sqlite:///{file}")
    if kind not in ("of another program", "of another program with alembic", "without tables"):
        assert file.read_bytes() == before
    with closing(sqlite3.connect(file)) as connection:
        if "another" in kind:
            assert "crews" not in {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


async def test_a_start_that_was_killed_before_its_first_migration_can_be_repeated(tmp_path: Path) -> None:
    sqlite_file.prepare(tmp_path / "boneyard.db")
    assert os.listdir(tmp_path) == ["boneyard.db"]
    await (await Store.open(f"sqlite:///{tmp_path}/boneyard.db")).close()


def write_noise(file: Path, page: int) -> None:
    """Overwrite a page of a file with noise. The first page is 1."""
    with file.open("r+b") as raw:
        raw.seek((page - 1) * PAGE)
        raw.write(bytes((7 * place + 13 * (place >> 3)) % 251 for place in range(PAGE)))


def find_first_page(file: Path, table: str) -> int:
    """The number of a table's first page."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return int(found[0])


@pytest.mark.thorough(MORE_CASES)
async def test_a_page_of_noise_is_found(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/boneyard.db"
    async with await Store.open(url) as store:
        await fill(store)
    assert find_damage(url) is None
    write_noise(tmp_path / "boneyard.db", find_first_page(tmp_path / "boneyard.db", "transfers"))
    assert isinstance(find_damage(url), DatabaseDamaged)


async def test_a_row_that_refers_to_a_missing_row_is_found(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite:///{tmp_path}/boneyard.db") as store:
        await fill(store)
    with closing(sqlite3.connect(tmp_path / "boneyard.db")) as connection:
        connection.execute("DELETE FROM seasons")
        connection.commit()
    async with await Store.open(f"sqlite:///{tmp_path}/boneyard.db") as store:
        found = await store.read(lambda connection: list(list_damage(connection)))
    assert "transfers (id 1): season_id has a value that does not belong there; a backup empties it" in found


async def test_a_file_whose_tables_cannot_be_read_is_damaged(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/boneyard.db"
    async with await Store.open(url) as store:
        await open_table(store)
    with (tmp_path / "boneyard.db").open("r+b") as raw:
        raw.seek(100)
        raw.write(b"\xff" * 3000)
    with pytest.raises(DatabaseDamaged, match="is damaged: move it away"):
        await Store.open(url)

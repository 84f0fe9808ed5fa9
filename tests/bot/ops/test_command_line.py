"""The command line: one sentence and an exit status for each failure; exported tables that can be verified."""

import asyncio
import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import web

from bot.__main__ import build_parser, main
from bot.cli import export, maintenance, verify
from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured, Settings, Unavailable
from bot.edge import client as connection
from bot.serving.login import login
from bot.store import Preferences, Store
from bot.store.people import erasure, preferences
from harbour import Harbour
from tests.architecture.tree import ROOT
from tests.injected_faults import Fault, inject_fault
from tests.web_server import serve


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder for one test, with no settings in the environment."""
    for name in Settings.__slots__:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BONEYARD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("bot.ops.logs.configure", lambda *_: None)
    return tmp_path


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command: its exit status, its text on stdout, and its text on stderr."""
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    ("environment", "command", "expected", "sentence"),
    [
        ({}, "run", ExitStatus.MISCONFIGURED, "DISCORD_TOKEN is not set"),
        ({"HEALTH_PORT": "x"}, "play", ExitStatus.MISCONFIGURED, "HEALTH_PORT must be a number"),
        (
            {"DISCORD_TOKEN": "a.b.c", "DISCORD_API_BASE": "http://127.0.0.1:9"},
            "run",
            ExitStatus.UNAVAILABLE,
            "Look at the machine's DNS, its network, and HTTPS_PROXY",
        ),
        ({"DISCORD_TOKEN": "123456789012345678"}, "run", ExitStatus.MISCONFIGURED, "seems to be the application's id"),
        ({"DATABASE_URL": "postgresql://a:hush@127.0.0.1:9/b"}, "audit", ExitStatus.UNAVAILABLE, "is not available"),
        (
            {"DATABASE_URL": "mysql://nothing"},
            "audit",
            ExitStatus.MISCONFIGURED,
            "must begin with sqlite:/// or postgresql://",
        ),
        ({"DATABASE_URL": "postgresql://a:hush@[b/c"}, "audit", ExitStatus.UNAVAILABLE, "is not available"),
        ({}, "health", ExitStatus.MISCONFIGURED, "HEALTH_PORT is not set"),
    ],
)
def test_a_start_that_fails_is_one_sentence_and_a_status_that_tells_whether_to_try_again(
    environment: dict[str, str],
    command: str,
    expected: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    status, out, err = call(capsys, command)
    assert status == expected
    assert sentence in err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert "hush" not in err
    assert out == ""


@pytest.mark.parametrize(
    ("answer", "error", "sentence"),
    [
        (401, Misconfigured, "does not know this DISCORD_TOKEN"),
        (429, Unavailable, "answers 429: it takes no logins at present"),
        (503, Unavailable, "answers 503: it takes no logins at present"),
    ],
)
async def test_a_login_that_discord_refuses_is_one_sentence_and_only_a_busy_discord_is_asked_again(
    answer: int, error: type[Exception], sentence: str
) -> None:
    async with Harbour() as harbour:
        inject_fault(harbour, Fault("GET", "/users/@me", answer, retry_after_s=60, edge=True))
        client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url))
        with pytest.raises(error, match=sentence):
            await login(client, Settings(discord_token=harbour.token, discord_api_base=harbour.api_base))
        await client.close()


def test_a_taken_health_port_is_one_sentence_and_the_doctor_tries_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("HEALTH_PORT", str(taken.getsockname()[1]))
        monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
        status, _, err = call(capsys, "run")
        assert (status, err.count("\n")) == (ExitStatus.MISCONFIGURED, 1)
        assert "set another HEALTH_PORT" in err
        monkeypatch.delenv("DISCORD_TOKEN")
        monkeypatch.setattr("bot.cli.maintenance.HEALTH_WITHIN", 0.2)
        status, out, _ = call(capsys, "doctor")
        assert status == ExitStatus.FAILED
        assert "FAIL  service: HEALTH_PORT" in out


@pytest.mark.parametrize("command", ["play", "audit"])
def test_a_data_folder_of_another_user_names_both_users_and_chown(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "data").mkdir()
    asyncio.run(make_database(folder))
    with monkeypatch.context() as patch:
        patch.setattr("os.access", lambda *_: False)  # root may write everywhere
        status, _, err = call(capsys, command)
        assert status == ExitStatus.MISCONFIGURED
        user = os.getuid()
        assert f"belongs to user {user}, and Boneyard runs as user {user}. `chown -R {user} {folder}/data`" in err
        status, out, _ = call(capsys, "doctor")
        assert "may not be written: it belongs to user" in out
        assert status == ExitStatus.FAILED


@pytest.mark.parametrize("command", ["play", "run", "audit", "backup"])
def test_a_data_folder_that_may_not_be_entered_is_said_to_be_just_that(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "data").mkdir()
    asyncio.run(make_database(folder))
    stat = os.stat

    def stat_outside(path: Path, follow_symlinks: bool = True) -> os.stat_result:
        if str(path).startswith(f"{folder}/data/"):
            raise PermissionError(13, "Permission denied")
        return stat(path, follow_symlinks=follow_symlinks)

    if command == "run":
        monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    with monkeypatch.context() as patch:
        patch.setattr("os.access", lambda *_: False)  # root may enter every folder
        patch.setattr("os.stat", stat_outside)
        status, out, err = call(capsys, command)
        assert (status, out, err.count("\n")) == (ExitStatus.MISCONFIGURED, "", 1)
        assert err.startswith(f"{folder}/data may not be written: ")
        assert f"FAIL  database: {err}" in call(capsys, "doctor")[1]


def test_an_unexpected_error_goes_only_to_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.__main__._run", fail)
    assert call(capsys, "audit") == (1, "", "")
    (record,) = caplog.records
    assert record.levelname == "CRITICAL"
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


def test_without_a_command_it_runs_play() -> None:
    bare, play = vars(build_parser().parse_args([])), vars(build_parser().parse_args(["play"]))
    assert bare == {**play, "command": None}


def test_a_reader_may_close_the_pipe() -> None:
    words = [sys.executable, "-m", "tests.child", "pipe", "bot", "--version"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(words, cwd=ROOT, env=buffered, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


async def make_database(folder: Path) -> None:
    """Make the database as a first start does."""
    await (await Store.open(f"sqlite:///{folder}/data/boneyard.db")).close()


async def write_to_database(folder: Path, write: Callable[..., object], *facts: object) -> None:
    """Write to the database that a first start makes."""
    async with await Store.open(f"sqlite:///{folder}/data/boneyard.db") as store:
        await store.write(write, *facts)


@pytest.mark.parametrize("command", [("audit",), ("backup",), ("export", "1")])
def test_without_a_database_commands_fail_and_make_none(
    command: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = call(capsys, *command)
    assert (status, out) == (ExitStatus.MISCONFIGURED, "")
    assert err == f"There is no database of Boneyard at sqlite:///{folder}/data/boneyard.db.\n"
    assert list(folder.iterdir()) == []


def test_the_doctor_looks_and_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "doctor")
    assert status == 0
    assert "data/boneyard.db doesn't exist yet; the bot makes it when it first starts" in out
    assert list(folder.iterdir()) == []
    asyncio.run(make_database(folder))
    status, out, _ = call(capsys, "doctor")
    name = f"sqlite:///{folder}/data/boneyard.db"
    assert status == 0
    assert out.splitlines()[0].startswith(f"ok    database: the bot can read and write {name}, which holds ")
    with closing(sqlite3.connect(folder / "data" / "boneyard.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    status, out, _ = call(capsys, "doctor")
    assert status == 1
    assert "FAIL  database: The database is at revision 9999" in out


@pytest.mark.parametrize(
    ("answer", "expected", "printed"),
    [
        ('{"gateway": true, "database": true}', 0, "gateway: well\ndatabase: well\n"),
        ('{"gateway": false, "database": true}', 1, "gateway: not well\ndatabase: well\n"),
        ('{"gateway": true, "backup": false}', 0, "gateway: well\nbackup: look at it with `boneyard doctor`\n"),
        ('{"gateway": true, "people_unreached": 0}', 0, "gateway: well\npeople_unreached: 0\n"),
        ("<html>", 1, "No Boneyard answers at"),
        ("[1]", 1, "No Boneyard answers at"),
    ],
)
@pytest.mark.parametrize("status", [200, 503])
async def test_health_asks_the_running_bot(
    answer: str, expected: int, printed: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    async def say(_request: web.Request) -> web.Response:
        return web.Response(text=answer, status=status)

    async with serve(say) as address:
        port = int(address.rpartition(":")[2])
        assert await maintenance.print_health(Settings(health_port=port)) == expected
        assert capsys.readouterr().out.startswith(printed)
    assert await maintenance.print_health(Settings(health_port=port)) == 1
    assert capsys.readouterr().out == (
        f"No Boneyard answers at http://127.0.0.1:{port}/health: check that it runs, and HEALTH_PORT and HEALTH_HOST.\n"
    )


def test_a_backup_is_restored(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "copy.gz"
    asyncio.run(write_to_database(folder, preferences.set_preferences, 11, Preferences(theme="light"), 1))
    assert call(capsys, "backup", str(file))[0] == 0
    assert call(capsys, "audit")[:2] == (
        0,
        "Every posting sums to zero, follows from its table's events, and every log is whole.\n",
    )
    monkeypatch.setenv("BONEYARD_DATA", str(folder / "other"))
    status, out, _ = call(capsys, "restore", str(file))
    assert (status, out.startswith("Restored "), "`boneyard restore FILE OLD`" in out) == (0, True, True)
    monkeypatch.setenv("BONEYARD_DATA", str(folder / "again"))
    asyncio.run(write_to_database(folder, erasure.erase, 11))
    status, out, _ = call(capsys, "restore", str(file), str(folder / "data/boneyard.db"))
    assert (status, "they had erased their data: 1." in out) == (0, True)
    assert call(capsys, "restore", str(file), str(folder / "nowhere"))[0] == ExitStatus.MISCONFIGURED
    file.write_bytes(b"nothing")
    monkeypatch.setenv("BONEYARD_DATA", str(folder / "third"))
    status, _, err = call(capsys, "restore", str(file))
    assert status == ExitStatus.MISCONFIGURED
    assert err.count("\n") == 1
    assert call(capsys, "restore", str(folder / "nowhere"))[0] == ExitStatus.MISCONFIGURED


def test_a_backup_replaces_nothing_but_a_backup(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody may take the argument for the file that is to be backed up, such as the database."""
    asyncio.run(make_database(folder))
    database, notes, empty = folder / "data" / "boneyard.db", folder / "notes.txt", folder / "empty"
    notes.write_text("keep me")
    empty.touch()
    for file in (database, notes):
        status, out, err = call(capsys, "backup", str(file))
        assert (status, out) == (ExitStatus.MISCONFIGURED, "")
        assert err == f"{file} is there already, and is no backup: name another file.\n"
    assert notes.read_text() == "keep me"
    for _ in range(2):
        assert call(capsys, "backup", str(empty))[0] == ExitStatus.OK


def scramble(file: Path) -> None:
    """Overwrite the second half of a database."""
    with file.open("r+b") as raw:
        half = file.stat().st_size // 2
        raw.seek(half)
        raw.write(b"noise" * (half // 5))


def test_a_database_that_is_not_ours_or_damaged_ends_every_command_with_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    (folder / "data").mkdir()
    file = folder / "data" / "boneyard.db"
    file.touch()
    for command in ("run", "audit", "backup"):
        status, out, err = call(capsys, command)
        assert (status, out) == (ExitStatus.MISCONFIGURED, "")
        assert err.startswith(f"{file} is empty, so it is no database.") and err.count("\n") == 1
    assert file.stat().st_size == 0
    assert "FAIL  database" in call(capsys, "doctor")[1]
    file.unlink()
    asyncio.run(make_database(folder))
    scramble(file)
    status, out, _ = call(capsys, "audit")
    assert status in (ExitStatus.FAILED, ExitStatus.MISCONFIGURED)
    assert "Every posting" not in out
    assert "is damaged" in call(capsys, "doctor")[1]


@pytest.mark.parametrize("error", [RuntimeError("a log that makes no sense"), Unavailable("a part ended")])
def test_a_bot_that_ends_because_its_database_is_damaged_is_not_started_again(
    error: Exception, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_settings: Settings) -> None:
        raise error

    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setattr("bot.cli.run.run", fail)
    asyncio.run(make_database(folder))
    assert call(capsys, "run")[0] in (ExitStatus.FAILED, ExitStatus.UNAVAILABLE)
    scramble(folder / "data" / "boneyard.db")
    status, _, err = call(capsys, "run")
    assert status == ExitStatus.MISCONFIGURED
    assert err.endswith("is damaged: move it away with its -wal and -shm, and restore a backup.\n")


def test_a_file_too_large_or_too_deep_is_not_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "paper.json"
    for nonsense in ("[" * 100_000, "[]", json.dumps({"boneyard_table": export.FORMAT})):
        file.write_text(nonsense, "utf-8")
        assert main(["verify", str(file)]) == ExitStatus.MISCONFIGURED
        assert capsys.readouterr().err == f"{file} is not an exported table.\n"
    monkeypatch.setattr(verify, "MOST_BYTES", 1 << 20)
    for size, told in (
        (1 << 20, "is not an exported table."),
        ((1 << 20) + 1, "is larger than 1 MiB, the most that an exported table has."),
    ):
        file.write_bytes(b" " * size)
        assert main(["verify", str(file)]) == ExitStatus.MISCONFIGURED
        assert capsys.readouterr().err == f"{file} {told}\n"


def test_a_former_quota_that_is_still_set_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "mine.env").write_text("CREW_GUESTS=10\nMOST_TABLES=\n")
    monkeypatch.setenv("PERSON_TABLES", "7")
    main(["--env", str(folder / "mine.env"), "doctor"])
    named = [message for message in caplog.messages if "QUOTAS" in message]
    assert len(named) == 2
    assert "PERSON_TABLES changes nothing any more" in named[0]
    assert "CREW_GUESTS changes nothing any more" in named[1]


@pytest.mark.parametrize(("command", "name"), [("run", "boneyard.db"), ("play", "harbour.db")])
def test_a_second_bot_at_the_same_database_does_not_start(
    command: str, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two bots would post everything twice."""
    (folder / "data").mkdir()
    file = folder / "data" / name
    if command == "run":
        monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    else:
        file.write_bytes(b"the game of the first")
    monkeypatch.setenv("DISCORD_API_BASE", "http://127.0.0.1:9")
    monkeypatch.setenv("HARBOUR_PORT", "0")
    with closing(sqlite3.connect(f"{file}.lock", isolation_level=None)) as first:
        first.execute("BEGIN EXCLUSIVE")
        status, out, err = call(capsys, command)
    assert (status, out) == (ExitStatus.UNAVAILABLE, ""), (
        "a service that tries again starts once the first bot has ended"
    )
    assert err.startswith("Another Boneyard uses this database already")
    assert err.count("\n") == 1
    assert command == "run" or file.read_bytes() == b"the game of the first"

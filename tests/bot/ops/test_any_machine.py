"""A start on machines that lack something: folders of any name, no home, poor consoles, no time zones, a proxy."""

import asyncio
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import console
from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured, Settings, find_data_folder, find_misnamed_token, read
from bot.edge import client as connection
from bot.serving.login import login
from bot.store import Store
from bot.store.backups import backup as backups, kept_backups
from bot.store.backups.kept_backups import BackupSettings
from bot.store.database.sqlite_file import tighten_folder
from bot.store.processes.leases import hold_lease
from tests.architecture.tree import ROOT
from tests.left_out import MORE_CASES, mark_thorough

FOLDERS = [
    "my bones", "100%", "a%3Fb", "what? bones", "#1", "file:bones", ":memory:", "o'clock", 'the "mess"', "two\nlines",
    "骨", "&x=1", "[a]*", os.fsdecode(b"bones-\xff"), " spaces around ", "a@b:c", "-rf", "back\\slash",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, with no settings in the environment."""
    for name in Settings.__slots__:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.ops.logs.configure", lambda *_: None)
    return tmp_path


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("name", mark_thorough(FOLDERS, MORE_CASES, but=["骨"]))
def test_a_data_folder_of_any_name_is_the_one_that_was_typed(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BONEYARD_DATA", name)
    settings = read()
    assert settings.data == Path(name)

    async def use() -> None:
        async with await Store.open(settings.database) as store, hold_lease(store.engine):
            await kept_backups.make(store.engine, BackupSettings(str(settings.data)), 0, lambda _: {})

    asyncio.run(use())
    for command in ("backup", "audit", "doctor"):
        assert main([command]) == ExitStatus.OK, command
    out = capsys.readouterr().out
    assert name.encode("utf-8", "backslashreplace").decode() in out, "the output names the folder as it was typed"
    assert [path.name for path in folder.iterdir()] == [name]
    assert {path.name for path in (folder / name).iterdir()} >= {"boneyard.db", "boneyard.db.lock", "backups"}
    (made,) = (folder / name / "backups").glob("boneyard-scheduled-*")
    asyncio.run(backups.restore(made, Path(name, "restored", "boneyard.db")))
    assert (folder / name / "restored" / "boneyard.db").is_file()


def test_a_data_folder_may_stand_in_quotes_in_the_file_and_in_the_environment(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("BONEYARD_DATA=' two spaces '\n", "utf-8")
    assert read({}, file).data == Path(" two spaces ")
    assert read({"BONEYARD_DATA": "'my bones'\r"}, file).data == Path("my bones")
    assert read({"BONEYARD_DATA": " as typed"}, file).data == Path(" as typed")
    assert read({"BONEYARD_DATA": "  "}, Path(os.devnull)).data == find_data_folder()


def test_an_installed_package_keeps_data_where_the_platform_does(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_data_folder() == Path("data"), "in a clone"
    monkeypatch.setattr("bot.config.is_installed", lambda: True)
    monkeypatch.setenv("HOME", str(folder / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert (folder / "home") in find_data_folder().parents
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # no HOME, and no entry for the user
    assert find_data_folder() == Path("boneyard-data")
    (folder / "data").mkdir()
    (folder / "data" / "harbour.db").touch()
    assert find_data_folder() == Path("data"), "an earlier release began in that folder"


def test_a_user_without_a_home_may_own_the_data_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", dict[int, object]().__getitem__)
    (folder / "data").mkdir(mode=0o755)
    tighten_folder(Path("data"))
    assert (folder / "data").stat().st_mode & 0o777 == 0o700


def test_a_token_under_another_name_is_named_where_one_is_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "DISCORD_TOKN"
    monkeypatch.setenv(name, "abc.def")
    assert main(["run"]) == ExitStatus.MISCONFIGURED
    assert f"{name} is set, but Boneyard reads DISCORD_TOKEN: rename it." in capsys.readouterr().err
    main(["doctor"])
    out = capsys.readouterr().out
    assert f"{name} is set, but" in out
    assert "abc.def" not in out
    monkeypatch.setenv("DISCORD_TOKEN", "ghi")
    assert find_misnamed_token() == ""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8"])
def test_any_console_shows_every_character(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding))
    console.allow_every_character()
    print("a1b2… “bones” — é 骨 \udcff")
    assert console.shows_everything(sys.stdout) == (encoding == "utf-8")
    sys.stdout.flush()
    shown = raw.getvalue().decode(encoding)
    if encoding == "ascii":
        assert shown.startswith("a1b2\\u2026 \\u201cbones\\u201d") and shown.endswith("\\u9aa8 \\udcff\n")
    assert "bones" in shown


def test_an_export_on_a_poor_console_is_still_json(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.cli.export.shows_everything", lambda _: False)
    monkeypatch.setattr("bot.cli.export.build_export", lambda *_: {"players": ["Björn 骨"], "log": []})
    asyncio.run(_make_database(folder))
    assert main(["export", "1"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out)["players"] == ["Björn 骨"]


def test_the_text_of_a_table_at_which_nothing_was_played_has_no_empty_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.cli.export.build_export", lambda *_: {"log": []})
    asyncio.run(_make_database(folder))
    assert main(["export", "1", "--text"]) == 0
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "Nothing has been played at table 1.\n")


async def _make_database(folder: Path) -> None:
    async with await Store.open(folder / "data" / "boneyard.db"):
        pass


def test_a_python_without_the_packages_is_one_sentence(tmp_path: Path) -> None:
    """Somebody types `python` in a clone, but the packages are in `.venv`."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "tests.child", "bare", "bot", "doctor"],
        cwd=ROOT,
        env={**os.environ, "BONEYARD_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == ExitStatus.MISCONFIGURED
    assert "lacks the package discord. In a clone, type .venv/bin/python" in done.stderr
    assert done.stderr.count("\n") == 1


def test_time_zones_need_no_files_of_the_system() -> None:
    code = "from bot.people import quiet_hours; print(quiet_hours.find_zone('Australia/Hobart'))"
    environment = {**os.environ, "PYTHONTZPATH": ""}
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert found.stdout == "Australia/Hobart\n", found.stderr


@pytest.mark.parametrize(
    ("address", "environment", "proxy"),
    [
        ("https://discord.com/api/v10", {"HTTPS_PROXY": "http://proxy:3128"}, "http://proxy:3128"),
        ("https://discord.com/api/v10", {"https_proxy": "proxy:3128"}, "http://proxy:3128"),
        ("https://discord.com/api/v10", {"HTTPS_PROXY": "http://proxy:3128", "NO_PROXY": ".discord.com"}, None),
        ("https://discord.com/api/v10", {"HTTP_PROXY": "http://proxy:3128"}, None),
        ("http://127.0.0.1:8420/api", {"HTTP_PROXY": "http://proxy:3128"}, None),
        ("http://localhost:8420/api", {"HTTP_PROXY": "http://proxy:3128"}, None),
        ("https://discord.com/api/v10", {}, None),
    ],
)
def test_the_usual_names_of_a_proxy_are_read(
    address: str, environment: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "no_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert connection.find_proxy(address) == proxy


async def test_discord_is_asked_through_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readuntil(b"\r\n\r\n")).decode().splitlines()[0])
        writer.write(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}")
        await writer.drain()
        writer.close()

    proxy = await asyncio.start_server(refuse, "127.0.0.1", 0)
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}")
    monkeypatch.setenv("NO_PROXY", "")
    api = "http://discord.example/api/v10"
    client = connection.make(connection.Addresses(api, "ws://discord.example/"))
    with pytest.raises(Misconfigured, match="does not know this DISCORD_TOKEN"):
        await login(client, Settings(discord_token="a.b.c", discord_api_base=api))
    assert asked == [f"GET {api}/users/@me HTTP/1.1"]
    await client.close()
    proxy.close()
    await proxy.wait_closed()


async def test_a_proxy_that_cannot_be_used_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "socks5://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", "")
    api = "http://discord.example/api/v10"
    client = connection.make(connection.Addresses(api, "ws://discord.example/"))
    with pytest.raises(Misconfigured, match="HTTPS_PROXY must name a proxy that begins with http://"):
        await login(client, Settings(discord_token="a.b.c", discord_api_base=api))
    await client.close()

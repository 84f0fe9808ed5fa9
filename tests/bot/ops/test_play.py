"""`play` opens its page in the browser once a table is laid out, unless it is told not to."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from functools import partial
from ipaddress import IPv4Network
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import run
from bot.cli.exit_status import ExitStatus
from bot.config import Settings
from harbour.page import house as houses
from tests.child import make_app
from tests.harbour.house import find_own_address
from tests.left_out import LONGER, MORE_CASES, mark_thorough


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that `play` prints, which is stopped once a table is ready."""
    stop, lines = asyncio.Event(), list[str]()

    @contextlib.asynccontextmanager
    async def stopped_by_hand() -> AsyncIterator[asyncio.Event]:
        yield stop

    def print_and_stop(*more: str) -> None:
        lines.extend(more)
        if "is ready" in more[-1]:
            stop.set()

    for name in Settings.__slots__:
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in {"BONEYARD_DATA": str(tmp_path / "data"), "HARBOUR_PORT": "0", "LOG_LEVEL": "WARNING",
                        "DATABASE_URL": "sqlite:///other.db"}.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.ops.logs.configure", lambda *_: None)
    monkeypatch.setattr(run, "catch_stop_signals", stopped_by_hand)
    monkeypatch.setattr(run, "_print", print_and_stop)
    return lines


@pytest.mark.thorough(LONGER)
def test_a_house_gets_a_code_and_an_empty_table(printed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    address = find_own_address()
    monkeypatch.setattr(houses, "NETWORKS", [IPv4Network(f"{address}/32")])
    assert main(["play", "--no-browser", "--house", address], partial(make_app, "house")) == ExitStatus.OK
    text = "\n".join(printed)
    assert re.search(rf"open http://{address}:\d+/ and type [2-9A-Z]{{8}} within ten minutes", text)
    assert "The board for the room: " in text and "without\nencryption" in text
    assert text.count("/?as=") == 1, "no robot's friend stands by"
    assert "A table is ready: press Join on each phone" in text


@pytest.mark.parametrize("address", ["8.8.8.8", "0.0.0.0"])
def test_a_house_is_at_a_private_address(address: str, printed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--house", address], partial(make_app, "house")) == ExitStatus.MISCONFIGURED
    assert (
        f"need a private address of this computer, such as 192.168.1.5, and {address} was found"
        in capsys.readouterr().err
    )


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize(
    ("arguments", "opens"),
    mark_thorough(
        [((), True), (("play",), True), (("play", "--no-browser"), False)],
        MORE_CASES,
        but=[((), True)],
    ),
)
def test_the_page_is_opened_unless_the_player_says_no(
    arguments: tuple[str, ...], opens: bool, tmp_path: Path, printed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    async def open_page(address: str) -> None:
        opened.append(address)

    monkeypatch.setattr(run, "open_page", open_page)

    assert main(arguments, partial(make_app, "play")) == ExitStatus.OK
    assert "DATABASE_URL is for the bot on Discord: without DISCORD_TOKEN it is ignored." in printed
    assert not (tmp_path / "other.db").exists()
    addresses = [line.rpartition(" ")[2] for line in printed if "/?as=" in line]
    assert len(addresses) == 4
    assert len(opened) == opens
    for address in opened:  # it holds a ticket, and not the key of the page
        assert address.startswith(addresses[0].partition("?")[0] + "?open=")

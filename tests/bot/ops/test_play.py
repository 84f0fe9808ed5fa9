"""`play` opens its page in the browser once a table is laid out, unless it is told not to."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import run
from bot.cli.exit_status import ExitStatus
from bot.config import Settings
from tests.child import make_app
from tests.left_out import MORE_CASES, mark_thorough


@pytest.mark.parametrize(
    ("arguments", "opens"),
    mark_thorough(
        [((), True), (("play",), True), (("play", "--no-browser"), False)],
        MORE_CASES,
        but=[((), True)],
    ),
)
def test_the_page_is_opened_unless_the_player_says_no(
    arguments: tuple[str, ...], opens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, printed, opened = asyncio.Event(), list[str](), list[str]()

    @contextlib.asynccontextmanager
    async def stopped_by_hand() -> AsyncIterator[asyncio.Event]:
        yield stop

    def print_and_stop(*lines: str) -> None:
        printed.extend(lines)
        if "is ready" in lines[-1]:
            stop.set()

    async def open_page(address: str) -> None:
        opened.append(address)

    for name in Settings.__slots__:
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in {"BONEYARD_DATA": str(tmp_path / "data"), "HARBOUR_PORT": "0", "LOG_LEVEL": "WARNING"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.ops.logs.configure", lambda *_: None)
    monkeypatch.setattr(run, "catch_stop_signals", stopped_by_hand)
    monkeypatch.setattr(run, "_print", print_and_stop)
    monkeypatch.setattr(run, "open_page", open_page)

    assert main(arguments, partial(make_app, "play")) == ExitStatus.OK
    addresses = [line.rpartition(" ")[2] for line in printed if "/?as=" in line]
    assert len(addresses) == 4
    assert len(opened) == opens
    for address in opened:  # it holds a ticket, and not the key of the page
        assert address.startswith(addresses[0].partition("?")[0] + "?open=")

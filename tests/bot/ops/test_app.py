"""Failed starts and lost connections: a sentence to the host if another start would fail too, otherwise an error."""

import asyncio
import logging
import socket
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest

from bot.__main__ import build_parser
from bot.cli import commands
from bot.cli.run import make_harbour_settings
from bot.config import Misconfigured, Settings, Unavailable
from bot.edge.router import Router
from bot.ports import DeliveryError
from bot.serving.app import App
from bot.serving.login import stay_connected
from bot.store import Store
from harbour import Harbour
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.admin import invite_bot, remove_bot
from tests.chance import SeededChance
from tests.injected_faults import Fault, inject_fault
from tests.left_out import LONGER, MORE_CASES, mark_thorough


@dataclass
class ClosedSocket:
    """The socket of a connection that Discord closed."""

    close_code: int


def make_close_error(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(cast(Any, ClosedSocket(code)), shard_id=None, code=code)


def make_client(error: Exception | None) -> discord.Client:
    """A client whose connection ends with an error, or by itself."""
    return cast(discord.Client, SimpleNamespace(connect=AsyncMock(side_effect=error)))


@pytest.mark.parametrize(
    ("code", "sentence"), [(4004, "DISCORD_TOKEN"), (4011, "SHARDS"), (4012, "a newer one"), (4013, "a newer one")]
)
async def test_a_fault_that_only_the_host_can_fix_is_told_in_a_sentence(code: int, sentence: str) -> None:
    with pytest.raises(Misconfigured, match=sentence):
        await stay_connected(make_client(make_close_error(code)))


async def test_any_other_close_stays_an_error() -> None:
    for error in (make_close_error(4000), ZeroDivisionError()):
        with pytest.raises(type(error)):
            await stay_connected(make_client(error))
    with pytest.raises(Unavailable):
        await stay_connected(make_client(None))


async def test_the_bot_stops_even_while_discord_is_silent(tmp_path: Path) -> None:
    async with Harbour() as harbour, await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        silence = inject_fault(harbour, Fault("GET", "/users/@me", hold=True))
        stop = asyncio.Event()
        running = asyncio.create_task(
            App(make_harbour_settings(Settings(), harbour), store, chance=SeededChance("silence")).run(stop)
        )
        await harbour.state.signal.wait_until(lambda: silence.hits, DEFAULT_TIMEOUT_S, "a login")
        assert not running.done()
        stop.set()
        await asyncio.wait_for(running, DEFAULT_TIMEOUT_S)


class Ear(logging.Handler):
    """Hears the lines of the bot's log."""

    def __init__(self, harbour: Harbour) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._signal = harbour.state.signal

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
        self._signal.notify()

    async def wait_for(self, beginning: str) -> str:
        """Wait for a line that begins like this, and forget all lines."""

        def find() -> str | None:
            return next((line for line in self.lines if line.startswith(beginning)), None)

        found = await self._signal.wait_until(find, DEFAULT_TIMEOUT_S, beginning)
        self.lines.clear()
        return found


@pytest.mark.thorough(LONGER)
async def test_a_start_names_its_servers_and_prints_the_invitation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot")
    async with Harbour() as harbour, await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        ear = Ear(harbour)
        monkeypatch.setattr(logging.getLogger("bot"), "handlers", [ear])
        app = App(make_harbour_settings(Settings(), harbour), store, chance=SeededChance("servers"))
        stop = asyncio.Event()
        running = asyncio.create_task(app.run(stop))
        invitation = f"https://discord.com/oauth2/authorize?client_id={harbour.state.application_id}&scope=bot+app"
        line = await ear.wait_for("Boneyard is in ")
        assert line.startswith(f"Boneyard is in Mess deck. Another server invites it at {invitation}")
        stop.set()
        await running

        remove_bot(harbour)
        stop.clear()
        running = asyncio.create_task(app.run(stop))
        line = await ear.wait_for("No server ")
        assert f"it waits. Open this address and choose a server: {invitation}" in line
        invite_bot(harbour)
        await ear.wait_for("Mess deck has invited Boneyard")
        stop.set()
        await running


@pytest.mark.thorough(LONGER)
async def test_a_token_that_is_reset_ends_the_bot_with_a_sentence(tmp_path: Path) -> None:
    async with Harbour() as harbour, await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        stop, ready = asyncio.Event(), asyncio.Event()
        app = App(make_harbour_settings(Settings(), harbour), store, chance=SeededChance("reset"))
        running = asyncio.create_task(app.run(stop, ready))
        await asyncio.wait_for(ready.wait(), DEFAULT_TIMEOUT_S)
        inject_fault(harbour, Fault("GET|POST|PATCH|PUT|DELETE", "/.*", status=401, times=1_000))
        assert app.parts is not None
        with pytest.raises(DeliveryError):
            await app.parts.outbox.messenger.open_dm(5)
        with pytest.raises(Misconfigured, match=r"copy it anew from the application's page \(Bot, Reset Token\)"):
            await asyncio.wait_for(running, DEFAULT_TIMEOUT_S)


async def test_a_stop_first_answers_the_commands_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopping, stop_router = asyncio.Event(), Router.stop

    async def note_stop(router: Router) -> None:
        stopping.set()
        await stop_router(router)

    monkeypatch.setattr(Router, "stop", note_stop)
    async with Harbour() as harbour, await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        bear = harbour.add_user("Bear")
        stop = asyncio.Event()
        app = App(make_harbour_settings(Settings(), harbour), store, chance=SeededChance("app"), pieces=dict)
        running = asyncio.create_task(app.run(stop))
        await harbour.wait_for_commands()
        await harbour.wait_for_bot()
        answering = inject_fault(harbour, Fault("PATCH", "/webhooks/.*", hold=True))
        asked = await bear.slash("hand show")
        await harbour.state.signal.wait_until(lambda: answering.hits, DEFAULT_TIMEOUT_S, "an answer under way")
        stop.set()
        await asyncio.wait_for(stopping.wait(), DEFAULT_TIMEOUT_S)
        answering.release()
        assert "no table here" in (await asked.message()).content
        assert b'boneyard_acts_total{act="hand show"} 1.0' in app.metrics.format_text()
        await asyncio.wait_for(running, DEFAULT_TIMEOUT_S)


async def ask_health(port: int) -> tuple[int, dict[str, bool]]:
    """Ask for `/health`; returns the status and the checks."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/health") as answer:
        return answer.status, await answer.json()


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize(
    "name",
    mark_thorough(["store-writer", "clocks", "heartbeat", "tally", "gateway"], MORE_CASES, but=["store-writer"]),
)
async def test_a_part_that_ends_by_itself_ends_the_process_with_a_status_that_starts_it_again(
    name: str, tmp_path: Path
) -> None:
    """The harbour holds an answer back, so the process still runs when the test asks for `/health`."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with Harbour() as harbour:
        bear = harbour.add_user("Bear")
        at = Settings(health_port=port, database_url=f"sqlite:///{tmp_path}/a.db")
        settings = make_harbour_settings(at, harbour)
        make = partial(App, chance=SeededChance("parts"))
        running = asyncio.create_task(commands.run_command(build_parser().parse_args(["run"]), settings, make))
        await harbour.wait_for_commands()
        await harbour.wait_for_bot()
        answering = inject_fault(harbour, Fault("PATCH", "/webhooks/.*", hold=True))
        await bear.slash("hand show")
        await harbour.state.signal.wait_until(lambda: answering.hits, DEFAULT_TIMEOUT_S, "an answer under way")
        (part,) = [task for task in asyncio.all_tasks() if task.get_name() == name]
        part.cancel()
        await asyncio.wait({part})
        if name != "gateway":
            status, state = await ask_health(port)
            assert (status, state["tasks"], state["clocks"]) == (503, False, True)
        answering.release()
        with pytest.raises(Unavailable):
            await asyncio.wait_for(running, DEFAULT_TIMEOUT_S)

"""Fixtures: a harbour, a real discord.py client connected to it, and direct requests to the REST API."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands

from harbour import Harbour, Person
from harbour.base.json_types import JsonValue
from harbour.base.signal import Signal
from tests.harbour.browser import Browser
from tests.harbour.description import load_description

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


def png(width: int = 300, height: int = 120) -> bytes:
    """A PNG whose header has this size. Different sizes give different bytes."""
    return PIXEL[:16] + width.to_bytes(4, "big") + height.to_bytes(4, "big") + PIXEL[24:]


def point_at(harbour: Harbour) -> None:
    """Point discord.py at a harbour."""
    discord.http.Route.BASE = harbour.api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(harbour.gateway_url)
    setattr(discord.Asset, "BASE", harbour.cdn_base)  # noqa: B010 - the library types it as a literal


class Bot(discord.Client):
    """An unmodified discord.py client, except that it does not wait five seconds before identifying again."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("intents", discord.Intents(guilds=True))
        super().__init__(**options)
        self.tree = app_commands.CommandTree(self)
        self.messages: list[discord.Message] = []
        self.came_up = asyncio.Event()
        self.signal = Signal()
        self.resumed = asyncio.Event()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        pass

    async def setup_hook(self) -> None:
        if self.tree.get_commands():
            await self.tree.sync()

    async def on_socket_event_type(self, name: str) -> None:
        # There is only one guild, so the bot is up now. The library would wait two seconds for more guilds.
        if name == "GUILD_CREATE":
            self.came_up.set()

    async def on_message(self, message: discord.Message) -> None:
        self.messages.append(message)
        self.signal.notify()

    async def on_resumed(self) -> None:
        self.resumed.set()


async def room(bot: discord.Client, harbour: Harbour) -> discord.TextChannel:
    """The harbour's channel, as the client knows it."""
    channel = bot.get_channel(int(harbour.channel.id))
    assert isinstance(channel, discord.TextChannel)
    return channel


Start = Callable[..., Awaitable[Bot]]
Ask = Callable[..., Awaitable[tuple[int, JsonValue]]]


@pytest.fixture
async def harbour() -> AsyncIterator[Harbour]:
    async with Harbour() as here:
        yield here
        assert here.failures == [], "a bug in the harbour itself"
        assert load_description().differences(here.requests) == []


@pytest.fixture
def bear(harbour: Harbour) -> Person:
    return harbour.add_user("Bear")


@pytest.fixture
def bull(harbour: Harbour) -> Person:
    return harbour.add_user("Bull")


@pytest.fixture
async def start(harbour: Harbour) -> AsyncIterator[Start]:
    """Function that connects a bot and waits until it is ready. Bots are closed after the test."""
    running: list[tuple[Bot, asyncio.Task[None]]] = []

    async def run(bot: Bot | None = None) -> Bot:
        point_at(harbour)
        bot = bot or Bot()
        task = asyncio.create_task(bot.start(harbour.token))
        running.append((bot, task))
        ready = asyncio.create_task(bot.came_up.wait())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            ready.cancel()
            await task
        return bot

    yield run
    for bot, task in running:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def ask(harbour: Harbour) -> AsyncIterator[Ask]:
    """Function that sends a request to the REST API and returns the status and the JSON."""
    async with aiohttp.ClientSession() as session:

        async def request(
            method: str, path: str, body: JsonValue = None, *, token: str | None = None
        ) -> tuple[int, JsonValue]:
            headers = {"Authorization": f"Bot {token or harbour.token}"}
            async with session.request(method, harbour.api_base + path, json=body, headers=headers) as response:
                return response.status, (await response.json() if response.status != 204 else None)

        yield request


def complaints(answer: JsonValue, *path: str) -> list[str]:
    """Error codes that a 400 reports for a field of the body."""
    assert answer["code"] == 50035, answer
    node = answer["errors"]
    for step in path:
        node = node[step]
    return [error["code"] for error in node["_errors"]]


@pytest.fixture(scope="session")
def one_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The browser of all modules, since one takes seconds to start."""
    browser = Browser.open(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def browser(one_browser: Browser) -> Browser:
    """A browser as wide as a phone, as if it had just been started."""
    one_browser.renew()
    return one_browser


@pytest.fixture
async def window(browser: Browser) -> AsyncIterator[Browser]:
    """The browser. Its console must be empty after the test."""
    yield browser
    if shots := os.environ.get("SCREENSHOTS"):
        name = os.environ["PYTEST_CURRENT_TEST"].split("::")[-1].split(" ")[0]
        await browser.save_screenshot(Path(shots) / f"{name}.png")
    await browser.go("about:blank")
    assert await browser.complaints() == [], "the browser's console is not empty"

"""What ends a start and a connection: being told to stop, a sentence where starting again would end alike, an error."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from bot.app import App, refuse
from bot.config import Misconfigured, Settings
from bot.edge.router import Router
from bot.store.store import Store
from harbour import Harbour
from harbour.signal import DEFAULT_TIMEOUT_S


@dataclass
class Line:
    """A line that Discord closed."""

    close_code: int


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(cast(Any, Line(code)), shard_id=None, code=code)


@pytest.mark.parametrize(
    ("code", "said"), [(4004, "DISCORD_TOKEN"), (4011, "SHARDS"), (4012, "a newer one"), (4013, "a newer one")]
)
def test_what_only_the_host_can_mend_is_a_sentence(code: int, said: str) -> None:
    with pytest.raises(Misconfigured, match=said):
        refuse(closed(code))


def test_anything_else_is_what_it_is() -> None:
    with pytest.raises(discord.ConnectionClosed):
        refuse(closed(4000))
    with pytest.raises(ZeroDivisionError):
        refuse(ZeroDivisionError())
    refuse(None)


async def test_who_is_told_to_stop_while_discord_is_silent_stops(tmp_path: Path) -> None:
    async with Harbour() as harbour, await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        silence = harbour.fault("GET", "/users/@me", hold=True)
        settings = Settings(discord_token=harbour.token, discord_api_base=harbour.api_base)
        stop = asyncio.Event()
        running = asyncio.create_task(App(settings, store).run(stop))
        await harbour.state.signal.wait_until(lambda: silence.hits, DEFAULT_TIMEOUT_S, "a login")
        assert not running.done()
        stop.set()
        await asyncio.wait_for(running, DEFAULT_TIMEOUT_S)


async def test_what_is_under_way_is_answered_before_discord_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping, stop_router = asyncio.Event(), Router.stop

    async def stopped(router: Router) -> None:
        stopping.set()
        await stop_router(router)

    monkeypatch.setattr(Router, "stop", stopped)
    async with Harbour() as harbour, await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        bear = harbour.add_user("Bear")
        settings = Settings(
            discord_token=harbour.token,
            discord_api_base=harbour.api_base,
            discord_gateway=harbour.gateway_url,
            shards=1,
        )
        stop = asyncio.Event()
        app = App(settings, store, pieces=dict)
        running = asyncio.create_task(app.run(stop))
        await harbour.commands_registered()
        answering = harbour.fault("PATCH", "/webhooks/.*", hold=True)
        asked = await bear.slash("hand show")
        await harbour.state.signal.wait_until(lambda: answering.hits, DEFAULT_TIMEOUT_S, "an answer under way")
        stop.set()
        await asyncio.wait_for(stopping.wait(), DEFAULT_TIMEOUT_S)
        answering.release()
        assert "no table here" in (await asked.message()).content
        await asyncio.wait_for(running, DEFAULT_TIMEOUT_S)

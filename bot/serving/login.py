"""Logs in to Discord, and translates the errors by which Discord refuses the login or a later connection."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import discord

from bot.config import Misconfigured, Settings, Unavailable

TOO_OLD = "Discord does not speak with this release of Boneyard any more; take a newer one."
HUNG_UP = "The connection to Discord ended; start again."
LOGGED_IN_WITHIN: Final = 30.0
"""Seconds that a login may take."""
UNAUTHORIZED: Final = 401
UNKNOWN_TOKEN = "Discord does not know this DISCORD_TOKEN; copy it anew from the application's page (Bot, Reset Token)."


async def do_until_first(*works: Coroutine[None, None, object]) -> None:
    """Do these works side by side until one ends, and cancel the others. Raises the error of the one that ended; of
    several, the first counts."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await next(task for task in tasks if task.done())
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def set_when_ready(client: discord.Client, ready: asyncio.Event) -> None:
    """Set `ready` once the connection knows its servers."""
    await client.wait_until_ready()
    ready.set()


async def watch_token(client: discord.Client, refused: asyncio.Event) -> None:
    """Raise Misconfigured once Discord no longer knows the token.

    `refused` says that it has refused a request with it; then Discord is asked once more.
    """
    while True:
        await refused.wait()
        refused.clear()
        try:
            await client.http.request(discord.http.Route("GET", "/users/@me"))
        except discord.HTTPException as error:
            if error.status == UNAUTHORIZED:
                raise Misconfigured(UNKNOWN_TOKEN) from None
        except (aiohttp.ClientError, OSError):
            continue


async def login(client: discord.Client, settings: Settings) -> None:
    """Log in. Raises Misconfigured if the login can never succeed, Unavailable if it may succeed later."""
    proxy = client.http.proxy
    if proxy and urlsplit(proxy).scheme not in ("http", "https"):
        raise Misconfigured(
            "HTTPS_PROXY must name a proxy that begins with http:// or https://; no other kind is used."
        )
    try:
        async with asyncio.timeout(LOGGED_IN_WITHIN):
            await client.login(settings.discord_token)
    except discord.LoginFailure:
        raise Misconfigured(UNKNOWN_TOKEN) from None
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise Unavailable(
                f"Discord at {settings.discord_api_base} answers {error.status}: it takes no logins at present. "
                "Discord's status page may say why."
            ) from None
        raise Misconfigured(f"Discord at {settings.discord_api_base} refused the login: {error.status}.") from None
    except (aiohttp.ClientError, OSError) as error:
        silent = f"it did not answer within {LOGGED_IN_WITHIN:g} seconds"
        reason = silent if isinstance(error, TimeoutError) else str(error) or type(error).__name__
        route = " through HTTPS_PROXY" if proxy else ""
        raise Unavailable(
            f"Discord at {settings.discord_api_base} cannot be reached{route}: {reason}. "
            "Look at the machine's DNS, its network, and HTTPS_PROXY if it needs a proxy."
        ) from None


async def stay_connected(client: discord.Client) -> None:
    """Connect to the gateway until cancelled. Raises Unavailable if the connection ends, and Misconfigured if a new
    start cannot help."""
    try:
        with suppress(asyncio.CancelledError):
            await asyncio.create_task(client.connect(), name="gateway")
    except discord.ConnectionClosed as error:
        if sentence := _HOPELESS.get(error.code or 0):
            raise Misconfigured(sentence) from None
        raise
    raise Unavailable(HUNG_UP)


_HOPELESS: Final = {
    4004: UNKNOWN_TOKEN,
    4011: "Discord wants more connections for so many servers; raise SHARDS, or set it to 0.",
    4012: TOO_OLD,
    4013: TOO_OLD,
}
"""The host's next step, by the code with which Discord closes a connection."""

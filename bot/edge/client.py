"""The gateway connection: discord.py's client with the one intent that the bot needs."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import aiohttp
import discord

from bot.edge import discord_compat

log = logging.getLogger(__name__)

INTENTS = discord.Intents(guilds=True)
"""Servers and channels, nothing privileged: no member lists, no presences, no message contents."""

Receive = Callable[[discord.Interaction], Awaitable[None]]


class Alive:
    """Tracks which gateway connections are up."""

    def __init__(self) -> None:
        self._lines: dict[int, bool] = {}

    def hears(self, shard: int, yes: bool) -> None:
        """Note that a connection came up or went down."""
        self._lines[shard] = yes

    def __bool__(self) -> bool:
        return bool(self._lines) and all(self._lines.values())


class _Listening(discord.Client):
    """The part that both kinds of client share."""

    def listen(self, receive: Receive) -> None:
        """Pass every interaction to `receive`."""
        self.receive = receive
        self.alive = Alive()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self.receive(interaction)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        log.exception("a Discord event could not be handled: %s", event_method)


class Single(_Listening):
    """One connection for all servers."""

    async def on_connect(self) -> None:
        self.alive.hears(0, True)

    async def on_resumed(self) -> None:
        self.alive.hears(0, True)

    async def on_disconnect(self) -> None:
        self.alive.hears(0, False)


class Sharded(_Listening, discord.AutoShardedClient):
    """Several connections, one per shard."""

    async def on_shard_connect(self, shard_id: int) -> None:
        self.alive.hears(shard_id, True)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.alive.hears(shard_id, True)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.alive.hears(shard_id, False)


Client = Single | Sharded


def make(
    api: str,
    gateway: str,
    cdn: str = "",
    shards: int = 1,
    ids: Collection[int] = (),
    trace: aiohttp.TraceConfig | None = None,
) -> Client:
    """Make a client for the Discord at these addresses. Call `listen` before it connects.

    With 0 `shards`, Discord says how many; 1 is a single connection. `ids` are those of this client; none means all.
    `trace` sees each of its requests.
    """
    discord_compat.point_at(api, gateway, cdn)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    options: dict[str, Any] = {
        "intents": INTENTS,
        "max_messages": None,
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "chunk_guilds_at_startup": False,
        "guild_ready_timeout": 0.2,
        "allowed_mentions": discord.AllowedMentions.none(),
        "http_trace": trace,
    }
    if shards == 1:
        return Single(**options)
    if shards:
        options["shard_count"] = shards
    if ids:
        options["shard_ids"] = sorted(ids)
    return Sharded(**options)

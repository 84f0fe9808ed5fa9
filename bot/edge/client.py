"""The gateway connection: discord.py's client with the one intent that the bot needs."""

import asyncio
import ipaddress
import logging
import re
import time
import urllib.request
from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, NamedTuple

import discord
import yarl
from aiohttp import ClientHandlerType, ClientMiddlewareType, ClientRequest, ClientResponse

from bot.edge import discord_compat
from bot.edge.reachability import Reachability
from bot.edge.steady_clock import SteadyClock
from bot.edge.sync import Registration
from bot.ports.messenger import Place
from bot.services.places import PlaceService, Server
from bot.wording import choose_language

log = logging.getLogger(__name__)

INTENTS = discord.Intents(guilds=True)
"""Servers and channels. The bot needs no privileged intent (member lists, presences, message contents)."""

_ANSWER = re.compile(r"/(interactions|webhooks|emojis)(/|$)")
"""Matches the paths of requests that answer an interaction, and of emojis."""
_UNCOUNTED = re.compile(r"/(interactions|webhooks)/")
"""Matches the paths of requests that do not count among those that Discord allows the application in a second."""

Receive = Callable[[discord.Interaction], Awaitable[None]]

RESUMED_WITHIN: Final = 30.0
"""Seconds in which a lost gateway connection usually comes back. Discord cuts connections now and then."""

Permit = Callable[[bool, bool], AbstractAsyncContextManager[None]]
"""Waits until this process may make a request, which is made in the context.

The first argument is True for a request that must wait while the database is away. It is False for a request that goes
ahead even then: a GET, an answer to an interaction, or a change of the application's emojis. The second is True for a
request that counts among those that Discord allows the application in a second.
"""

TakeTurn = Callable[[int], Awaitable[None]]
"""Waits until a connection may identify, in one of the lanes that Discord counts by itself."""


class ConnectionStates:
    """The state of each gateway connection: up or down. As a bool, this is True if all are up."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic) -> None:
        self._read_time = read_time
        self._down_since: dict[int, float | None] = {}
        """By connection, the time at which it went down; None while it is up."""

    def note(self, shard: int, up: bool) -> None:
        """Note that a connection came up or went down."""
        if up:
            self._down_since[shard] = None
        elif self._down_since.get(shard) is None:
            self._down_since[shard] = self._read_time()

    def __bool__(self) -> bool:
        return bool(self._down_since) and not any(since is not None for since in self._down_since.values())

    @property
    def serves(self) -> bool:
        """True if at least one connection is known, and none has been down for long."""
        down = [since for since in self._down_since.values() if since is not None]
        return bool(self._down_since) and all(self._read_time() - since < RESUMED_WITHIN for since in down)


class _BaseClient(discord.Client):
    """The base of both kinds of client."""

    def __init__(self, clock: SteadyClock | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.clock = clock
        """The clock that gets the date of each answer from Discord."""
        self.registration = Registration()
        """The state of the bot's commands at Discord."""
        self.take_turn: TakeTurn | None = None
        """Set if other processes identify for the same application."""

    def listen(self, receive: Receive, places: PlaceService) -> None:
        """Pass every interaction to `receive`, and every change of a server, channel or thread to `places`."""
        self.receive = receive
        self.places = places
        self.connections = ConnectionStates()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this connection may identify, and until Discord allows the bot another start of a session."""
        if self.take_turn is None:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        limit = (await self.http.get_bot_gateway())[2]
        if limit["remaining"] < 1:
            log.critical("Discord allows no further connection for %.0f s", wait := limit["reset_after"] / 1000)
            await asyncio.sleep(wait)
        await self.take_turn((shard_id or 0) % limit["max_concurrency"])

    def dispatch(self, event: str, /, *args: object, **kwargs: object) -> None:
        """Hand an event to its listener. Drop events after the client was closed, because no event loop runs then."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.places.lose_server(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.places.close_place(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.places.close_place(payload.thread_id, thread=True)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        log.info("%s has invited Boneyard: type /table open there", guild.name)
        await self._regain(guild)
        channel = find_main_channel(guild)
        if channel is not None and guild.me.joined_at is not None:
            language = choose_language(str(guild.preferred_locale))
            await self.places.greet(Place(channel.id, guild.id), int(guild.me.joined_at.timestamp()), language)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._regain(guild)

    async def _regain(self, guild: discord.Guild) -> None:
        if not guild.unavailable:
            await self.places.regain_server(guild.id, describe_server(guild))

    async def on_thread_update(
        self, _: object, changed: discord.Thread | discord.abc.GuildChannel | discord.Role
    ) -> None:
        await self._try_again(changed.guild)

    on_guild_channel_update = on_guild_role_update = on_thread_update

    async def on_member_update(self, _: object, member: discord.Member) -> None:
        if member == member.guild.me:
            await self._try_again(member.guild)

    async def _try_again(self, guild: discord.Guild) -> None:
        """Try refused messages again where the bot may write now."""
        if not guild.unavailable:
            await self.places.try_again(guild.id, describe_server(guild).writable)

    async def _survey(self, is_served: Callable[[int], bool]) -> None:
        """Compare the tables with the servers, channels and threads that a new connection lists."""
        servers = {guild.id: None if guild.unavailable else describe_server(guild) for guild in self.guilds}
        await self.places.survey(servers, is_served)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self.receive(interaction)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        log.exception("a Discord event could not be handled: %s", event_method)


class SingleClient(_BaseClient):
    """One connection for all servers."""

    async def on_ready(self) -> None:
        await self._survey(lambda guild: True)

    async def on_connect(self) -> None:
        self.connections.note(0, True)

    on_resumed = on_connect

    async def on_disconnect(self) -> None:
        self.connections.note(0, False)


class ShardedClient(_BaseClient, discord.AutoShardedClient):
    """Several connections, one per shard."""

    async def close(self) -> None:
        """Close everything. Before a login there are no connections, and discord.py cannot close those."""
        await (super().close() if self.http.token else self.http.close())

    async def on_shard_ready(self, shard_id: int) -> None:
        count = self.shard_count or 1
        await self._survey(lambda guild: (guild >> 22) % count == shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        self.connections.note(shard_id, True)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.connections.note(shard_id, False)


def describe_server(guild: discord.Guild) -> Server:
    """Describe a server: its channels and threads, and those in which the bot may post with pictures."""
    places: list[discord.abc.GuildChannel | discord.Thread] = [*guild.channels, *guild.threads]
    return Server({place.id for place in places}, {place.id for place in places if _may_post(place, guild.me)})


def find_main_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Find the channel in which to greet a server; None if the bot may post in none.

    It is the channel for Discord's own notices, or else the uppermost one in which the bot may post.
    """
    system = guild.system_channel
    channels = [*([] if system is None else [system]), *guild.text_channels]
    return next((channel for channel in channels if _may_post(channel, guild.me)), None)


def _may_post(place: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    granted = place.permissions_for(member)
    may_send = granted.send_messages_in_threads if isinstance(place, discord.Thread) else granted.send_messages
    return granted.view_channel and may_send and granted.attach_files


Client = SingleClient | ShardedClient


def find_proxy(api: str) -> str | None:
    """Find the address of the proxy through which this machine reaches Discord's API; None if there is none.

    It is set by HTTPS_PROXY and NO_PROXY, as usual. A Discord on this machine, such as the page's, needs no proxy.
    """
    host = yarl.URL(api).host or ""
    if host == "localhost" or _is_loopback(host) or urllib.request.proxy_bypass(host):
        return None
    proxy = urllib.request.getproxies().get(yarl.URL(api).scheme, "").strip()
    if not proxy:
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Addresses(NamedTuple):
    """The URLs of a Discord."""

    api: str
    gateway: str
    cdn: str = ""


def make(
    discord_at: Addresses,
    shards: int = 1,
    ids: Collection[int] = (),
    permit: Permit | None = None,
    clock: SteadyClock | None = None,
    reachability: Reachability | None = None,
) -> Client:
    """Make a client for the Discord at some addresses. Call `listen` before it connects.

    `shards` is the number of connections; with 0, Discord sets it. `ids` are this client's shards; empty means all.
    Each request waits for `permit`. `clock` gets the date of each answer, and `reachability` follows the requests.
    """
    discord_compat.point_at(*discord_at)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    middlewares: list[ClientMiddlewareType] = [
        follower.follow for follower in (clock, reachability) if follower is not None
    ]
    if permit is not None:
        middlewares.append(_make_gate(permit))
    options: dict[str, Any] = {
        "intents": INTENTS,
        "max_messages": None,
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "chunk_guilds_at_startup": False,
        "guild_ready_timeout": 0.2,
        "allowed_mentions": discord.AllowedMentions.none(),
        "proxy": find_proxy(discord_at.api),
        "http_trace": middlewares,
    }
    if shards != 1 and shards:
        options["shard_count"] = shards
    if shards != 1 and ids:
        options["shard_ids"] = sorted(ids)
    return SingleClient(clock, **options) if shards == 1 else ShardedClient(clock, **options)


def _make_gate(permit: Permit) -> ClientMiddlewareType:
    """Make the middleware that waits for `permit` before every request, including answers to interactions."""

    async def wait(request: ClientRequest, send: ClientHandlerType) -> ClientResponse:
        path = request.url.path
        async with permit(request.method != "GET" and not _ANSWER.search(path), not _UNCOUNTED.search(path)):
            return await send(request)

    return wait

"""Undocumented parts of discord.py on which the bot relies. Importing this module checks them.

If a release of discord.py changes one of them, the bot stops at its start and names the change.
"""

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, cast

import aiohttp
import discord
import yarl
from discord.webhook.async_ import AsyncWebhookAdapter, async_context


class Changed(ImportError):
    """discord.py has changed in a way that the bot cannot handle."""


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise Changed(f"discord.py {discord.__version__} has changed: {what}. Boneyard needs discord.py 2.7.")


def _parameters(function: object) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)  # type: ignore[arg-type]


# Discord's addresses are three class attributes, set once before a client is made.
_require(isinstance(discord.http.Route.BASE, str), "discord.http.Route.BASE is not an address")
_require(
    isinstance(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, yarl.URL),
    "DiscordWebSocket.DEFAULT_GATEWAY is not an address",
)
_require(isinstance(discord.Asset.BASE, str), "discord.Asset.BASE is not an address")

# A stopped view is sent like any other and then forgotten. The bot routes all custom ids itself.
_require(hasattr(discord.ui.View, "stop") and hasattr(discord.ui.View, "is_finished"), "views cannot be stopped")

# Commands are the bot's own plain data. These two calls hand them to Discord.
_require(
    _parameters(discord.http.HTTPClient.bulk_upsert_global_commands) == {"self", "application_id", "payload"},
    "HTTPClient.bulk_upsert_global_commands takes something else",
)
_require(hasattr(discord.Client, "application_id"), "Client.application_id is gone")

# Threads are opened, and people added to them, by ids alone: this process may not have the channel in its cache.
_require(
    {"channel_id", "name", "auto_archive_duration", "type", "invitable"}
    <= _parameters(discord.http.HTTPClient.start_thread_without_message),
    "HTTPClient.start_thread_without_message takes something else",
)
_require(
    _parameters(discord.http.HTTPClient.add_user_to_thread) == {"self", "channel_id", "user_id"},
    "HTTPClient.add_user_to_thread takes something else",
)
_require(
    _parameters(discord.http.HTTPClient.start_private_message) == {"self", "user_id"},
    "HTTPClient.start_private_message takes something else",
)

# The history of a channel is read by its id, for the same reason.
_require(
    {"channel_id", "limit", "after"} <= _parameters(discord.http.HTTPClient.logs_from),
    "HTTPClient.logs_from takes something else",
)

# Messages are edited by their ids, without the library's objects for the message and for Discord's answer.
_require(
    {"channel_id", "message_id", "params"} <= _parameters(discord.http.HTTPClient.edit_message),
    "HTTPClient.edit_message takes something else",
)
_require(
    {"content", "attachments", "view", "allowed_mentions"} <= _parameters(discord.http.handle_message_parameters),
    "handle_message_parameters takes something else",
)

# With `nonce=`, a send that is repeated after a 502 makes only one message (the library adds enforce_nonce).
_require("nonce" in _parameters(discord.abc.Messageable.send), "Messageable.send takes no nonce")

# A new message below a control has no nonce. The library repeats it after a 5xx, although it may have arrived.
_require("session" in _parameters(AsyncWebhookAdapter.request), "webhooks are asked in another way")


class Unanswered(OSError):
    """Discord failed (5xx), and may have taken the request."""


class _Checked:
    """A response that raises `Unanswered` if its status is 500 or above."""

    def __init__(self, asked: Any) -> None:
        self._asked = asked

    async def __aenter__(self) -> aiohttp.ClientResponse:
        response: aiohttp.ClientResponse = await self._asked.__aenter__()
        if response.status >= 500:
            await self._asked.__aexit__(None, None, None)
            raise Unanswered(f"Discord answered {response.status}")
        return response

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._asked.__aexit__(kind, error, trace)


class _Session:
    """A session whose answers are checked."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    def request(self, method: str, url: str, **options: Any) -> _Checked:
        return _Checked(self._session.request(method, url, **options))


class _OnceAdapter(AsyncWebhookAdapter):
    async def request(self, route: Any, session: aiohttp.ClientSession, **options: Any) -> Any:
        return await super().request(route, cast(aiohttp.ClientSession, _Session(session)), **options)


_ONCE: AsyncWebhookAdapter = _OnceAdapter()  # type: ignore[no-untyped-call]


@contextmanager
def webhooks_asked_once() -> Iterator[None]:
    """Within this context, raise `Unanswered` where the library would repeat a webhook's request after a 5xx.

    An adapter that is not the library's own, such as that of a fake Discord, repeats nothing and stays.
    """
    adapter = async_context.get()
    former = async_context.set(_ONCE if type(adapter) is AsyncWebhookAdapter else adapter)
    try:
        yield
    finally:
        async_context.reset(former)


def point_at(api: str, gateway: str, cdn: str = "") -> None:
    """Set Discord's addresses in discord.py: REST at `api`, the gateway at `gateway`, files at `cdn` unless empty."""
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if cdn:
        setattr(discord.Asset, "BASE", cdn)  # noqa: B010  (the library types it as a literal)

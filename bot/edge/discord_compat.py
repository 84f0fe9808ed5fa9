"""Undocumented parts of discord.py on which the bot relies. Importing this module checks them.

If a release of discord.py changes one of them, the bot does not start, and names the change.
"""

import inspect
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, cast

import aiohttp
import discord
import yarl
from discord.webhook.async_ import AsyncWebhookAdapter, async_context


class LibraryChanged(ImportError):
    """discord.py has changed in a way that the bot cannot handle."""


_CALLS: Final[Mapping[Callable[..., object], str]] = {
    # Commands are the bot's own plain data.
    discord.http.HTTPClient.bulk_upsert_global_commands: "self application_id payload",
    # Channels, threads and messages are named by ids alone, since this process may not have them in its cache.
    discord.http.HTTPClient.start_thread_without_message: ("self channel_id name auto_archive_duration type invitable"),
    discord.http.HTTPClient.add_user_to_thread: "self channel_id user_id",
    discord.http.HTTPClient.start_private_message: "self user_id",
    discord.http.HTTPClient.logs_from: "self channel_id limit after",
    discord.http.HTTPClient.edit_message: "self channel_id message_id params",
    discord.http.handle_message_parameters: "content attachments view allowed_mentions",
    # With `nonce=`, a send that is repeated after a 502 makes only one message (the library adds enforce_nonce).
    discord.abc.Messageable.send: "self nonce",
    # A new message below a control has no nonce. The library repeats it after a 5xx, although it may have arrived.
    AsyncWebhookAdapter.request: "self route session",
}
"""The functions that the bot calls or replaces, with the arguments that they must take."""


_ADDRESSES: Final[tuple[tuple[type, str, type], ...]] = (
    (discord.http.Route, "BASE", str),
    (discord.Asset, "BASE", str),
    (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL),
)
"""Discord's addresses are class attributes, set once before a client is made."""


def _list_changes(calls: Mapping[Callable[..., object], str] = _CALLS) -> Iterator[str]:
    """Yield a few words about each change in discord.py."""
    for function, arguments in calls.items():
        try:
            inspect.signature(function).bind(**dict.fromkeys(arguments.split()))
        except TypeError:
            yield f"{function.__qualname__} takes other arguments"
    for owner, attribute, kind in _ADDRESSES:
        if not isinstance(getattr(owner, attribute), kind):
            yield f"{owner.__name__}.{attribute} is not an address"
    # A stopped view is sent like any other and then forgotten. The bot routes all custom ids itself.
    if not (hasattr(discord.ui.View, "stop") and hasattr(discord.ui.View, "is_finished")):
        yield "views cannot be stopped"
    if not hasattr(discord.Client, "application_id"):
        yield "Client.application_id is gone"


def _demand_none(changes: Iterable[str]) -> None:
    if listed := ", ".join(changes):
        raise LibraryChanged(f"discord.py {discord.__version__} has changed: {listed}. Boneyard needs discord.py 2.7.")


_demand_none(_list_changes())


class ServerFailed(OSError):
    """Discord failed (5xx), and may have taken the request."""


class _CheckedSession:
    """A session whose requests raise `ServerFailed` for a status of 500 or above."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **options: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        async with self._session.request(method, url, **options) as response:
            if response.status >= 500:
                raise ServerFailed(f"Discord answered {response.status}")
            yield response


class _OnceAdapter(AsyncWebhookAdapter):
    async def request(self, route: Any, session: aiohttp.ClientSession, **options: Any) -> Any:
        return await super().request(route, cast(aiohttp.ClientSession, _CheckedSession(session)), **options)


_ONCE: AsyncWebhookAdapter = _OnceAdapter()  # type: ignore[no-untyped-call]


@contextmanager
def ask_webhooks_once() -> Iterator[None]:
    """In this context, raise `ServerFailed` where the library would repeat a webhook's request after a 5xx.

    Only the library's own adapter is replaced. Any other, such as that of a fake Discord, repeats nothing anyway.
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

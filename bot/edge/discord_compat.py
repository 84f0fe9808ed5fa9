"""Undocumented parts of discord.py that the bot replaces. pyproject.toml keeps discord.py below its next release."""

import io
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from types import SimpleNamespace
from typing import Any, Final, cast

import aiohttp
import discord
import yarl
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_QUOTED: Final = str.maketrans({'"': r"\"", "\\": r"\\", "\r": None, "\n": None})


class WholeForm(aiohttp.FormData):
    """A form that is sent in one piece. The library sends the head, the value and the end of each field by themselves,
    which takes twice as long."""

    boundary: Final = aiohttp.MultipartWriter().boundary
    """The boundary of this process's forms. Nobody can guess it, so no value contains it."""

    def __init__(self, **_: object) -> None:
        self._parts: list[bytes] = []

    def add_field(
        self, name: str, value: Any, *, content_type: str | None = None, filename: str | None = None, **_: object
    ) -> None:
        named = "" if filename is None else f'; filename="{filename.translate(_QUOTED)}"'
        kind = content_type or "text/plain; charset=utf-8"
        head = f'--{self.boundary}\r\nContent-Type: {kind}\r\nContent-Disposition: form-data; name="{name}"{named}'
        body = value.encode() if isinstance(value, str) else value.read()
        self._parts += (head.encode(), b"\r\n\r\n", body, b"\r\n")

    def __call__(self) -> aiohttp.Payload:
        whole = io.BytesIO(b"".join((*self._parts, f"--{self.boundary}--\r\n".encode())))
        return aiohttp.BytesIOPayload(whole, content_type=f"multipart/form-data; boundary={self.boundary}")


def _open_session(
    trace_configs: Sequence[Sequence[aiohttp.ClientMiddlewareType]] | None = None, **options: Any
) -> aiohttp.ClientSession:
    """Open a session with the middlewares that its client has in place of a trace. A trace would make an object for
    each step of each request."""
    return aiohttp.ClientSession(middlewares=trace_configs[0] if trace_configs else (), **options)


_LIBRARY: Final = SimpleNamespace(**{**vars(aiohttp), "FormData": WholeForm, "ClientSession": _open_session})
for _module in (discord.http, discord.webhook.async_):
    setattr(_module, "aiohttp", _LIBRARY)  # noqa: B010  (a library with whole forms and sessions with middlewares)


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

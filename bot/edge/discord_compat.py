"""Undocumented parts of discord.py that the bot relies on, checked when this module is imported.

A release that changes one of them stops the bot at its start, with a message that names the change.
"""

from __future__ import annotations

import inspect

import discord
import yarl


class Changed(ImportError):
    """discord.py has changed in a way that the bot does not know."""


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise Changed(f"discord.py {discord.__version__} has changed: {what}. Boneyard needs discord.py 2.7.")


def _parameters(function: object) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)  # type: ignore[arg-type]


# Where the library finds Discord: three class attributes, set once before a client is made.
_require(isinstance(discord.http.Route.BASE, str), "discord.http.Route.BASE is not an address")
_require(
    isinstance(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, yarl.URL),
    "DiscordWebSocket.DEFAULT_GATEWAY is not an address",
)
_require(isinstance(discord.Asset.BASE, str), "discord.Asset.BASE is not an address")

# A stopped view is sent like any other and then forgotten: all custom ids are ours and routed in one place.
_require(hasattr(discord.ui.View, "stop") and hasattr(discord.ui.View, "is_finished"), "views cannot be stopped")

# Commands are plain data of our own; only these two calls are needed to hand them over.
_require(
    _parameters(discord.http.HTTPClient.bulk_upsert_global_commands) == {"self", "application_id", "payload"},
    "HTTPClient.bulk_upsert_global_commands takes something else",
)
_require(hasattr(discord.Client, "application_id"), "Client.application_id is gone")

# A thread is opened and filled by ids alone, since the channel may not be in the cache of this process.
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

# `nonce=` makes a send that is repeated after a 502 the same message (the library adds enforce_nonce).
_require("nonce" in _parameters(discord.abc.Messageable.send), "Messageable.send takes no nonce")


def point_at(api: str, gateway: str, cdn: str = "") -> None:
    """Aim discord.py at another Discord: REST at `api`, the gateway at `gateway`, files at `cdn` (kept if empty)."""
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if cdn:
        setattr(discord.Asset, "BASE", cdn)  # noqa: B010  (the library types it as a literal)

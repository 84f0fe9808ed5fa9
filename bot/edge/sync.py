"""Registers the commands with Discord if they have changed since the last time."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.edge.command_tree import CommandTree

log = logging.getLogger(__name__)


def fingerprint(commands: CommandTree, application: int) -> str:
    """Hash all commands and the id of the application."""
    text = json.dumps([application, commands.payload()], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


async def sync(
    client: discord.Client,
    commands: CommandTree,
    load: Callable[[], Awaitable[str | None]],
    store: Callable[[str], Awaitable[None]],
) -> bool:
    """Register the commands and `store` their hash, unless `load` returns the same hash.

    Return True if they were registered. Raises discord.HTTPException if Discord refuses them.
    """
    application = client.application_id
    if application is None:
        raise RuntimeError("commands are synced after the login")
    now = fingerprint(commands, application)
    if await load() == now:
        return False
    await client.http.bulk_upsert_global_commands(application, payload=commands.payload())
    await store(now)
    log.info("commands registered with Discord: %d", len(commands.entries))
    return True

"""The commands are handed to Discord only when they have changed since they were handed over last."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.edge.command_tree import CommandTree

log = logging.getLogger(__name__)


def fingerprint(book: CommandTree, application: int) -> str:
    """A hash of all commands as Discord would get them for this application."""
    text = json.dumps([application, book.payload()], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


async def sync(
    client: discord.Client,
    book: CommandTree,
    load: Callable[[], Awaitable[str | None]],
    store: Callable[[str], Awaitable[None]],
) -> bool:
    """Hand the commands over if their hash is not the one that `load` gives; then `store` it. Gives whether it did.

    Raises discord.HTTPException if Discord does not take them.
    """
    application = client.application_id
    if application is None:
        raise RuntimeError("commands are synced after the login")
    now = fingerprint(book, application)
    if await load() == now:
        return False
    await client.http.bulk_upsert_global_commands(application, payload=book.payload())
    await store(now)
    log.info("commands handed to Discord: %d", len(book.entries))
    return True

"""Registers the commands with Discord, if they have changed or Discord has others."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.edge.command_tree import CommandTree
from bot.edge.localized_commands import localize

log = logging.getLogger(__name__)

ENTRY_POINT: Final = 4
"""The type of the command that starts an application's Activity. Discord makes it, and refuses a list without it."""
_KEPT: Final = (
    *("id", "name", "name_localizations", "description", "description_localizations", "type", "handler"),
    *("contexts", "integration_types", "default_member_permissions", "nsfw"),
)
"""The fields of such a command that are handed back."""


@dataclass(slots=True)
class Registration:
    """The state of the commands at Discord, as this process knows it."""

    wanted: frozenset[tuple[int, str]] = frozenset()
    """The commands of this release, as (type, name); empty before the first try."""
    refusal: str = ""
    """Discord's reason for refusing the commands; "" if it did not, or has taken them since."""

    async def is_accepted(self) -> bool:
        """True unless Discord refuses the commands."""
        return not self.refusal


def fingerprint(commands: list[dict[str, Any]], application: int) -> str:
    """Hash all commands and the id of the application."""
    text = json.dumps([application, commands], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def name_all(commands: Iterable[Mapping[str, Any]]) -> frozenset[tuple[int, str]]:
    """Name commands by (type, name), without the one that starts an Activity."""
    return frozenset(
        (kind, str(command["name"])) for command in commands if (kind := command.get("type", 1)) != ENTRY_POINT
    )


async def sync(
    client: discord.Client,
    commands: CommandTree,
    load: Callable[[], Awaitable[str | None]],
    store: Callable[[str], Awaitable[None]],
) -> bool:
    """Register the commands and `store` their hash, unless `load` returns the same hash and Discord has them all.

    The command that starts an Activity stays. Return True if the commands were registered. Raises
    discord.HTTPException if Discord refuses them.
    """
    application = client.application_id
    if application is None:
        raise RuntimeError("commands are synced after the login")
    payload = await asyncio.to_thread(localize, commands.payload())
    registered: list[Any] = await client.http.get_global_commands(application)
    now = fingerprint(payload, application)
    if await load() == now and name_all(registered) == name_all(payload):
        return False
    kept = [command for command in registered if command.get("type") == ENTRY_POINT]
    payload += [{name: command[name] for name in _KEPT if name in command} for command in kept]
    await client.http.bulk_upsert_global_commands(application, payload=payload)
    await store(now)
    log.info("commands registered with Discord: %d", len(commands.entries))
    return True

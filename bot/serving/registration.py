"""Registers commands and uploads emojis in the background, while tables are played."""

import asyncio
from typing import Any

from bot.edge import sync
from bot.edge.acts import Acts
from bot.edge.client import Client
from bot.edge.emojis import Emojis
from bot.edge.repeating import repeat_until_done
from bot.ports.clock import Clock
from bot.store.database import key_values
from bot.store.database.errors import StoreUnavailable
from bot.store.messages.condition import EMOJIS_MEMO
from bot.store.processes.instance_lock import take_turn
from bot.store.store import Store
from render import emoji

COMMANDS_MEMO = "commands"
_AWAY = (StoreUnavailable,)
"""Errors of the database after which a job is repeated."""


async def register_commands(client: Client, acts: Acts, store: Store, clock: Clock) -> None:
    """Register the commands if they have changed. Retry while Discord or the database is out of reach.

    If Discord refuses them, the reason is kept in `client.registration`, and they are tried again every hour.
    """
    registration = client.registration
    registration.wanted = sync.name_all(acts.payload())

    def note_refusal(reason: str) -> None:
        registration.refusal = reason

    async def load() -> str | None:
        kept = await store.read(key_values.get, COMMANDS_MEMO)
        return None if kept is None else str(kept)

    async def keep(value: str) -> None:
        await store.write(key_values.put, COMMANDS_MEMO, value, clock())

    async def work() -> None:
        async with take_turn(store.engine, COMMANDS_MEMO):
            await sync.sync(client, acts.payload(), load, keep)
        registration.refusal = ""

    await repeat_until_done("commands", work, _AWAY, note_refusal=note_refusal)


async def upload_emojis(client: Client, emojis: Emojis, store: Store, clock: Clock) -> None:
    """Upload missing emojis. Retry while Discord or the database is out of reach."""

    async def load() -> dict[str, Any] | None:
        kept = await store.read(key_values.get, EMOJIS_MEMO)
        return kept if isinstance(kept, dict) else None

    async def keep(value: dict[str, Any]) -> None:
        await store.write(key_values.put, EMOJIS_MEMO, value, clock())

    drawing = await asyncio.to_thread(emoji.fingerprint)

    async def work() -> None:
        async with take_turn(store.engine, EMOJIS_MEMO):
            await emojis.provision(client, drawing, load, keep)

    await repeat_until_done("emojis", work, _AWAY)

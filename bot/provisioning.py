"""Keeps what Discord holds for the application up to date: the slash commands, and the emojis of the pieces."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from bot.edge import client as connection
from bot.edge import sync
from bot.edge.command_tree import CommandTree
from bot.edge.emojis import Emojis
from bot.ports.clock import Clock
from bot.store import key_values
from bot.store.condition import EMOJIS_MEMO
from bot.store.instance_lock import take_turn
from bot.store.store import Store
from render import emoji

COMMANDS_MEMO = "commands"


@dataclass(frozen=True, slots=True)
class Provisioning:
    """Sends commands and emojis if they have changed; of several processes one at a time."""

    store: Store
    clock: Clock

    async def emojis(self, client: connection.Client, emojis: Emojis) -> None:
        """Provide the emojis of the pieces."""

        async def load() -> dict[str, Any] | None:
            kept = await self.store.read(key_values.get, EMOJIS_MEMO)
            return kept if isinstance(kept, dict) else None

        async def store(value: dict[str, Any]) -> None:
            await self.store.write(key_values.put, EMOJIS_MEMO, value, self.clock())

        drawing = await asyncio.to_thread(emoji.fingerprint)
        async with take_turn(self.store.engine, EMOJIS_MEMO):
            await emojis.provision(client, drawing, load, store)

    async def commands(self, client: connection.Client, commands: CommandTree) -> None:
        """Register the slash commands."""

        async def load() -> str | None:
            kept = await self.store.read(key_values.get, COMMANDS_MEMO)
            return None if kept is None else str(kept)

        async def store(value: str) -> None:
            await self.store.write(key_values.put, COMMANDS_MEMO, value, self.clock())

        async with take_turn(self.store.engine, COMMANDS_MEMO):
            await sync.sync(client, commands, load, store)

"""Registers commands and uploads emojis in the background, while tables are played."""

import asyncio
import itertools
from functools import partial

from bot.edge import sync
from bot.edge.acts import Acts
from bot.edge.client import Client
from bot.edge.emojis import Emojis
from bot.edge.repeating import REFUSED_WAIT, repeat_until_done
from bot.ports import Clock
from bot.store import Json, Store, StoreUnavailable, key_values
from bot.store.messages.condition import EMOJIS_MEMO
from bot.store.processes.instance_lock import take_turn
from render import emoji

COMMANDS_MEMO = "commands"
DOUBTED_WAIT = 60.0
"""Seconds after which emojis are looked at again once Discord has refused one. Each further wait is twice as long, up
to an hour."""
_AWAY = (StoreUnavailable,)
"""The errors of the database after which a job is tried again."""


async def register_commands(client: Client, acts: Acts, store: Store, clock: Clock) -> None:
    """Register the commands if they have changed. Retry while Discord or the database is out of reach.

    If Discord refuses them, the reason is kept in `client.registration`, and they are tried again every hour.
    """
    registration = client.registration
    registration.wanted = sync.name_commands(acts.make_payload())

    def note_refusal(reason: str) -> None:
        registration.refusal = reason

    async def keep(digest: str) -> None:
        await store.write(key_values.put, COMMANDS_MEMO, digest, clock())

    async def work() -> None:
        async with take_turn(store.engine, COMMANDS_MEMO):
            load = partial(store.read, key_values.get, COMMANDS_MEMO)
            await sync.sync_commands(client, acts.make_payload(), load, keep)
        registration.refusal = ""

    await repeat_until_done("commands", work, _AWAY, note_refusal=note_refusal)


async def keep_emojis(client: Client, emojis: Emojis, store: Store, clock: Clock) -> None:
    """Upload missing emojis, and again, ever more rarely, whenever Discord has refused one. Retry while Discord or the
    database is out of reach."""
    drawing = await asyncio.to_thread(emoji.fingerprint)

    async def keep(made: dict[str, Json]) -> None:
        await store.write(key_values.put, EMOJIS_MEMO, made, clock())

    async def work() -> None:
        async with take_turn(store.engine, EMOJIS_MEMO):
            await emojis.provision(client, drawing, partial(store.read, key_values.get, EMOJIS_MEMO), keep)

    for tries in itertools.count():
        await repeat_until_done("emojis", work, _AWAY)
        await emojis.doubted.wait()
        await asyncio.sleep(min(REFUSED_WAIT, DOUBTED_WAIT * 2 ** min(tries, 10)))
        emojis.doubted.clear()

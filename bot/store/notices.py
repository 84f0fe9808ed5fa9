"""How processes that share a PostgreSQL database hear of each other's commits; with SQLite there is one process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bot.store.engine import Connection, Engine

__all__ = ["CHANNEL", "listen", "notify"]

CHANNEL = "boneyard_tables"
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")
_TOGETHER = 150
"""Tables named in one notice; a notice holds fewer than 8,000 bytes."""


def notify(connection: Connection, advanced: dict[int, int]) -> None:
    """Tell the others, once this transaction is committed, how far these tables (id -> sequence) have come."""
    pairs = list(advanced.items())
    for start in range(0, len(pairs), _TOGETHER):
        payload = json.dumps(pairs[start : start + _TOGETHER], separators=(",", ":"))
        connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})


async def listen(
    engine: Engine, heard: Callable[[int, int], None], ready: Callable[[], None], pause: float = 1.0
) -> None:
    """Call `heard(table, sequence)` for every commit of any process, until cancelled; returns at once on SQLite.

    `ready` is called whenever listening begins, also again after a lost connection (`pause` seconds later): what
    was committed meanwhile is not told, so look at the sequences then.
    """
    if engine.dialect.name != "postgresql":
        return

    def tell(_connection: Any, _pid: int, _channel: str, payload: str) -> None:
        for table, sequence in json.loads(payload):
            heard(table, sequence)

    while True:
        try:
            async with engine.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                lost = asyncio.Event()
                driver.add_termination_listener(lambda _, lost=lost: lost.set())
                await driver.add_listener(CHANNEL, tell)
                ready()
                try:
                    await lost.wait()
                finally:
                    if not lost.is_set():
                        await driver.remove_listener(CHANNEL, tell)
        except (SQLAlchemyError, OSError):
            pass
        await asyncio.sleep(pause)

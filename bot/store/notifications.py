"""How processes that share a PostgreSQL database hear of each other; with SQLite there is one process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import text

from bot.store.engine import Connection, Engine, connection_errors

__all__ = [
    "AFRESH", "AGAIN", "CHANNEL", "MOVED", "PERSON", "WAITING", "WROTE", "Notice", "are_sent", "listen", "tell",
]  # fmt: skip

CHANNEL = "boneyard_tables"

MOVED: Final = "moved"
"""A table has come as far as `sequence`."""
AGAIN: Final = "again"
"""Something of a table's that is no event has changed: orders, a rack that is hidden."""
AFRESH: Final = "afresh"
"""A table's board is wanted as a new message."""
PERSON: Final = "person"
"""A person has changed how he likes it."""
WROTE: Final = "wrote"
"""A person wrote from his private messages."""
WAITING: Final = "waiting"
"""Something waits in the outbox."""

_NOTIFY = text("SELECT pg_notify(:channel, :payload)")
_TOGETHER = 100
"""Notices in one message of PostgreSQL's, which holds fewer than 8,000 bytes."""


class Notice(NamedTuple):
    """`what` happened to the table or the person `id`."""

    what: str
    id: int = 0
    sequence: int = 0


def are_sent(engine: Engine) -> bool:
    """Whether processes on this database hear of each other at all."""
    return engine.dialect.name == "postgresql"


def tell(connection: Connection, *notices: Notice) -> None:
    """Tell every process that listens, once this transaction is committed; with SQLite nobody does."""
    if connection.dialect.name != "postgresql":
        return
    for start in range(0, len(notices), _TOGETHER):
        some = [(one.what, one.id, one.sequence) for one in notices[start : start + _TOGETHER]]
        payload = json.dumps(some, separators=(",", ":"))
        connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})


async def listen(
    engine: Engine, heard: Callable[[Sequence[Notice]], None], ready: Callable[[], None], pause: float = 1.0
) -> None:
    """Call `heard` with what any process tells, this one too, until cancelled; returns at once on SQLite.

    `ready` is called whenever listening begins, also again after a lost connection (`pause` seconds later): what
    was told meanwhile is not heard, so look at everything then.
    """
    if not are_sent(engine):
        return
    losing = connection_errors(engine)

    def take(_connection: Any, _pid: int, _channel: str, payload: str) -> None:
        heard([Notice(*one) for one in json.loads(payload)])

    while True:
        try:
            async with engine.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                lost = asyncio.Event()
                driver.add_termination_listener(lambda _, lost=lost: lost.set())
                await driver.add_listener(CHANNEL, take)
                ready()
                try:
                    await lost.wait()
                finally:
                    if not lost.is_set():
                        await driver.remove_listener(CHANNEL, take)
        except losing:
            pass
        await asyncio.sleep(pause)

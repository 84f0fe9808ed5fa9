"""Notices between processes that share a PostgreSQL database. An SQLite database has only one process."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import text

from bot.store.database.engine import Connection, Engine, list_connection_errors

CHANNEL: Final = "boneyard_tables"


class NoticeKind(StrEnum):
    """The kinds of notices. Processes of different releases exchange the values, so they never change."""

    TABLE_MOVED = "moved"
    """Table `id` has new events, up to `sequence`."""
    TABLE_CHANGED = "again"
    """Table `id` has changed without an event: its standing orders, or a hand that was hidden or shown."""
    BOARD_WANTED = "afresh"
    """The board of table `id` is to be posted again."""
    POST_WANTED = "mine"
    """The own message of user `user` at table `id` is to be posted again, so that it is the last one in their DM."""
    PREFERENCES_CHANGED = "person"
    """User `id` has changed their preferences or was erased."""
    USER_WROTE = "wrote"
    """User `id` wrote to the bot in a DM."""
    OUTBOX_FILLED = "waiting"
    """A message was added to the outbox."""
    HAND_HIDDEN = "hidden"
    """User `user` has hidden their hand at table `id`, so private copies of the hand must be deleted."""
    PRESSED = "pressed"
    """Somebody pressed something below message `id` in a DM, which `token` can edit from now on."""


CHECK_EVERY = 20.0
"""Seconds between two checks of a listening connection."""
ANSWERS_WITHIN = 10.0
"""Seconds within which the connection must answer the check."""
_KINDS = frozenset(NoticeKind)
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")
_TOGETHER = 100
"""The most notices in one payload. PostgreSQL takes fewer than 8,000 bytes."""


class Notice(NamedTuple):
    """News that one process sends to the others. `id` is the id of a table, a user or a message, as `kind` says."""

    kind: NoticeKind
    id: int = 0
    sequence: int = 0
    user: int = 0
    token: str = ""
    """The secret token of an interaction. A notice is stored nowhere, and no log may hold it."""

    def __repr__(self) -> str:
        return f"Notice({self.kind}, {self.id})"


def can_send(engine: Engine) -> bool:
    """True if the database can carry notices between processes."""
    return engine.dialect.name == "postgresql"


def tell(connection: Connection, *notices: Notice) -> None:
    """Send notices to all processes that listen, once this transaction is committed."""
    if connection.dialect.name != "postgresql":
        return
    for start in range(0, len(notices), _TOGETHER):
        part = [_shorten(notice) for notice in notices[start : start + _TOGETHER]]
        payload = json.dumps(part, separators=(",", ":"))
        connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})


def _shorten(notice: Notice) -> tuple[object, ...]:
    """A notice without the empty fields at its end. Older releases know only the first three or four fields."""
    return notice if notice.token else notice[: 4 if notice.user else 3]


def _read(payload: str) -> list[Notice]:
    """The notices in a payload. Kinds of other releases are left out."""
    return [Notice(NoticeKind(kind), *rest) for kind, *rest in json.loads(payload) if kind in _KINDS]


async def _wait_until_lost(driver: Any, lost: asyncio.Event) -> None:
    """Wait until a connection is lost. Raises `TimeoutError` if it no longer answers.

    The connection is checked every `CHECK_EVERY` seconds. Otherwise, a dead connection would look like a quiet one.
    """
    while not lost.is_set():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CHECK_EVERY):
                await lost.wait()
                return
        async with asyncio.timeout(ANSWERS_WITHIN):
            await driver.execute("SELECT 1")


async def listen(
    engine: Engine, hear: Callable[[Sequence[Notice]], None], check_all: Callable[[], None], pause: float = 1.0
) -> None:
    """Call `hear` with the notices of every process, this one included, until cancelled. Returns at once on SQLite.

    When the connection is lost, listening begins again after `pause` seconds. Each time it begins, `check_all` is
    called, because notices that were sent before are lost.
    """
    if not can_send(engine):
        return
    connection_errors = list_connection_errors(engine)

    def receive(_connection: Any, _pid: int, _channel: str, payload: str) -> None:
        hear(_read(payload))

    while True:
        try:
            async with engine.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                lost = asyncio.Event()
                driver.add_termination_listener(lambda _, lost=lost: lost.set())
                await driver.add_listener(CHANNEL, receive)
                check_all()
                try:
                    await _wait_until_lost(driver, lost)
                except TimeoutError:
                    lost.set()
                    await connection.invalidate()
                finally:
                    if not lost.is_set():
                        await driver.remove_listener(CHANNEL, receive)
        except connection_errors:
            pass
        await asyncio.sleep(pause)

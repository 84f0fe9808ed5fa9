"""Daily digests: one message a day to people who want it, about the tables by correspondence that wait for them."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.messages.table_words import words_of
from bot.people.preferences import PreferencesCache, language_of, quiet_hours_of
from bot.people.quiet_hours import add_waking_time, find_zone
from bot.people.turn_notices import DAILY
from bot.ports.begun_posts import nonce_of
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, Messenger
from bot.ports.ui import Message
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import StoreUnavailable
from bot.store.people import preferences
from bot.store.people.preferences import Preferences
from bot.store.store import Store
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import Pace, Status
from bot.supervisor import Supervisor
from bot.tables.aggregate.pacing import TableSettings
from bot.tables.aggregate.table import Table
from bot.tables.service import TableService
from bot.tables.timing.deadlines import patience, waits_for
from bot.tables.timing.patience import pace_of
from bot.wording import Words

log = logging.getLogger(__name__)

LOOKED_EVERY: Final = 60.0
"""Seconds between two checks for digests that are due."""
PATIENCE: Final = 60.0
"""Seconds after which one person's digest is given up, as when Discord keeps refusing a request."""
HOUR: Final = 18
"""The hour at which digests are sent, in the reader's local time."""
MOST_LINES: Final = 10
"""The most tables that a digest names."""


def next_digest(now: int, chosen: Preferences) -> int:
    """The time of a person's next digest, outside their quiet hours."""
    there = datetime.fromtimestamp(now / 1000, find_zone(chosen.timezone) or UTC)
    at = there.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    if at <= there:
        at += timedelta(days=1)
    return add_waking_time(round(at.timestamp() * 1000), 0, quiet_hours_of(chosen))


class Digests:
    """Sends digests from `start` to `stop`. Only one of the processes that share a database sends them."""

    def __init__(
        self,
        store: Store,
        tables: TableService,
        people: PreferencesCache,
        messenger: Messenger,
        clock: Clock,
        settings: TableSettings,
        supervisor: Supervisor,
    ) -> None:
        self._store = store
        self._tables = tables
        self._people = people
        self._messenger = messenger
        self._clock = clock
        self._settings = settings
        self._supervisor = supervisor
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task, if this process receives the direct messages."""
        if self._settings.share.first:
            self._task = self._supervisor.start(self._run(), "digests")

    async def stop(self) -> None:
        """Stop. Digests that are due are sent after the next start."""
        if self._task is not None:
            await self._supervisor.stop(self._task)
            self._task = None

    async def _run(self) -> None:
        while True:
            try:
                await self.tick()
            except StoreUnavailable:
                pass  # the store logs this
            except Exception:
                log.exception("the digests failed; they go on")
            await asyncio.sleep(LOOKED_EVERY)

    async def tick(self) -> None:
        """Send the digests that are due."""
        if not self._settings.share.first:
            return
        now = self._clock()
        for key, at in (await self._store.read(key_values.get_by_prefix, key_values.DIGESTS)).items():
            if at <= now:
                await self._send_in_time(int(key.removeprefix(key_values.DIGESTS)), at, now)

    async def _send_in_time(self, user: int, at: int, now: int) -> None:
        """Send one person's digest, or give it up after `PATIENCE`, so that it does not hold up the others."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send(user, at, now)
        except TimeoutError:
            log.warning("a digest took too long")

    async def _send(self, user: int, at: int, now: int) -> None:
        """Send one person's digest. The next time is stored first: a crash may lose a digest, but not repeat it."""
        await self._people.load([user])
        chosen = await self._store.read(preferences.preferences, user)
        if not await self._store.write(_take, user, at, chosen, now):
            return
        lines = [line for table in await self._waiting(user) if (line := self._line(table, user))]
        if not lines:
            return
        words, more = Words(language_of(chosen)), len(lines) - MOST_LINES
        shown = [*lines[:MOST_LINES], words.say("digest/more", count=more)] if more > 0 else lines
        nonce = nonce_of(f"digest:{user}:{at}")
        try:
            place = await self._messenger.direct(user)
            await self._messenger.send(place, Message("\n".join((words.say("digest/head"), *shown))), nonce)
        except DeliveryError as trouble:
            log.info("a digest was not taken (%s)", trouble.kind)

    async def _waiting(self, user: int) -> list[Table]:
        """The tables by correspondence at which a person sits."""
        rows = await self._store.read(stored_tables.of_person, user)
        return [await self._tables.get(row.id) for row in rows if row.pace == Pace.CORRESPONDENCE]

    def _line(self, table: Table, user: int) -> str:
        """The line about a table that waits for a person; empty if the table does not wait for them."""
        seat = table.seat_of(user)
        if seat is None or not table.present(seat) or seat not in waits_for(table) or table.status != Status.LIVE:
            return ""
        _, stand_in_at = patience(table, pace_of(table, self._settings), seat, self._people.quiet)
        return words_of(table).say(
            "digest/line",
            title=table.game.TITLE,
            place=f"<#{table.place}>",
            since=f"<t:{table.waiting.since // 1000}:f>",
            stand_in=f"<t:{stand_in_at // 1000}:f>",
        )


def plan(connection: Connection, user: int, chosen: Preferences, now: int) -> None:
    """Store the time of a person's next digest, or delete it if they want none."""
    if chosen.notify == DAILY:
        key_values.put(connection, key_values.digest_key(user), next_digest(now, chosen), now)
    else:
        key_values.drop(connection, key_values.digest_key(user))


def _take(connection: Connection, user: int, at: int, chosen: Preferences, now: int) -> bool:
    """Move a person's digest on to its next time. False if another process did so, or if the person wants none."""
    if key_values.get(connection, key_values.digest_key(user)) != at:
        return False
    plan(connection, user, chosen, now)
    return chosen.notify == DAILY

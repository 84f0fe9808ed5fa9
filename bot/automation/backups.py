"""The care of what is stored: backups that the bot makes by itself, and tables whose record is damaged.

The host gets a letter when the last backup is old, and one about each damaged table. That one says since when the table
is damaged, and what to do.
"""

import logging
from collections.abc import Collection
from typing import Final

from msgspec import Struct, field

from bot.messages.set_aside import describe_table
from bot.outbox.outbox import Outbox
from bot.ports import DAY, HOUR, MINUTE, Clock, say_span
from bot.store import Store
from bot.store.backups import kept_backups
from bot.store.backups.kept_backups import LastBackup
from bot.store.database.errors import StoreError
from bot.store.tables import set_aside
from bot.supervisor import Jobs
from bot.tables.process_settings import ProcessSettings
from bot.tables.readable import list_unreadable
from bot.wording import HOST

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 60.0
"""Seconds between two checks whether a backup is due."""
FIRST_BACKUP_AFTER: Final = 5 * MINUTE
"""Milliseconds from a start to the first backup. A start serves people first, and a crash loop makes no backups."""
AGAIN_AFTER: Final = HOUR
"""Milliseconds after which a failed backup is tried again."""


class SetAsideTables(Struct):
    """Notes the tables that this process cannot read, and tells the host of each, at most every two weeks."""

    store: Store
    outbox: Outbox
    clock: Clock
    _noted: set[int] = set()
    """The tables that were noted since the start. A table in use is read again and again, and is noted only once."""
    jobs: Jobs = field(default_factory=Jobs)
    """The notes that are being written. If the program stops meanwhile, the next process that cannot read the table
    tells the host."""

    def note_soon(self, table: int) -> None:
        """Note a table and tell the host of it, in the background."""
        if table in self._noted:
            return
        self._noted.add(table)
        self.jobs.start(self._note(table), f"set-aside-{table}")

    async def settle(self, unreadable: Collection[int]) -> None:
        """Note the `unreadable` tables after all tables were read. Drop the notes of the others: they can be read."""
        await self.store.write(set_aside.keep_only, unreadable)
        self._noted &= set(unreadable)
        for table in unreadable:
            await self._note(table)

    async def is_empty(self) -> bool:
        """True if every table can be read, as far as is known."""
        return not await self.store.read(set_aside.list_set_aside)

    async def _note(self, table: int) -> None:
        try:
            found = await self.store.write(set_aside.note, table, self.clock())
            if found is not None:
                text = HOST.say("doctor/table_word", table=describe_table(found, HOST), number=table)
                log.error("%s", text)
                await self.outbox.tell_hosts(text, f"damaged:{table}:{found.since}")
        except StoreError as error:  # the next look at the table tries again
            self._noted.discard(table)
            log.debug("table %s could not be noted as damaged: %s", table, error)


class ScheduledBackups(Struct):
    """Makes backups at intervals and keeps the newest. Only the process that serves the first shard does this."""

    store: Store
    outbox: Outbox
    clock: Clock
    settings: ProcessSettings
    set_aside: SetAsideTables
    _begun: int = 0
    """The time of the start."""
    _try_at: int = 0
    """The time before which no backup is tried."""
    _told_on: int = 0
    """The day, since 1970, on which this process told the host of an old backup."""

    def __post_init__(self) -> None:
        self._begun = self.clock()
        self._try_at = self._begun + FIRST_BACKUP_AFTER

    @property
    def makes_backups(self) -> bool:
        """True if this process makes backups."""
        return self.settings.backups.hours > 0 and self.settings.share.serves(0)

    async def tick(self) -> None:
        """Make a backup if one is due, and tell the host if the last one is old. Raises StoreUnavailable."""
        now = self.clock()
        last = await self.store.read(kept_backups.find_last)
        if now >= self._try_at and (last is None or now - last.at >= self.settings.backups.interval):
            last = await self._make(now) or last
        if self._is_too_old(last, now):
            await self._tell(last, now)

    async def is_recent(self) -> bool:
        """False if the last backup is too old. True if this process makes no backups."""
        return not self.makes_backups or not self._is_too_old(
            await self.store.read(kept_backups.find_last), self.clock()
        )

    def _is_too_old(self, last: LastBackup | None, now: int) -> bool:
        """True if a backup was missed. In the first hour after a start, no backup counts as missed."""
        overdue = last is None or now - last.at >= self.settings.backups.overdue_after
        return overdue and now - self._begun >= AGAIN_AFTER

    async def _make(self, now: int) -> LastBackup | None:
        self._try_at = now + AGAIN_AFTER
        try:
            made = await kept_backups.make(self.store.engine, self.settings.backups, now, list_unreadable)
        except (StoreError, OSError) as error:
            log.error("no backup could be made: %s", error)
            return None
        before = await self.store.read(kept_backups.find_last)
        await self.store.write(kept_backups.note, made)
        if made.damaged and (before is None or not before.damaged):
            await self._tell_host(HOST.say("doctor/rows_word", count=made.damaged), f"rows:{now}")
        await self.set_aside.settle(made.unreadable)
        log.info("made the backup %s of %s bytes, and restored it as a proof", made.file, made.size)
        return made

    async def _tell(self, last: LastBackup | None, now: int) -> None:
        """Tell the host that the last backup is old, in the log and by message, at most once a day."""
        if self._told_on == now // DAY:
            return
        self._told_on = now // DAY
        key = "doctor/backup_notice_none" if last is None else "doctor/backup_notice"
        age = "" if last is None else say_span(now - last.at, HOST)
        text = HOST.say(key, hours=self.settings.backups.hours, age=age)
        await self._tell_host(text, f"backup:{self._told_on}")

    async def _tell_host(self, text: str, about: str) -> None:
        log.warning("%s", text)
        await self.outbox.tell_hosts(text, about)

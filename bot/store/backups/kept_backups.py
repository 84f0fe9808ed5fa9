"""The backups that the bot makes by itself. Each one is proved by restoring it, and the oldest ones are deleted.

They are in the folder `backups` in the data folder. Backups made by hand have other names, and are never deleted. A
note in the database tells every process about the last backup.
"""

import asyncio
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from bot.ports.times import HOUR
from bot.store.backups.backup import Check, prove, write_backup
from bot.store.database import key_values
from bot.store.database.engine import Address, Connection, Engine, use
from bot.store.database.sqlite_file import make_folder

_MEMO: Final = "backup"
_NAME: Final = "boneyard-scheduled-{}.jsonl.gz"


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """The settings for the backups that the bot makes by itself."""

    data: str = ""
    """The data folder."""
    hours: int = 0
    """The hours from one backup to the next; 0 for no backups."""
    keep: int = 7
    """The number of backups that are kept."""

    @property
    def folder(self) -> Path:
        """The folder of the backups."""
        return Path(self.data) / "backups"

    @property
    def interval(self) -> int:
        """Milliseconds from one backup to the next."""
        return self.hours * HOUR

    @property
    def overdue_after(self) -> int:
        """The age of the last backup (milliseconds) above which at least one backup must have been missed."""
        return 2 * self.interval


class LastBackup(NamedTuple):
    """The last backup that was written, and proved by restoring it."""

    at: int
    file: str
    size: int
    unreadable: Sequence[int] = ()
    """The numbers of the games' tables that cannot be read from the backup."""
    damaged: int = 0
    """The number of damaged rows that the database had when the backup was made."""


class StoppedEarly(Exception):
    """A backup was cancelled because the bot stops."""


def find_last(connection: Connection) -> LastBackup | None:
    """The last backup, made by the bot itself or by hand; None if there was none."""
    kept = key_values.get(connection, _MEMO)
    return LastBackup(**kept) if isinstance(kept, dict) else None


def note(connection: Connection, made: LastBackup) -> None:
    """Note a backup as the last one."""
    key_values.put(connection, _MEMO, made._asdict(), made.at)


def name_at(at: int) -> str:
    """The file name of a backup that begins at `at` (milliseconds). It shows that time in UTC."""
    return _NAME.format(time.strftime("%Y%m%d-%H%M%S", time.gmtime(at // 1000)))


def find_newer(keeping: BackupSettings, last: LastBackup | None) -> str:
    """The newest of the bot's own backups in the folder, if the database does not know it, as after an older copy was
    put in its place; otherwise ""."""
    newest = max((path.name for path in keeping.folder.glob(_NAME.format("*"))), default="")
    return newest if newest > name_at(0 if last is None else last.at) else ""


async def make(engine: Engine, keeping: BackupSettings, at: int, check: Check) -> LastBackup:
    """Write a backup of the whole database, prove it, and delete all but the newest `keeping.keep` backups.

    This happens in a thread with its own connection, so no other read or write waits. A backup that cannot be restored
    is deleted. A cancelled backup ends soon. Raises `BackupDamaged`, `StoreUnavailable` and OSError.
    """
    ended = threading.Event()
    try:
        return await asyncio.to_thread(lambda: asyncio.run(_make(engine.url, keeping, at, check, ended)))
    finally:
        ended.set()


async def _make(url: Address, keeping: BackupSettings, at: int, check: Check, ended: threading.Event) -> LastBackup:
    def raise_if_ended(_done: int) -> None:
        if ended.is_set():
            raise StoppedEarly

    make_folder(keeping.folder)
    path = keeping.folder / name_at(at)
    async with use(url) as engine:
        await write_backup(engine, path, raise_if_ended)
    try:
        restored = await prove(path, check, raise_if_ended)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    prune(keeping)
    damaged = sum(restored.damaged.values())
    return LastBackup(at, path.name, path.stat().st_size, list(restored.unreadable), damaged)


def prune(keeping: BackupSettings) -> None:
    """Delete the bot's own backups, except the newest `keeping.keep`, and unfinished files that a crash left."""
    made = sorted(keeping.folder.glob(_NAME.format("*")))
    unfinished = [path for ending in (".part", ".proof*") for path in keeping.folder.glob(_NAME.format("*") + ending)]
    for path in [*made[: -keeping.keep], *unfinished]:
        path.unlink(missing_ok=True)

"""The backups that the bot makes by itself: each is read back before it counts, and the oldest are deleted.

They lie in `backups` in the data folder. Their names differ from those of backups made by hand, which are never
deleted. A note in the database tells every process of the last backup.
"""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from bot.store.backups.backup import Progress, backup, verify
from bot.store.database import key_values
from bot.store.database.engine import Connection, Engine, open_engine
from bot.store.database.sqlite_file import make_folder

__all__ = ["Keeping", "LastBackup", "StoppedEarly", "last", "make", "name_at", "note", "prune"]

_MEMO: Final = "backup"
_HOUR: Final = 3_600_000
_NAME: Final = "boneyard-scheduled-{}.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Keeping:
    """The settings for the backups that a process makes by itself."""

    data: str = ""
    """The data folder."""
    hours: int = 0
    """The hours from one backup to the next; 0 turns them off."""
    keep: int = 7
    """The number of backups that are kept."""

    @property
    def folder(self) -> Path:
        """The folder of the backups."""
        return Path(self.data) / "backups"

    @property
    def every(self) -> int:
        """Milliseconds from one backup to the next."""
        return self.hours * _HOUR

    @property
    def old_after(self) -> int:
        """The age (milliseconds) at which the last backup is so old that the next must have been missed."""
        return 2 * self.every


class LastBackup(NamedTuple):
    """The last backup that was made and read back."""

    at: int
    file: str
    size: int


class StoppedEarly(Exception):
    """A backup was given up because the bot stops."""


def last(connection: Connection) -> LastBackup | None:
    """The last backup, by the bot itself or by hand; None if there was none."""
    kept = key_values.get(connection, _MEMO)
    if not isinstance(kept, dict):
        return None
    return LastBackup(int(str(kept["at"])), str(kept["file"]), int(str(kept["size"])))


def note(connection: Connection, made: LastBackup) -> None:
    """Note that a backup was made."""
    key_values.put(connection, _MEMO, {"at": made.at, "file": made.file, "size": made.size}, made.at)


def name_at(at: int) -> str:
    """The file name of a backup that is begun at `at` (milliseconds); it shows that time in UTC."""
    return _NAME.format(time.strftime("%Y%m%d-%H%M%S", time.gmtime(at // 1000)))


async def make(engine: Engine, keeping: Keeping, at: int) -> LastBackup:
    """Write a backup of the whole database, read it back, and delete the oldest beyond the number that is kept.

    All of this happens in a thread with its own connection, so no other read or write waits. A backup that cannot be
    read back is deleted. Raises `BackupDamaged`, `StoreUnavailable` and OSError. A cancelled backup ends soon after.
    """
    ended = threading.Event()
    url = engine.url.render_as_string(hide_password=False)
    try:
        return await asyncio.to_thread(_make, url, keeping, at, ended)
    finally:
        ended.set()


def _make(url: str, keeping: Keeping, at: int, ended: threading.Event) -> LastBackup:
    def go_on(_done: int) -> None:
        if ended.is_set():
            raise StoppedEarly

    make_folder(keeping.folder)
    path = keeping.folder / name_at(at)
    asyncio.run(_write(url, path, go_on))
    try:
        verify(path, go_on)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    prune(keeping)
    return LastBackup(at, path.name, path.stat().st_size)


async def _write(url: str, path: Path, go_on: Progress) -> None:
    engine = open_engine(url)
    try:
        await backup(engine, path, go_on)
    finally:
        await engine.dispose()


def prune(keeping: Keeping) -> None:
    """Delete the oldest of the bot's own backups beyond the number that is kept, and files that a crash left half
    written."""
    made = sorted(keeping.folder.glob(_NAME.format("*")))
    for path in [*made[: -keeping.keep], *keeping.folder.glob(_NAME.format("*") + ".part")]:
        path.unlink(missing_ok=True)

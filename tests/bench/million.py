"""A database with a million events: how much processor time and memory each step takes.

`python -m tests.bench.million [EVENTS]`. A table of each game is played for two hands and closed. Its rows are copied
under new numbers, books included, until the database has so many events. Each step then runs in a process of its own,
whose memory counts for this step alone. Seconds are those of the processor.
"""

import asyncio
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.cli import maintenance
from bot.config import Settings
from bot.store import Store
from bot.store.backups import backup as backups
from bot.tables.process_settings import ProcessSettings
from bot.tables.readable import list_unreadable
from games import registry
from tests.bench.scale import BlankScenes, SilentMessenger
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings

PEOPLE: Final = (BEAR, BULL, WALLY, NED)
HANDS: Final = 2
MOVED: Final[dict[str, tuple[str, ...]]] = {
    "tables": ("id", "channel_id", "place_id"),
    "seats": ("table_id",),
    "events": ("table_id",),
    "causes": ("table_id",),
    "secrets": ("table_id",),
    "transfers": ("id", "table_id"),
    "postings": ("transfer_id",),
}
"""By table of the database, the columns in which each copy gets numbers of its own."""
FILE: Final = "boneyard.db"
BACKUP: Final = "million.jsonl.gz"


async def play(file: Path) -> None:
    """Write a database with a closed table of each game."""
    async with await Store.open(f"sqlite:///{file}") as store:
        room = Room(store, settings(), SilentMessenger(), scenes=BlankScenes())
        await room.start()
        for game in registry.NAMES:
            table = await room.start_table(game, PEOPLE, 0)
            await play_until(room, table, HANDS, *PEOPLE)
            await room.settle()
            await room.close(table)
            await room.settle()
        await room.stop()


def grow(file: Path, events: int) -> int:
    """Copy all tables of the database until it has at least so many events. Returns their number."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        (own,) = connection.execute("SELECT count(*) FROM events").fetchone()
        (apart,) = connection.execute("SELECT 1 + max(max(id), (SELECT max(id) FROM transfers)) FROM tables").fetchone()
        copies = -(-events // own) - 1
        numbers = (
            f"(WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < {copies}) SELECT k FROM n)"
        )
        for name, moved in MOVED.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            taken = [f"{column} + {apart} * k" if column in moved else column for column in columns]
            if name == "transfers":
                source = (
                    "CASE WHEN source LIKE 't:%' THEN 't:' || (table_id + "
                    f"{apart} * k) || substr(source, 2 + instr(substr(source, 3), ':')) ELSE source || ':' || k END"
                )
                taken = [source if column == "source" else value for column, value in zip(columns, taken, strict=True)]
            connection.execute(
                f"INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(taken)} FROM {name}, {numbers}"
            )
        connection.commit()
        return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])


async def start(folder: Path) -> None:
    """Open the database, start the bot, and stop it."""
    async with await Store.open(f"sqlite:///{folder / FILE}") as store:
        room = Room(store, ProcessSettings(), SilentMessenger(), scenes=BlankScenes())
        await room.start()
        await room.settle()
        await room.stop()


async def fold(folder: Path) -> None:
    """Read and fold every table."""
    async with await Store.open(f"sqlite:///{folder / FILE}") as store:
        assert not await store.read(list_unreadable)


async def audit(folder: Path) -> None:
    """Run `boneyard audit`."""
    assert await maintenance.audit(Settings(boneyard_data=str(folder))) == 0


async def write(folder: Path) -> None:
    """Write a backup."""
    async with await Store.open(f"sqlite:///{folder / FILE}") as store:
        await backups.write_backup(store.engine, folder / BACKUP)


async def prove(folder: Path) -> None:
    """Prove the backup by restoring it, and fold every table of it."""
    assert not (await backups.prove(folder / BACKUP, list_unreadable)).unreadable


async def restore(folder: Path) -> None:
    """Restore the backup into a new database, without folding its tables."""
    await backups.restore(folder / BACKUP, folder / "restored.db")


STEPS: Final[dict[str, Callable[[Path], Coroutine[None, None, None]]]] = {
    step.__name__: step for step in (start, fold, audit, write, prove, restore)
}


def measure(step: str, folder: Path) -> tuple[float, int]:
    """The processor seconds and the peak memory (MiB) of a step, in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.million", "--step", step, str(folder)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
    seconds, peak = printed.split()
    return float(seconds), int(peak)


def carry_out(step: str, folder: Path) -> None:
    """Do a step in this process, and print its processor seconds and peak memory (MiB)."""
    began = time.process_time()
    asyncio.run(STEPS[step](folder))
    (peak,) = re.findall(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
    print(round(time.process_time() - began, 2), int(peak) // 1024)


def main(arguments: list[str]) -> None:
    """Measure every step, or do one in this process."""
    if arguments[:1] == ["--step"]:
        carry_out(arguments[1], Path(arguments[2]))
        return
    wanted = int(arguments[0]) if arguments else 1_000_000
    with tempfile.TemporaryDirectory(prefix="boneyard-million-") as made:
        folder = Path(made)
        asyncio.run(play(folder / FILE))
        events = grow(folder / FILE, wanted)
        print(f"{events:,} events, {(folder / FILE).stat().st_size / (1 << 20):.0f} MiB")
        for step in STEPS:
            seconds, peak = measure(step, folder)
            print(f"{step:8} {seconds:7.1f} s  {seconds / events * 1e6:6.1f} us an event  {peak:6} MiB", flush=True)
        print(f"backup: {(folder / BACKUP).stat().st_size / (1 << 20):.0f} MiB")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Automatic backups: each is read back, the oldest are deleted, and the host is told if one fails."""

import asyncio
import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from bot.automation.backups import AGAIN_AFTER, FIRST_BACKUP_AFTER, ScheduledBackups, SetAsideTables
from bot.outbox.outbox import Letters, Outbox
from bot.periodic import Lanes
from bot.ports import HOUR, MINUTE, say_span
from bot.store import ShardSet, Store, StoreUnavailable
from bot.store.backups import backup, backup_reading, kept_backups
from bot.store.backups.backup import Progress, RestoredDatabase
from bot.store.backups.kept_backups import BackupSettings
from bot.store.database import migrate
from bot.store.database.errors import BackupDamaged
from bot.tables.process_settings import ProcessSettings
from bot.wording import ENGLISH, Words
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.memory_messenger import RecordingMessenger, closed_dms, dm
from tests.bot.store.broken import Broken
from tests.bot.store.sample import fill
from tests.left_out import MORE_CASES

HOST = 77
DAY = 24 * HOUR


def backups_of(
    store: Store, messenger: RecordingMessenger, clock: ManualClock, settings: ProcessSettings
) -> ScheduledBackups:
    """The backups that a bot with these parts makes."""
    outbox = Outbox(store, messenger, clock, Lanes())
    return ScheduledBackups(store, outbox, clock, settings, SetAsideTables(store, outbox, clock))


class World:
    """A backup folder, a clock that the test turns, and a host who receives direct messages."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.clock = ManualClock()
        self.messenger = RecordingMessenger()
        self.messenger.hosts = (HOST,)
        self.store = store
        self.folder = folder / "backups"
        self.settings = ProcessSettings(backups=BackupSettings(str(folder), hours=24, keep=2))
        self.outbox = Outbox(store, self.messenger, self.clock, Lanes())
        self.outbox.add_tellers(Letters())
        self.begin()

    def begin(self) -> None:
        """Start the backups, or start them again."""
        self.backups = backups_of(self.store, self.messenger, self.clock, self.settings)

    async def pass_time(self, by: int) -> None:
        self.clock.forward(by)
        await self.backups.tick()
        await self.outbox.tick()

    def files(self) -> list[str]:
        return sorted(os.listdir(self.folder)) if self.folder.exists() else []


@pytest.fixture
async def world(store: Store, tmp_path: Path) -> World:
    await fill(store)
    made = World(store, tmp_path / "data")
    await made.backups.tick()
    return made


async def test_backups_are_made_at_intervals_and_the_oldest_are_deleted(world: World) -> None:
    assert world.backups.makes_backups
    assert world.files() == []
    await world.pass_time(FIRST_BACKUP_AFTER)
    (first,) = world.files()
    file = world.folder / first
    assert [*backup_reading.read_rows(file, migrate.find_head())]
    assert (file.stat().st_mode & 0o777, world.folder.stat().st_mode & 0o777) == (0o600, 0o700)
    last = await world.store.read(kept_backups.find_last)
    assert last is not None
    assert (last.at, last.file, last.size) == (world.clock.now, first, file.stat().st_size)
    await world.pass_time(DAY - 1)
    assert world.files() == [first]
    (world.folder / "boneyard-20200101-000000.jsonl.gz").write_bytes(b"by hand")
    (world.folder / "boneyard-scheduled-20200101-000000.jsonl.gz.part").write_bytes(b"half")
    await world.pass_time(1)
    await world.pass_time(DAY)
    kept = world.files()
    assert len(kept) == 3
    assert first not in kept
    assert kept[0] == "boneyard-20200101-000000.jsonl.gz"
    assert not [name for name in kept if name.endswith(".part")]
    assert world.messenger.messages == {}


async def test_a_start_keeps_the_schedule_of_the_last_backup(world: World) -> None:
    await world.pass_time(FIRST_BACKUP_AFTER)
    world.begin()
    await world.pass_time(HOUR)
    await world.pass_time(HOUR)
    assert len(world.files()) == 1
    await world.pass_time(DAY)
    assert len(world.files()) == 2


async def raise_damaged(path: Path, *rest: object) -> RestoredDatabase:
    raise BackupDamaged(f"{path.name} is damaged.")


@pytest.mark.thorough(MORE_CASES)
async def test_an_unreadable_backup_does_not_count_and_the_host_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.clock.forward(6 * HOUR)  # so that midnight is far away
    world.begin()
    await world.backups.tick()
    proved = backup.prove
    monkeypatch.setattr(kept_backups, "prove", raise_damaged)
    await world.pass_time(FIRST_BACKUP_AFTER)
    assert world.files() == []
    assert [line.levelname for line in caplog.records] == ["ERROR"]
    assert "no backup could be made" in caplog.text
    assert await world.backups.is_recent()
    await world.pass_time(AGAIN_AFTER)
    assert not await world.backups.is_recent()
    (letter,) = world.messenger.at(dm(HOST).channel)
    assert letter.text.startswith(
        "There's no backup of Boneyard's database yet, though the bot should make one every 24 hours."
    )
    world.begin()
    await world.pass_time(AGAIN_AFTER)
    await world.pass_time(AGAIN_AFTER)
    assert len(world.messenger.at(dm(HOST).channel)) == 1
    await world.pass_time(DAY)
    assert len(world.messenger.at(dm(HOST).channel)) == 2
    monkeypatch.setattr(kept_backups, "prove", proved)
    await world.pass_time(AGAIN_AFTER)
    assert len(world.files()) == 1
    assert await world.backups.is_recent()


async def test_the_host_is_told_how_old_the_last_backup_is(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.pass_time(FIRST_BACKUP_AFTER)
    monkeypatch.setattr(kept_backups, "prove", raise_damaged)
    await world.pass_time(DAY)
    assert world.messenger.messages == {}
    world.messenger.fail = closed_dms(HOST)
    await world.pass_time(DAY)
    assert "The last backup of Boneyard's database is 2 days old" in caplog.text
    world.messenger.fail = lambda what, place, message: None
    await world.pass_time(MINUTE)
    (letter,) = world.messenger.at(dm(HOST).channel)
    assert letter.text.startswith("The last backup of Boneyard's database is 2 days old")


async def test_backups_go_on_after_the_database_was_away(world: World, broken: Broken) -> None:
    broken.break_everything("the server is away")
    with pytest.raises(StoreUnavailable):
        await world.pass_time(FIRST_BACKUP_AFTER)
    broken.mend()
    await world.pass_time(AGAIN_AFTER)
    assert len(world.files()) == 1


async def test_a_backup_folder_that_cannot_be_written_is_logged_and_stops_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.folder.parent.mkdir(parents=True, exist_ok=True)
    world.folder.write_text("a file")
    await world.pass_time(FIRST_BACKUP_AFTER)
    assert "no backup could be made" in caplog.text


async def test_a_backup_runs_in_a_thread_and_ends_when_the_bot_stops(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, over = threading.Event(), threading.Event()
    threads: list[threading.Thread] = []

    async def endless(engine: object, path: Path, progress: Progress) -> dict[str, int]:
        threads.append(threading.current_thread())
        begun.set()
        try:
            while True:
                progress(1)
        finally:
            over.set()

    monkeypatch.setattr(kept_backups, "write_backup", endless)
    world.clock.forward(FIRST_BACKUP_AFTER)
    running = asyncio.create_task(world.backups.tick())
    await asyncio.to_thread(begun.wait)
    assert threads != [threading.current_thread()]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await asyncio.to_thread(over.wait)
    assert world.files() == []


def test_one_process_makes_backups_and_none_does_if_the_host_turns_them_off(store: Store) -> None:
    messenger = RecordingMessenger()

    def makes_backups(settings: ProcessSettings) -> bool:
        return backups_of(store, messenger, ManualClock(), settings).makes_backups

    daily = ProcessSettings(backups=BackupSettings("data", hours=24))
    assert makes_backups(daily)
    assert not makes_backups(ProcessSettings())
    assert makes_backups(replace(daily, share=ShardSet(frozenset({0, 1}), 4)))
    assert not makes_backups(replace(daily, share=ShardSet(frozenset({2}), 4)))


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [(0, "0 seconds"), (90 * 60_000, "90 minutes"), (3 * HOUR, "3 hours"), (3 * DAY, "3 days")],
)
def test_an_age_is_told_in_words(milliseconds: int, words: str) -> None:
    assert say_span(milliseconds, Words(ENGLISH)) == words

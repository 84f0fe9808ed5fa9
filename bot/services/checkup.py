"""Checks of the database, disk, backups, version and direct messages. `Watch` takes the figures that show a host from
afar whether people are served."""

import asyncio
import itertools
import platform
import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from bot import release
from bot.automation.backups import FIRST_BACKUP_AFTER
from bot.automation.scheduler import Scheduler
from bot.delivery.workers import MessageWorkers
from bot.messages.set_aside import describe_table
from bot.outbox.outbox import OWN_ERRORS, name_refused
from bot.ports import (
    HELD,
    Clock,
    DeliveryError,
    ErrorKind,
    Fault,
    Finding,
    Grade,
    Message,
    Messenger,
    Request,
    say_span,
)
from bot.release import NewestRelease
from bot.store import Connection, Store
from bot.store.backups import kept_backups
from bot.store.backups.kept_backups import BackupSettings, LastBackup
from bot.store.database import migrate
from bot.store.messages import condition, outbox
from bot.store.messages.condition import PlaceInUse
from bot.store.messages.refusals import Refusal, list_refused
from bot.store.processes import marks
from bot.store.tables import set_aside
from bot.store.tables.set_aside import SetAsideTable
from bot.tally.changes.lost_channels import list_tally_channels
from bot.wording import Words

MEBIBYTE: Final = 1 << 20
ROOM_FOR_MOVES: Final = 64 * MEBIBYTE
"""Free bytes below which moves are in danger."""
ROOM: Final = 512 * MEBIBYTE
"""Bytes that should still be free after the database has been copied once."""
SENT_WITHIN: Final = 5.0
"""Seconds that the test message may take."""
MOST_NAMED: Final = 10
MOST_SERVERS: Final = 25
"""The most servers whose channels are checked at once."""
SILENT: Final = 20.0
"""Seconds without an answer of Discord after which people are not served."""
STUCK: Final = 120.0
"""Seconds after which a table whose automatic moves fail counts as one that cannot be played."""
LATE: Final = 600.0
"""Seconds after which a message that has not arrived is worth a look."""

_OWN_FAULTS: Final = frozenset(kind.value for kind in ErrorKind if kind.fault is Fault.BOT)


class Figures(NamedTuple):
    """The figures of a moment. Times are seconds."""

    unanswered: float
    """The time for which Discord has answered none of the bot's requests; 0 if it answers."""
    stuck: int
    """The tables whose automatic moves have failed for a while."""
    undelivered: float
    """The age of the oldest message that is due and has not arrived; 0 if there is none."""
    backup: float | None
    """The age of the last backup that was restored as a proof; None if there was none."""
    unreached: int = 0
    """The people whom a message does not reach."""
    unreached_for: float = 0
    """The time for which the first of them has not been reached; 0 if there is none."""


class Watch(Struct, frozen=True):
    """Takes the figures. Nothing is measured between two looks."""

    store: Store
    scheduler: Scheduler
    workers: MessageWorkers
    clock: Clock
    unanswered: Callable[[], float]
    newest: NewestRelease

    async def take_figures(self) -> Figures:
        """Look at everything. Raises StoreUnavailable."""
        now = self.clock()
        due = await self.store.read(outbox.find_oldest_due, now, OWN_ERRORS)
        last = await self.store.read(kept_backups.find_last)
        refused = await self.store.read(list_refused, now)
        unreached = [refusal for refusal in refused if refusal.user is not None and refusal.retry_at]
        return Figures(
            self.unanswered(),
            self.scheduler.count_stuck(round(STUCK * 1000)),
            max(self.workers.find_longest_behind(), 0.0 if due is None else (now - due) / 1000),
            None if last is None else (now - last.at) / 1000,
            len({refusal.user for refusal in unreached}),
            (now - unreached[0].since) / 1000 if unreached else 0,
        )

    async def are_all_reached(self) -> bool:
        """False while Discord refuses somebody a message through a fault of the bot. Closed DMs are only counted."""
        refused = await self.store.read(list_refused, self.clock())
        return not any(refusal.user is not None and refusal.kind in _OWN_FAULTS for refusal in refused)

    def is_answered(self) -> bool:
        """False once Discord has answered nothing for a while."""
        return self.unanswered() < SILENT

    def are_all_playable(self) -> bool:
        """False while there is a table that cannot be played."""
        return not self.scheduler.count_stuck(round(STUCK * 1000))

    async def are_all_delivered(self) -> bool:
        """False while a message is long overdue."""
        return (await self.take_figures()).undelivered < LATE


class Facts(NamedTuple):
    """The facts from the database that a checkup needs. By default, those of an empty database."""

    size: int = 0
    last_backup: LastBackup | None = None
    damaged: Sequence[SetAsideTable] = ()
    damaged_messages: int = 0
    refused: Sequence[Refusal] = ()
    closed_dms: Sequence[int] = ()
    emojis: Sequence[str] = ()
    """The names of the emojis that the pieces should have."""
    marks: Collection[str] = ()
    """The marks by which this database knows its own processes."""
    places: Mapping[int, Sequence[PlaceInUse]] = {}
    """By checked server, the places of open tables."""
    tally: Mapping[int, Mapping[int, str]] = {}
    """By checked server, the channels in which the tally is announced, each with the reason why it takes no messages
    ("" if it takes them)."""
    has_more: bool = False
    """True if there are more servers than are checked."""


def read_facts(connection: Connection, now: int, guild: int | None = None) -> Facts:
    """Read the facts. `guild` is the server whose places and people are checked; None for up to `MOST_SERVERS`."""
    places = condition.list_places_in_use(connection, guild)
    checked = dict(itertools.islice(places.items(), MOST_SERVERS)) if guild is None else {guild: places.get(guild, [])}
    return Facts(
        condition.measure_size(connection),
        kept_backups.find_last(connection),
        set_aside.list_set_aside(connection),
        outbox.count_damaged(connection),
        list_refused(connection, now),
        condition.list_closed_dms(connection, guild),
        condition.list_emoji_names(connection),
        marks.list_known(connection),
        checked,
        {number: list_tally_channels(connection, number) for number in checked},
        len(places) > len(checked),
    )


class Checkup(Struct, frozen=True):
    """Checks what the bot needs. It changes nothing, and sends one direct message, to the requester."""

    messenger: Messenger
    keeping: BackupSettings
    watch: Watch

    def is_host(self, user: int) -> bool:
        """True for the people who run the bot."""
        return user in self.messenger.hosts

    async def read_facts(self, guild: int) -> Facts:
        """Read the facts, with the places and people of a server (0 for a DM)."""
        return await self.watch.store.read(read_facts, self.watch.clock(), guild)

    async def check_direct_messages(self, request: Request) -> Finding:
        """Send the requester a test message."""
        words = request.words
        try:
            async with asyncio.timeout(SENT_WITHIN):
                place, test = await self.messenger.open_dm(request.user), Message(words.say("doctor/dm_test"))
                await self.messenger.send(place, test, f"doctor:{request.cause[2:]}"[:25])
            grade, key = Grade.WELL, "doctor/dm_well"
        except DeliveryError as error:
            closed = error.kind in (ErrorKind.DMS_CLOSED, ErrorKind.FORBIDDEN)
            grade, key = Grade.NOTE, "doctor/dm_closed" if closed else "doctor/dm_unknown"
        except TimeoutError:
            grade, key = Grade.NOTE, "doctor/dm_unknown"
        return Finding("your DMs", grade, words.say(key))

    async def check_machine(self, facts: Facts, words: Words) -> list[Finding]:
        """Look at the machine and the database."""
        name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[self.watch.store.engine.dialect.name]
        well = words.say("doctor/database_well", name=name, size=format_bytes(facts.size, words))
        return [
            Finding("database", Grade.WELL, well),
            await asyncio.to_thread(check_disk, Path(self.keeping.data or "."), facts.size, words),
            *check_stored(facts, self.keeping, self.watch.clock(), words),
            *check_service(await self.watch.take_figures(), bool(facts.refused), words),
            check_release(words, self.watch.newest),
        ]


def check_players_reached(closed: Sequence[int], words: Words, named: bool = False) -> Finding:
    """Report the players whose DMs are closed."""
    if not closed:
        return Finding("players' DMs", Grade.WELL, words.say("doctor/dm_open"))
    names = [*(f"<@{user}>" for user in closed[:MOST_NAMED]), *(["..."] if len(closed) > MOST_NAMED else [])]
    named_players = f": {', '.join(names)}" if named else ""
    return Finding("players' DMs", Grade.NOTE, words.say("doctor/dm_players", count=len(closed), who=named_players))


def check_disk(folder: Path, size: int, words: Words) -> Finding:
    """Look at the free space where the database and its backups are. `size` is the size of the database in bytes."""
    existing = next((parent for parent in (folder, *folder.absolute().parents) if parent.is_dir()), folder)
    try:
        free = shutil.disk_usage(existing).free
    except OSError:
        return Finding("disk", Grade.NOTE, words.say("doctor/disk_unknown", folder=folder))
    grade, key = Grade.WELL, "doctor/disk_well"
    if free < ROOM_FOR_MOVES:
        grade, key = Grade.FAULT, "doctor/disk_full"
    elif free < size + ROOM:
        grade, key = Grade.NOTE, "doctor/disk_low"
    return Finding("disk", grade, words.say(key, free=format_bytes(free, words), size=format_bytes(size, words)))


def check_backups(last: LastBackup | None, keeping: BackupSettings, now: int, words: Words) -> Finding:
    """Report the last backup."""
    if newer := kept_backups.find_newer(keeping, last):
        return Finding("backup", Grade.NOTE, words.say("doctor/older_copy", file=newer))
    if last is None:
        key = "doctor/backup_soon" if keeping.hours > 0 else "doctor/backup_none"
        return Finding("backup", Grade.NOTE, words.say(key, age=say_span(FIRST_BACKUP_AFTER, words)))
    grade, key, age = Grade.NOTE, "doctor/backup_old" if keeping.hours else "doctor/backup_off", now - last.at
    if keeping.hours and age < keeping.overdue_after:
        grade, key = Grade.WELL, "doctor/backup_well"
    text = words.say(key, age=say_span(age, words), file=last.file, size=format_bytes(last.size, words))
    return Finding("backup", grade, text)


def check_tables(damaged: Sequence[SetAsideTable], words: Words) -> Finding:
    """Report the tables whose record is damaged."""
    if not damaged:
        return Finding("tables", Grade.WELL, words.say("doctor/tables_well"))
    descriptions = tuple(describe_table(table, words) for table in damaged[:MOST_NAMED])
    more = ("...",) if len(damaged) > MOST_NAMED else ()
    return Finding("tables", Grade.FAULT, words.say("doctor/tables_damaged", tables=descriptions + more))


def check_stored(facts: Facts, keeping: BackupSettings, now: int, words: Words) -> list[Finding]:
    """Report the last backup, the damaged tables and rows, and the messages that were set aside."""
    last = facts.last_backup
    counts = {"rows": 0 if last is None else last.damaged, "messages": facts.damaged_messages}
    texts = [words.say(f"doctor/{name}_damaged", count=count) for name, count in counts.items() if count]
    return [
        check_backups(last, keeping, now, words),
        check_tables(facts.damaged, words),
        *(Finding("records", Grade.FAULT, text) for text in texts),
    ]


def check_held_back(refused: Sequence[Refusal], now: int, words: Words) -> list[Finding]:
    """Report what Discord refuses: each message or request, for whom, since when, why, and the next try."""
    found = []
    for refusal in refused[:MOST_NAMED]:
        text = words.say(
            "doctor/held" if refusal.retry_at else "doctor/held_asked", detail=refusal.detail or refusal.kind,
            what=name_refused(refusal, words),
            who=words.say("doctor/held_public") if refusal.user is None else f"<@{refusal.user}>",
            age=say_span(now - refusal.since, words), next=say_span(refusal.retry_at - now, words),
        )  # fmt: skip
        found.append(Finding(HELD, Grade.FAULT if refusal.user is None else Grade.NOTE, text))
    if (more := len(refused) - len(found)) > 0:
        found.append(Finding(HELD, Grade.NOTE, words.say("doctor/held_more", count=more)))
    return found


def check_service(figures: Figures, held_back: bool, words: Words) -> list[Finding]:
    """Report everything that keeps people from being served at present. All is well only if nothing is held back."""
    found = []
    if figures.unanswered >= SILENT:
        text = words.say("doctor/discord_silent", age=say_span(round(figures.unanswered * 1000), words))
        found.append(Finding("Discord", Grade.FAULT, text))
    if figures.stuck:
        found.append(Finding("tables", Grade.FAULT, words.say("doctor/tables_stuck", count=figures.stuck)))
    if figures.undelivered >= LATE:
        text = words.say("doctor/messages_late", age=say_span(round(figures.undelivered * 1000), words))
        found.append(Finding("messages", Grade.NOTE, text))
    if found or held_back:
        return found
    return [Finding("service", Grade.WELL, words.say("doctor/served"))]


def check_release(words: Words, newest: NewestRelease) -> Finding:
    """Tell which release this is and what it runs on. If the host wants to know, tell also if it is the newest."""
    facts = {"python": platform.python_version(), "library": version_of("discord.py"), "schema": migrate.find_head()}
    text = words.say("doctor/version", version=release.version(), **facts)
    if not newest.on:
        return Finding("version", Grade.WELL, text)
    grade, key = Grade.NOTE, "doctor/version_behind" if newest.known else "doctor/version_unknown"
    if newest.known and newest.is_current():
        grade, key = Grade.WELL, "doctor/version_newest"
    return Finding("version", grade, f"{text} {words.say(key, newest=newest.known)}")


def format_bytes(size: int, words: Words) -> str:
    """Write a number of bytes in the unit that suits it: "300 bytes", "1.5 MiB"."""
    value = float(size)
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if value < 1024 or unit == "GiB":
            break
        value /= 1024
    point = words.say("number/point")
    return f"{size} bytes" if unit == "bytes" else f"{value:.1f} {unit}".replace(".", point)

"""The commands `backup`, `restore`, `downgrade`, `audit` and `health`."""

import itertools
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import aiohttp

from bot.cli.exit_status import ExitStatus
from bot.cli.progress import StatusLine
from bot.config import Misconfigured, Settings
from bot.messages.set_aside import describe_table
from bot.ops.health import ADVICE, serves_people
from bot.store import Connection, Store
from bot.store.backups import backup as backups, kept_backups
from bot.store.backups.backup_reading import read_revision
from bot.store.backups.kept_backups import LastBackup
from bot.store.backups.mending import list_damage
from bot.store.books import postings
from bot.store.database import migrate
from bot.store.database.engine import exists, find_damage, read, use
from bot.store.database.errors import BackupDamaged, NotEmpty
from bot.store.database.plain_text import allow_any_text
from bot.store.database.sqlite_file import make_folder
from bot.store.people import erased, erasure
from bot.store.people.erased import KnownErasures
from bot.store.processes.leases import hold_lease
from bot.store.tables import set_aside
from bot.store.tables.newer_events import list_waiting
from bot.store.tables.set_aside import SetAsideTable
from bot.tables.readable import list_unreadable
from bot.tally.books import audit as tally_audit
from bot.wording import HOST

MOST_DAMAGED = 50
"""The most damaged rows that an audit names."""
HEALTH_WITHIN = 10.0
"""Seconds in which the running bot must answer."""


async def backup(settings: Settings, file: Path | None) -> None:
    """Write the whole database to a file, and prove that the file can be restored.

    Without `file`, the backup goes to the folder `backups`, to a file named after the time. Raises `StoreError`, and
    Misconfigured if the file cannot be written or restored, or would replace something that is no backup.
    """
    path = file or settings.data / "backups" / time.strftime("boneyard-%Y%m%d-%H%M%S.jsonl.gz")
    try:
        with StatusLine() as progress:
            async with await Store.open(settings.database, begin=False) as store:
                _must_replace_only_a_backup(path)
                make_folder(path.parent)
                progress.begin("Writing the backup")
                counts = await backups.write_backup(store.engine, path, progress.count)
                progress.begin("Restoring it as a proof")
                _, unreadable, damaged = await backups.prove(path, _make_check(progress), progress.count)
                now = time.time_ns() // 1_000_000
                last_backup = LastBackup(now, path.name, path.stat().st_size, list(unreadable), sum(damaged.values()))
                await store.write(kept_backups.note, last_backup)
                for table in unreadable:
                    await store.write(set_aside.note, table, now)
                await store.write(set_aside.keep_only, unreadable)
    except BackupDamaged as error:
        raise Misconfigured(f"The backup cannot be restored: {error}") from None
    except OSError as error:
        raise Misconfigured(f"{path} cannot be written ({error.strerror}): name another file.") from None
    print(f"{path}: {sum(counts.values())} rows of {len(counts)} tables. It holds secrets; keep it safe.")
    _print_damage(unreadable, damaged)


def _must_replace_only_a_backup(path: Path) -> None:
    """Raise Misconfigured if a file is there and is no backup: somebody may name the database itself. An empty file may
    be replaced. Raises OSError."""
    try:
        if path.is_file() and path.stat().st_size:
            read_revision(path)
    except BackupDamaged:
        raise Misconfigured(f"{path} is there already, and is no backup: name another file.") from None


async def restore(settings: Settings, file: Path, old: str | None = None) -> None:
    """Fill the empty database from a backup. Who was erased from the `old` database since is erased again.

    Raises `StoreError`, and Misconfigured if the backup is missing or damaged, or the database is not empty.
    """
    known = KnownErasures("", {}) if old is None else await _read_erasures(old)
    again = 0

    def check(connection: Connection) -> Mapping[int, str]:
        nonlocal again
        again = erasure.erase_again(connection, known)
        now = time.time_ns() // 1_000_000
        kept_backups.note(connection, LastBackup(now, file.name, file.stat().st_size))
        return _make_check(progress)(connection)

    try:
        with StatusLine() as progress:
            progress.begin("Restoring the backup")
            counts, unreadable, damaged = await backups.restore(file, settings.database, progress.count, check)
    except FileNotFoundError:
        raise Misconfigured(f"{file} does not exist: name a file that `backup` wrote.") from None
    except (BackupDamaged, NotEmpty) as error:
        raise Misconfigured(str(error)) from None
    print(f"Restored {sum(counts.values())} rows of {len(counts)} tables.")
    if old is None:
        print("If somebody has erased their data since that backup, restore it as `boneyard restore FILE OLD`: OLD is "
              "the database that was used until now.")  # fmt: skip
    elif again:
        print(f"Erased again, since they had erased their data: {again}.")
    _print_damage(unreadable, damaged)


async def _read_erasures(old: str) -> KnownErasures:
    """Read who was erased from a database. Raises `StoreError`, and Misconfigured if there is none."""
    address = old if "://" in old else Path(old)
    if not exists(address):
        raise Misconfigured(f"{old} does not exist: name the database that the bot used until now.")
    async with use(address) as engine:
        return await read(engine, erased.list_known)


def _make_check(progress: StatusLine) -> backups.Check:
    """Make the check of a backup. The check reads every table, and shows this as a step of its own."""

    def check(connection: Connection) -> Mapping[int, str]:
        progress.begin("Reading every table")
        return list_unreadable(connection)

    return check


def _print_damage(unreadable: Mapping[int, str], damaged: Mapping[str, int]) -> None:
    """Print a line for each table that cannot be read, and one for each kind of damaged rows."""
    for table, part in unreadable.items():
        print(f"Table {table} is set aside, since {part} cannot be read; all other tables play on.", file=sys.stderr)
    for name, count in damaged.items():
        print(f"Damaged rows of `{name}`: {count}. The backup keeps what could be read of them.", file=sys.stderr)


async def downgrade(settings: Settings, revision: str) -> None:
    """Migrate the database back to the schema of an older release, and first list the tables that it cannot play.

    No bot may use the database meanwhile.

    Raises Misconfigured if there is no such older schema, `InUse` while a bot runs, and `StoreError`.
    """
    url = settings.database
    if await migrate.read_revision_at(url) == migrate.find_head():
        async with use(url) as engine, hold_lease(engine):  # the lease is free only while no bot runs
            waiting = await read(engine, list_waiting, revision)
        if waiting and revision in migrate.list_known_revisions():
            print(
                "These tables wait until a newer release is back, since the older one cannot play them: "
                f"{', '.join(map(str, waiting))}.",
                flush=True,
            )
    try:
        before = await migrate.downgrade(url, revision)
    except ValueError as error:
        raise Misconfigured(str(error)) from None
    print(
        f"The database went back from schema {before} to {revision}. Install the older release before the next start."
    )


async def audit(settings: Settings) -> int:
    """Print every fault of the database, the books and the logs, and every difference between books and events. Return
    the exit status.

    Raises Misconfigured for a database of an older schema, because an audit changes nothing.
    """
    schema = await migrate.read_revision_at(settings.database)
    if schema is not None and schema != migrate.find_head():
        raise Misconfigured(
            f"The database is at schema {schema}, and this release checks schema {migrate.find_head()}: start the bot "
            "once, which migrates it, or audit it with the release that wrote it."
        )
    async with await Store.open(settings.database, begin=False) as store:
        with StatusLine() as progress:
            progress.begin("Checking the database itself")
            damage = find_damage(settings.database)  # the contents of a damaged file cannot be trusted
            faults = [str(damage)] if damage is not None else await store.read(_list_faults, progress)
    for sentence in faults:
        print(sentence)
    if not faults:
        print("Every posting sums to zero, follows from its table's events, and every log is whole.")
    return ExitStatus.FAILED if faults else ExitStatus.OK


def _list_faults(connection: Connection, progress: StatusLine) -> list[str]:
    """Describe the first damaged rows, and every fault of the books and the logs, each in a sentence."""
    progress.begin("Checking every row")
    faults = [*itertools.islice(list_damage(connection), MOST_DAMAGED)]
    with allow_any_text(connection):
        progress.begin("Checking the books and the logs")
        faults += postings.audit(connection)
        progress.begin("Comparing the books with the events of every table")
        unreadable = list_unreadable(connection)
        faults += _describe_unreadable(unreadable, set_aside.list_set_aside(connection))
        return [*faults, *tally_audit.list_differences(connection, unreadable)]


def _describe_unreadable(unreadable: Mapping[int, str], noted: Sequence[SetAsideTable]) -> Iterator[str]:
    """Yield a sentence for each table that cannot be read: which part is damaged, and since when."""
    descriptions = {table.table: describe_table(table, HOST) for table in noted}
    for table, part in unreadable.items():
        name = descriptions.get(table, f"table {table}")
        yield f"{name}: {part} cannot be read. It is set aside; docs/hosting.md says what to do about a damaged table"


async def print_health(settings: Settings) -> int:
    """Ask the running bot for its health and print the result of each check. Return the exit status.

    Raises Misconfigured without a health port.
    """
    if not settings.health_port:
        raise Misconfigured("HEALTH_PORT is not set, so the bot does not answer: set it and start the bot again.")
    state = await fetch_health(settings)
    if not state:
        address = address_of_health(settings)
        print(f"No Boneyard answers at {address}: check that it runs, and HEALTH_PORT and HEALTH_HOST.")
    for name, found in state.items():
        bad = "look at it with `boneyard doctor`" if name in ADVICE else "not well"
        print(f"{name}: {'well' if found is True else bad if found is False else found}")
    return ExitStatus.OK if state and serves_people(state) else ExitStatus.FAILED


def address_of_health(settings: Settings) -> str:
    """The address at which the running bot tells its health."""
    host = f"[{settings.health_host}]" if ":" in settings.health_host else settings.health_host
    return f"http://{host}:{settings.health_port}/health"


async def fetch_health(settings: Settings) -> dict[str, bool | float | None]:
    """Ask the running bot for the results of its checks and for its figures, by name; {} if no bot answers."""
    timeout = aiohttp.ClientTimeout(HEALTH_WITHIN)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(address_of_health(settings)) as answer,
        ):
            found = await answer.json(content_type=None)
    except (aiohttp.ClientError, OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}

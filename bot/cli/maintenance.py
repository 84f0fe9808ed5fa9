"""The commands `backup`, `restore`, `downgrade`, `audit` and `health`."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
import urllib.error
import urllib.request
from pathlib import Path

from bot.cli.exit_status import ExitStatus
from bot.cli.progress import Progress
from bot.config import Misconfigured, Settings
from bot.ops.health import ADVICE
from bot.store.backups import backup as backups
from bot.store.backups import kept_backups
from bot.store.backups.kept_backups import LastBackup
from bot.store.books import postings
from bot.store.books.audit import integrity
from bot.store.database import migrate
from bot.store.database.engine import Connection, open_engine
from bot.store.database.errors import BackupDamaged, NotEmpty
from bot.store.database.sqlite_file import make_folder
from bot.store.processes.leases import hold_lease
from bot.store.store import Store
from bot.tables.readable import first_unreadable
from bot.tally import audit as tally_audit

HEALTH_WITHIN = 10.0
"""Seconds in which the running bot must answer."""


async def backup(settings: Settings, file: Path | None) -> None:
    """Write the whole database to a file and read it back. By default, the file is in `backups` and named by the time.

    Raises Misconfigured if the file cannot be written or read back, and `StoreError`.
    """
    path = file or settings.data / "backups" / time.strftime("boneyard-%Y%m%d-%H%M%S.jsonl.gz")
    try:
        with Progress() as progress:
            async with await Store.open(settings.database, begin=False) as store:
                make_folder(path.parent)
                progress.begin("Writing the backup")
                counts = await backups.backup(store.engine, path, progress.count)
                progress.begin("Reading it back")
                backups.verify(path, progress.count)
                now = time.time_ns() // 1_000_000
                await store.write(kept_backups.note, LastBackup(now, path.name, path.stat().st_size))
    except BackupDamaged as error:
        raise Misconfigured(f"The backup cannot be read back: {error}") from None
    except OSError as error:
        raise Misconfigured(f"{path} cannot be written ({error.strerror}): name another file.") from None
    print(f"{path}: {sum(counts.values())} rows of {len(counts)} tables. It holds secrets; keep it safe.")


async def restore(settings: Settings, file: Path) -> None:
    """Fill the empty database from a backup.

    Raises Misconfigured if the backup is missing or damaged, or the database is not empty, and `StoreError`.
    """
    try:
        with Progress() as progress:
            progress.begin("Restoring the backup")

            def check(connection: Connection) -> int | None:
                progress.begin("Reading every table")
                return first_unreadable(connection)

            counts = await backups.restore(file, settings.database, progress.count, check)
    except FileNotFoundError:
        raise Misconfigured(f"{file} does not exist: name a file that `backup` wrote.") from None
    except (BackupDamaged, NotEmpty) as error:
        raise Misconfigured(str(error)) from None
    print(f"Restored {sum(counts.values())} rows of {len(counts)} tables.")


async def downgrade(settings: Settings, revision: str) -> None:
    """Migrate the database, which no bot may use meanwhile, back to the schema of an older release.

    Raises Misconfigured if there is no such older schema, `InUse` while a bot runs, and `StoreError`.
    """
    url = settings.database
    if await migrate.check_revision(url) == migrate.head():
        engine = open_engine(url)
        try:
            async with hold_lease(engine):
                pass  # no bot is running
        finally:
            await engine.dispose()
    try:
        before = await migrate.downgrade(url, revision)
    except ValueError as error:
        raise Misconfigured(str(error)) from None
    print(
        f"The database went back from schema {before} to {revision}. Install the older release before the next start."
    )


async def audit(settings: Settings) -> int:
    """Print every fault of the database, the books and the logs, and every difference between books and events. Return
    the exit status."""
    async with await Store.open(settings.database, begin=False) as store:
        with Progress() as progress:
            progress.begin("Checking the database's own order")
            faults = await store.read(integrity)
            if not faults:  # the contents of a damaged file cannot be trusted
                progress.begin("Checking the books and the logs")
                faults += await store.read(postings.audit)
                progress.begin("Comparing the books with the events of every table")
                faults += await store.read(tally_audit.differences)
    for sentence in faults:
        print(sentence)
    if not faults:
        print("Every posting sums to zero, follows from its table's events, and every log is whole.")
    return ExitStatus.FAILED if faults else ExitStatus.OK


async def health(settings: Settings) -> int:
    """Ask the running bot for its health and print the result of each check. Return the exit status."""
    if not settings.health_port:
        raise Misconfigured("HEALTH_PORT is not set, so the bot does not answer: set it and start the bot again.")
    host = f"[{settings.health_host}]" if ":" in settings.health_host else settings.health_host
    url = f"http://{host}:{settings.health_port}/health"
    state = await asyncio.to_thread(_fetch_health, url)
    if not state:
        print(f"No Boneyard answers at {url}: check that it runs, and HEALTH_PORT and HEALTH_HOST.")
    for name, healthy in state.items():
        print(f"{name}: {'well' if healthy else 'look at it with `boneyard doctor`' if name in ADVICE else 'not well'}")
    serves = all(healthy for name, healthy in state.items() if name not in ADVICE)
    return ExitStatus.OK if state and serves else ExitStatus.FAILED


def _fetch_health(url: str) -> dict[str, bool]:
    """Fetch the results of the checks, by name; {} if no bot answers."""
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        try:
            answer = directly.open(url, timeout=HEALTH_WITHIN)
        except urllib.error.HTTPError as unhealthy:
            answer = unhealthy
        with answer:
            found = json.load(answer)
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    return {str(name): bool(healthy) for name, healthy in found.items()} if isinstance(found, dict) else {}

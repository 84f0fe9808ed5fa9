"""`backup`, `restore`, `audit` and `health`: what a host does with the database and the process."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
import urllib.error
import urllib.request
from pathlib import Path

from bot.config import Misconfigured, Settings
from bot.store import backup as backups
from bot.store import postings
from bot.store.errors import BackupDamaged, NotEmpty
from bot.store.store import Store
from bot.tally import audit as tally_audit

HEALTH_WITHIN = 10.0
"""Seconds that the running bot may take to say how it is."""


async def backup(settings: Settings, file: Path | None) -> None:
    """Write the whole database to a file; by default one of today's date in the data folder's `backups`.

    Raises Misconfigured if the file cannot be written, and `StoreError`.
    """
    path = file or settings.data / "backups" / time.strftime("boneyard-%Y%m%d-%H%M%S.jsonl.gz")
    try:
        async with await Store.open(settings.database, begin=False) as store:
            path.parent.mkdir(parents=True, exist_ok=True)
            counts = await backups.backup(store.engine, path)
    except OSError as error:
        raise Misconfigured(f"{path} cannot be written: {error.strerror}.") from None
    print(f"{path}: {sum(counts.values())} rows of {len(counts)} tables. It holds secrets; keep it safe.")


async def restore(settings: Settings, file: Path) -> None:
    """Fill the empty database from a backup. Raises Misconfigured if the backup is not there or not whole, or the
    database not empty, and `StoreError`."""
    try:
        counts = await backups.restore(file, settings.database)
    except FileNotFoundError:
        raise Misconfigured(f"There is no {file}.") from None
    except (BackupDamaged, NotEmpty) as error:
        raise Misconfigured(str(error)) from None
    print(f"Restored {sum(counts.values())} rows of {len(counts)} tables.")


async def audit(settings: Settings) -> int:
    """Say what is wrong with the books and the logs, and how the books differ from what happened at the tables; the
    exit status is 1 if anything is wrong."""
    async with await Store.open(settings.database, begin=False) as store:
        wrong = [*await store.read(postings.audit), *await store.read(tally_audit.differences)]
    for sentence in wrong:
        print(sentence)
    if not wrong:
        print("Every posting sums to zero, follows from its table's events, and every log is whole.")
    return 1 if wrong else 0


async def health(settings: Settings) -> int:
    """Ask the running bot how it is; the exit status is 0 only if all is well."""
    if not settings.health_port:
        raise Misconfigured("HEALTH_PORT is not set, so that nobody answers.")
    host = f"[{settings.health_host}]" if ":" in settings.health_host else settings.health_host
    url = f"http://{host}:{settings.health_port}/health"
    state = await asyncio.to_thread(_asked, url)
    if not state:
        print(f"No Boneyard answers at {url}.")
    for what, well in state.items():
        print(f"{what}: {'well' if well else 'not well'}")
    return 0 if state and all(state.values()) else 1


def _asked(url: str) -> dict[str, bool]:
    """What is well and what is not; empty if no bot answers."""
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        try:
            answer = directly.open(url, timeout=HEALTH_WITHIN)
        except urllib.error.HTTPError as unwell:
            answer = unwell
        with answer:
            found = json.load(answer)
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    return {str(what): bool(well) for what, well in found.items()} if isinstance(found, dict) else {}

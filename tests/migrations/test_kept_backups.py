"""Backups that earlier states wrote (`tests.migrations.keep`) are restored now, on SQLite and on PostgreSQL."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store
from bot.store.backups import backup
from bot.store.books import postings
from bot.store.database import migrate
from bot.store.tables import rows as stored_tables
from bot.tables.readable import list_unreadable
from bot.tally.books import audit as tally_audit
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.room import Room, settings
from tests.bot.store.balances import read_balances
from tests.left_out import LONGER, MORE_CASES, mark_thorough
from tests.migrations.keep import STORED, describe_table

AFTER = 1_800_000_000_000
"""A time after everything in the backups (milliseconds)."""
BACKUPS = sorted(STORED.glob("*.backup.gz"))


def test_every_kept_state_has_a_backup() -> None:
    assert {path.name for path in BACKUPS} == {f"{path.stem}.backup.gz" for path in STORED.glob("*.json")}


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize(
    "file",
    mark_thorough(BACKUPS, MORE_CASES, but=BACKUPS[-1:]),
    ids=[path.name.partition(".backup")[0] for path in BACKUPS],
)
async def test_a_kept_backup_is_restored_with_every_table_and_all_books(file: Path, store_url: str) -> None:
    facts: dict[str, Any] = json.loads(file.with_name(file.name.replace(".backup.gz", ".json")).read_text("utf-8"))
    restored = await backup.restore(file, store_url, check=list_unreadable)
    assert not restored.unreadable
    async with await Store.open(store_url, begin=False) as store:
        assert await store.read(migrate.read_revision) == migrate.find_head()
        room = Room(store, settings(), clock=ManualClock(AFTER))
        for number, expected in facts["tables"].items():
            described = await describe_table(room, int(number))
            assert described.items() <= expected.items(), number
        assert await store.read(postings.audit) == []
        assert await store.read(tally_audit.list_differences) == []
        crew = (await store.read(stored_tables.load, 1)).crew
        keys = await store.read(postings.list_account_keys, crew)
        standing = await store.read(read_balances, crew)
        assert {keys[account][0]: amount for account, amount in standing.items()} == facts["balances"]

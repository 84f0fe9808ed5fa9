"""Databases that earlier states wrote (`tests.migrations.keep`): they open, fold, verify, back up, and play on.

The rules may have changed since a hand was played. Its draws are still proved, and nobody calls it bad.
"""

import json
import runpy
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.cli import export, maintenance, verify
from bot.config import Misconfigured, Settings
from bot.messages.parts.table_words import words_of
from bot.services.fairness import describe_verdict
from bot.store import Store
from bot.store.backups import backup
from bot.store.books import postings
from bot.store.database import migrate
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Table
from bot.tables.fairness.shuffles import OPENED, UNDER_WAY, check_hand
from bot.tables.readable import list_unreadable
from bot.tally.books import audit as tally_audit
from games import registry
from games.core.events import Stored, decode, encode, upgrade
from tests.architecture.tree import ROOT
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.players import play_to
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.bot.store.balances import read_balances
from tests.left_out import LONGER, MORE_CASES, MORE_GAMES, mark_thorough
from tests.migrations.keep import STORED, come_back, describe_table
from tests.migrations.stored_databases import copy_migrated, read_dump, unpack
from tests.migrations.test_migrations import structure

STATES = sorted(path.stem for path in STORED.glob("*.json"))
QUICK = ("duo-dominoes", "bonedoneskis")
"""The games whose hands are over soonest."""
check_again = runpy.run_path(str(ROOT / "docs" / "verify.py"))["check"]


def facts_of(state: str) -> dict[str, Any]:
    """The facts that were written beside the database of a state."""
    facts: dict[str, Any] = json.loads((STORED / f"{state}.json").read_text("utf-8"))
    return facts


def games_of(state: str) -> list[str]:
    """The games of a state, which were the games of its release."""
    played = {table["game"] for table in facts_of(state)["tables"].values()}
    return [name for name in registry.NAMES if name in played]


@pytest.fixture(params=mark_thorough(STATES, MORE_CASES, but=STATES[-1:]))
def state(request: pytest.FixtureRequest) -> str:
    """The name of a kept state."""
    return str(request.param)


@pytest.fixture(scope="module")
def kept_events() -> dict[str, list[Stored]]:
    """The different events of every stored database, as its release wrote them."""
    assert all(registry.game(name) for name in registry.NAMES)  # loads the events of all games
    found = {}
    for name in STATES:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.executescript(read_dump(name))
            rows = connection.execute("SELECT DISTINCT kind, version, body FROM events").fetchall()
        found[name] = [Stored(kind, version, json.loads(body)) for kind, version, body in rows]
    return found


@pytest_asyncio.fixture
async def old(tmp_path: Path, state: str) -> AsyncIterator[Store]:
    """The store on a copy of that state's database, brought to today's schema."""
    file = tmp_path / "old.db"
    await copy_migrated(state, file)
    async with await Store.open(f"sqlite:///{file}", begin=False) as store:
        yield store


async def test_a_kept_state_gets_the_schema_of_a_new_database(old: Store, tmp_path: Path) -> None:
    """The migrations use columns of the code: a change of these would change new databases alone."""
    async with await Store.open(f"sqlite:///{tmp_path / 'new.db'}") as new:
        assert await old.read(structure) == await new.read(structure)


async def test_a_kept_state_has_every_game_closed_and_under_way(state: str) -> None:
    found = {(table["game"], table["status"]) for table in facts_of(state)["tables"].values()}
    assert len(games_of(state)) >= 4
    assert {(game, status) for game in games_of(state) for status in ("closed", "live")} <= found


async def test_kept_tables_fold_to_the_states_they_had(old: Store, state: str) -> None:
    facts = facts_of(state)
    room = Room(old, settings(), clock=ManualClock(facts["written"]))
    for number, expected in facts["tables"].items():
        assert await describe_table(room, int(number)) == expected, number


def test_no_value_of_a_kept_event_is_lost(kept_events: dict[str, list[Stored]]) -> None:
    """A lost value means that a field was renamed or removed without a new version of its event."""
    lost = {
        f"{kind}, version {version}: {name}"
        for stored in kept_events.values()
        for kind, version, body in map(upgrade, stored)
        for name in list_lost(body, encode(decode(Stored(kind, version, body))).body)
    }
    assert not lost, f"raise the version of these events, and add an upcast that keeps the value: {sorted(lost)}"


def list_lost(body: Any, again: Any, place: str = "") -> Iterator[str]:
    """List the places in a stored body whose values are missing from the event that was read from it."""
    if isinstance(body, dict):
        for name, value in body.items():
            yield from list_lost(value, again[name], f"{place}.{name}") if name in again else (f"{place}.{name}",)
    elif isinstance(body, list):
        for value, other in zip(body, again, strict=True):
            yield from list_lost(value, other, f"{place}[]")


def test_older_versions_of_events_are_kept(kept_events: dict[str, list[Stored]]) -> None:
    """The state before a new version of an event must be kept before the version is raised."""
    kept = {(kind, version) for stored in kept_events.values() for kind, version, _ in stored}
    current = {kind: upgrade(stored).version for stored in chain(*kept_events.values()) for kind in (stored.kind,)}
    lacking = {(kind, old) for kind, version in current.items() for old in range(1, version)} - kept
    assert not lacking, (
        f"no kept database has {sorted(lacking)}: take the change back, run `python -m tests.migrations.keep NAME`, "
        "and then raise the version"
    )


async def test_kept_books_balance_and_agree_with_the_tables(old: Store, state: str) -> None:
    facts = facts_of(state)
    assert await old.read(postings.audit) == []
    assert await old.read(tally_audit.list_differences) == []
    crew = (await old.read(stored_tables.load, 1)).crew
    assert len(await old.read(postings.read, crew)) == facts["postings"]
    keys = await old.read(postings.list_account_keys, crew)
    standing = await old.read(read_balances, crew)
    assert {keys[account][0]: amount for account, amount in standing.items()} == facts["balances"]


async def test_kept_hands_are_proved_and_never_called_bad(old: Store, state: str) -> None:
    facts = facts_of(state)
    room = Room(old, settings(), clock=ManualClock(facts["written"]))
    proved = 0
    for number, expected in facts["tables"].items():
        table = await room.get(int(number))
        for hand in range(1, expected["number"] + 1):
            verdict = await old.read(check_hand, table, hand)
            assert verdict is not None
            assert verdict.kept and verdict.same, describe_verdict(table, verdict, words_of(table))
            assert not verdict.undrawn, describe_verdict(table, verdict, words_of(table))
            if verdict.stage != UNDER_WAY:
                proved += verdict.stage == OPENED or all(order.shown for order in verdict.orders)
        exported = json.loads(json.dumps(await old.read(export.build_export, int(number), None)))
        results = verify.check(exported)
        assert all(well is not False for well, _ in results), results
        faults = [fault for _, fault, _ in check_again(exported) if fault]
        assert not faults, "the second verifier agrees"
    assert proved >= 2 * len(games_of(state))


async def test_an_audit_migrates_nothing(tmp_path: Path, state: str) -> None:
    file = tmp_path / "old.db"
    unpack(state, file)
    before = await migrate.read_revision_at(file)
    if before == migrate.find_head():
        assert await maintenance.audit(Settings(database_url=f"sqlite:///{file}")) == 0
    else:
        with pytest.raises(
            Misconfigured, match=f"at schema {before}, and this release checks schema {migrate.find_head()}"
        ):
            await maintenance.audit(Settings(database_url=f"sqlite:///{file}"))
    assert await migrate.read_revision_at(file) == before


@pytest.mark.thorough(LONGER)
async def test_a_kept_state_is_restored_goes_back_and_comes_again(old: Store, tmp_path: Path, state: str) -> None:
    facts = facts_of(state)
    unpack(state, tmp_path / "kept.db")
    kept = await migrate.read_revision_at(tmp_path / "kept.db")
    assert kept is not None
    before = min(kept, f"{int(migrate.find_head()) - 1:04}")
    await backup.write_backup(old.engine, tmp_path / "b.gz")
    url = f"sqlite:///{tmp_path}/copy.db"
    restored = await backup.restore(tmp_path / "b.gz", url, check=list_unreadable)
    assert restored.counts["events"] > 0 and not restored.unreadable
    assert await migrate.downgrade(url, before) == migrate.find_head()
    assert await migrate.read_revision_at(tmp_path / "copy.db") == before
    async with await Store.open(url, begin=False) as again:
        assert await again.read(migrate.read_revision) == migrate.find_head()
        assert await again.read(tally_audit.list_differences) == []
        room = Room(again, settings(), clock=ManualClock(facts["written"]))
        for number, expected in facts["tables"].items():
            assert await describe_table(room, int(number)) == expected, number


@pytest.mark.parametrize(
    ("state", "game"),
    mark_thorough(
        [(state, game) for state in STATES for game in games_of(state)],
        MORE_GAMES,
        but=[(state, game) for state in STATES for game in QUICK[:1]],
    ),
)
async def test_a_kept_hand_is_played_to_its_end(old: Store, state: str, game: str) -> None:
    facts = facts_of(state)
    (number,) = [
        int(number) for number, table in facts["tables"].items() if (table["game"], table["status"]) == (game, "live")
    ]
    room = Room(old, settings(), clock=ManualClock(facts["written"]))
    await room.start()
    await come_back(room, number)
    before = await room.get(number)

    def is_over(table: Table) -> bool:
        return table.shuffle.last_finished > before.shuffle.last_finished or table.status == "closed"

    table = await play_to(room, number, is_over, BEAR, BULL)
    await room.settle()
    verdict = await room.fairness.check(table)
    assert verdict.same and not verdict.undrawn
    assert await old.read(postings.audit) == []
    assert await old.read(tally_audit.list_differences) == []
    await room.stop()

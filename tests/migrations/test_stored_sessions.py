"""A database that an older release wrote: it opens, every table folds to the same state, and play goes on.

`stored/sessions.sql.gz` is an SQLite dump of schema 0001: a table of each game in the middle of its second hand, with
standing orders; a closed session; a lobby; and a crew with a guest, preferences, tally entries and announcements that
are still to be sent. `stored/sessions.json` holds the states as the older release saw them. Neither file ever changes.
`test_kept_states.py` has the states that were kept since.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import select, update

from bot.cli import export, verify
from bot.store.books import postings
from bot.store.database.schema import tables
from bot.store.messages import projections
from bot.store.people import preferences, standing_orders
from bot.store.people.preferences import Preferences
from bot.store.store import Store
from bot.store.tables import rows as stored_tables
from bot.tables.readable import list_unreadable
from bot.tally import audit as tally_audit
from games import registry
from games.core.seats import Seat
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, NED, Room, settings
from tests.bot.store.balances import read_balances
from tests.left_out import MORE_GAMES, mark_thorough
from tests.migrations.keep import STORED
from tests.migrations.stored_databases import copy_migrated

TABLES: dict[str, dict[str, Any]] = json.loads((STORED / "sessions.json").read_text("utf-8"))["tables"]
PLAYED = [number for number, facts in TABLES.items() if facts["status"] == "live"]
LAST_WRITTEN = 1_700_003_700_000
"""A time after everything in the database (milliseconds)."""


@pytest_asyncio.fixture
async def old(tmp_path: Path) -> AsyncIterator[Store]:
    """The store on a copy of the older release's database."""
    file = tmp_path / "old.db"
    await copy_migrated("sessions", file)
    async with await Store.open(f"sqlite:///{file}", begin=False) as store:
        yield store


@pytest_asyncio.fixture
async def room(old: Store) -> AsyncIterator[Room]:
    """The bot, started on that database."""
    made = Room(old, settings(), clock=ManualClock(LAST_WRITTEN))
    await made.start()
    yield made
    await made.stop()


def test_the_stored_database_has_every_game_of_that_release() -> None:
    assert {TABLES[number]["game"] for number in PLAYED} <= set(registry.NAMES)
    assert len(PLAYED) == 4


@pytest.mark.parametrize("number", TABLES)
async def test_a_stored_table_folds_to_the_state_it_had(old: Store, number: str) -> None:
    expected = TABLES[number]
    room = Room(old, settings(), clock=ManualClock(LAST_WRITTEN))
    table = await room.tables.get(int(number))
    assert (table.row.game, table.status, table.sequence, table.shuffle.number) == tuple(
        expected[name] for name in ("game", "status", "sequence", "number")
    )
    if expected["status"] == "lobby":
        assert table.playing is None
        return
    public = table.game.view(table.state, None)
    for name in ("phase", "hand", "deadline", "over"):
        assert getattr(public, name) == expected[name], name
    assert (list(public.to_act), list(public.scores)) == (expected["to_act"], expected["scores"])
    views = [table.game.view(table.state, Seat(seat)) for seat in range(public.players)]
    assert [sorted(choice.words for choice in table.game.choices(view)) for view in views] == expected["choices"]
    orders = await old.read(standing_orders.list_orders, int(number))
    assert [order.order for order in orders] == expected["orders"]


async def test_a_backup_of_the_stored_tables_would_be_restored(old: Store) -> None:
    assert await old.read(list_unreadable) == {}


async def test_the_stored_books_balance_and_agree_with_the_tables(old: Store) -> None:
    expected = json.loads((STORED / "sessions.json").read_text("utf-8"))
    assert await old.read(postings.audit) == []
    assert await old.read(tally_audit.list_differences) == []
    crew = (await old.read(stored_tables.load, 1)).crew
    assert len(await old.read(postings.read, crew)) == expected["postings"]
    keys = await old.read(postings.list_account_keys, crew)
    standing = await old.read(read_balances, crew)
    assert {keys[account][0]: amount for account, amount in standing.items()} == expected["balances"]


async def test_stored_preferences_and_message_rows_are_read(old: Store) -> None:
    bear, bull = (
        await old.read(preferences.read_preferences, BEAR.user),
        await old.read(preferences.read_preferences, BULL.user),
    )
    assert bear == Preferences(theme="light", timezone="Australia/Hobart", sort="suit")
    assert (bull.quiet_from, bull.quiet_to) == (120, 180)
    for number, facts in TABLES.items():
        rows = await old.read(projections.list_of_table, int(number))
        assert {str(row.key): row.shown_sequence for row in rows} == facts["messages"]


@pytest.mark.parametrize("number", TABLES)
async def test_the_shuffles_of_stored_hands_are_verified(old: Store, number: str) -> None:
    if TABLES[number]["status"] == "lobby":
        return
    results = verify.check(json.loads(json.dumps(await old.read(export.build_export, int(number), None))))
    assert not any(well is False for well, _ in results)
    assert sum("decisions" in line for _, line in results) >= 1


async def test_the_notes_of_a_stored_row_are_read_and_go_on(old: Store) -> None:
    """Table 4 with the notes that a release before this one wrote: Bear's seat is offered to Ned, and Pat waits."""
    query = select(tables.c.settings).where(tables.c.id == 4)
    house = dict(await old.read(lambda connection: connection.execute(query).scalar_one()))
    offer = {"number": 50, "seat": 0, "shuffle": 2, "kind": "own", "by": BEAR.user, "user": NED.user, "name": "Ned",
             "accepted": False, "agreed": [BEAR.user]}  # fmt: skip
    robot = {"name": "Chips", "level": "deckhand"}
    notes = {"queue": [[77, "Pat"]], "former": {"2": [robot, None]}, "outsiders": {"9": 88}}
    held = update(tables).where(tables.c.id == 4).values(settings={**house, **notes, "offers": [offer]})
    await old.write(lambda connection: connection.execute(held))
    room = Room(old, settings(), clock=ManualClock(LAST_WRITTEN))
    await room.start()
    number = (await room.tables.get(4)).shuffle.number
    await room.press(4, "offer.yes.50", NED)
    assert (await room.tables.get(4)).seat_of(NED.user) == 0
    assert dict(await old.read(lambda connection: connection.execute(query).scalar_one())) == {
        **house,
        "queue": [[77, "Pat"]],
        "seen": {"shuffle": number, "hands": [[BEAR.user, 0]]},
        "handed": {"0": {"hand": number, "user": BEAR.user, "lasts": True}},
        "former": {"2": [robot, None], "0": [None]},
        "outsiders": {"9": 88},
    }
    await room.stop()


@pytest.mark.parametrize("number", mark_thorough(PLAYED, MORE_GAMES, only=["2", "3"]))
async def test_a_stored_hand_is_played_to_its_end(room: Room, number: str) -> None:
    before = await room.tables.get(int(number))
    for _ in range(600):
        table = await room.tables.get(int(number))
        if table.shuffle.last_finished > before.shuffle.last_finished or table.status == "closed":
            break
        if not await step(room, int(number), BEAR, BULL):
            room.clock.forward(30_000)
            await room.settle()
    else:
        raise AssertionError(f"the hand at table {number} did not end")
    await room.settle()
    assert await room.store.read(postings.audit) == []
    assert await room.store.read(tally_audit.list_differences) == []
    assert room.messenger.messages

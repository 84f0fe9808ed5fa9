"""The settings in a table's row: their stored spelling, and rows that this release cannot read."""

import json
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.store import Offer, OfferKind, Store, StoredSettings, Waiter
from bot.store.database.errors import Unreadable
from bot.store.database.schema import tables
from bot.store.tables import rows
from bot.store.tables.settings import FormerRobot, Handover, SeenHand, SeenHands
from games.core import Seat
from tests.bot.store.sample import open_tables
from tests.databases import on_sqlite_at_least

STORED: dict[str, Any] = {
    "start": "full",
    "stake": 2,
    "offers": [
        {"number": 3, "seat": 2, "shuffle": 1, "kind": "robots", "by": 7, "user": None, "name": "", "accepted": True,
         "agreed": [7, 8]},
        {"number": 4, "seat": 0, "shuffle": 1, "kind": "queue", "by": 9, "user": 9, "name": "Ned", "accepted": False,
         "agreed": [], "until": 120_000},
    ],
    "queue": [[10, "Sal"], [11, "Pat"]],
    "seen": {"shuffle": 1, "hands": [[12, 3]]},
    "handed": {"3": {"hand": 1, "user": 12}, "1": {"hand": 1, "user": None}},
    "former": {"3": [None, {"name": "Able", "level": "deckhand"}, {"name": "Baker", "level": None}]},
    "outsiders": {"5": 13, "6": 0},
}  # fmt: skip
"""The settings of a row as releases write them, with every kind of note."""
READ = StoredSettings(
    house={"start": "full", "stake": 2},
    offers=(
        Offer(3, Seat(2), 1, OfferKind.ROBOT, 7, None, "", True, (7, 8)),
        Offer(4, Seat(0), 1, OfferKind.QUEUE, 9, 9, "Ned", until=120_000),
    ),
    queue=(Waiter(10, "Sal"), Waiter(11, "Pat")),
    seen=SeenHands(1, (SeenHand(12, Seat(3)),)),
    handed={Seat(3): Handover(1, 12), Seat(1): Handover(1, None)},
    former={Seat(3): (None, FormerRobot("Able", "deckhand"), FormerRobot("Baker", None))},
    outsiders={5: 13, 6: 0},
)


async def _read_stored(store: Store, table: int) -> dict[str, Any]:
    query = select(tables.c.settings).where(tables.c.id == table)
    return dict(await store.read(lambda connection: connection.execute(query).scalar_one()))


async def _forge(store: Store, table: int, settings: object) -> None:
    wanted = update(tables).where(tables.c.id == table).values(settings=settings)
    await store.write(lambda connection: connection.execute(wanted))


async def test_settings_are_read_and_written_as_they_always_were(store: Store) -> None:
    (table,) = await store.write(open_tables, 1)
    await _forge(store, table, STORED)
    read = (await store.read(rows.load, table)).settings
    assert read == READ
    await store.write(rows.change, table, settings=read)
    assert json.dumps(await _read_stored(store, table)) == json.dumps(STORED)


@on_sqlite_at_least
async def test_settings_without_notes_are_the_house_rules_alone(store: Store) -> None:
    (table,) = await store.write(open_tables, 1)
    await store.write(rows.change, table, settings=StoredSettings({"start": "full"}))
    assert await _read_stored(store, table) == {"start": "full"}
    assert (await store.read(rows.load, table)).settings == StoredSettings({"start": "full"})


@on_sqlite_at_least
async def test_a_note_of_a_newer_release_is_kept(store: Store) -> None:
    (table,) = await store.write(open_tables, 1)
    await _forge(store, table, {**STORED, "scrolls": [1]})
    read = (await store.read(rows.load, table)).settings
    await store.write(rows.change, table, settings=read.with_house_rule("start", "button"))
    assert await _read_stored(store, table) == {**STORED, "start": "button", "scrolls": [1]}


@on_sqlite_at_least
async def test_equal_settings_are_one_object_in_memory(store: Store) -> None:
    one, other = await store.write(open_tables, 2)
    assert (await store.read(rows.load, one)).settings is (await store.read(rows.load, other)).settings


@on_sqlite_at_least
@pytest.mark.parametrize(
    "settings",
    [{"offers": [{"number": 1}]}, {"offers": [{**STORED["offers"][0], "kind": "raffle"}]}, {"queue": [1]}, [1]],
)
async def test_a_row_that_cannot_be_read_hides_no_other(store: Store, settings: object) -> None:
    odd, good = await store.write(open_tables, 2)
    await _forge(store, odd, settings)
    with pytest.raises(Unreadable):
        await store.read(rows.load, odd)
    assert [row.id for row in await store.read(rows.list_open)] == [good]


@pytest.mark.parametrize(("user", "named"), [(7, True), (8, True), (9, True), (10, True), (12, True), (13, False)])
def test_settings_name_those_whom_the_table_must_still_know(user: int, named: bool) -> None:
    assert READ.names_user(user) is named

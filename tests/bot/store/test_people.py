"""Preferences, standing orders, the export of all data about a person, and its erasure with balanced books."""

import json
import re
from dataclasses import asdict
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Column, Table, Text, event, literal, select, type_coerce, update

from bot.people.preferences import PreferencesCache
from bot.store import (
    Connection,
    NewMessage,
    Offer,
    OfferKind,
    Preferences,
    RowDamaged,
    Status,
    Store,
    StoredSeat,
    StoredSettings,
    Waiter,
    key_values,
)
from bot.store.books import crews, houses, postings
from bot.store.database import schema
from bot.store.database.errors import StillSeated
from bot.store.database.json_text import JsonText
from bot.store.messages import outbox
from bot.store.people import erasure, personal_data, preferences, standing_orders
from bot.store.people.erasure import SOMEBODY
from bot.store.people.standing_orders import StoredOrder
from bot.store.tables import rows
from bot.store.tables.settings import Handover, SeenHand, SeenHands
from bot.tally.books import crew_settings
from bot.wording import Language
from games.core import Seat
from tests.bot.store.balances import read_balances
from tests.bot.store.sample import AT, BEAR, BULL, GUILD, fill, open_table, set_row
from tests.databases import on_sqlite_at_least


@on_sqlite_at_least
async def test_preferences_have_defaults_until_they_are_chosen(store: Store) -> None:
    assert await store.read(preferences.read_preferences, BEAR) == Preferences()
    for chosen in (Preferences(theme="light", quiet_from=1320, quiet_to=420), Preferences(more={"sound": "off"})):
        await store.write(preferences.set_preferences, BEAR, chosen, AT)
        assert await store.read(preferences.read_preferences, BEAR) == chosen
    assert await store.read(preferences.read_preferences, BULL) == Preferences()


async def test_a_preference_of_an_older_release_is_left_out(store: Store) -> None:
    """The preference no longer exists, so it is neither read nor exported."""
    await store.write(preferences.set_preferences, BEAR, Preferences(theme="light"), AT)
    kept = {**asdict(Preferences(theme="light")), "locale": "en-GB"}
    await store.write(lambda connection: connection.execute(update(schema.preferences).values(choices=kept)))
    assert await store.read(preferences.read_preferences, BEAR) == Preferences(theme="light")
    assert "locale" not in (await store.read(personal_data.export, BEAR))["preferences"]


def damage(connection: Connection, column: Column[Any]) -> set[str]:
    """Damage the JSON in a column of all rows, and return their texts."""
    connection.execute(update(column.table).values({column: type_coerce(column, Text) + literal("{")}))
    return texts(connection, column)


def texts(connection: Connection, column: Column[Any]) -> set[str]:
    """The stored texts of a column."""
    return set(connection.execute(select(type_coerce(column, Text))).scalars())


@on_sqlite_at_least
async def test_a_damaged_row_that_is_read_as_empty_is_not_overwritten(store: Store) -> None:
    """This also holds for changes that nobody asked for: another language in Discord, or a new name on sitting down."""
    await fill(store)
    crew = await store.read(crews.find_crew, 1)
    assert crew is not None
    bear = await store.read(crews.find_member, crew.id, BEAR)
    assert bear is not None
    await store.write(houses.put, crew.id, "duo-dominoes", {}, BEAR, AT)
    await store.write(preferences.set_preferences, BEAR, Preferences(theme="light"), AT)
    columns = (schema.crews.c.settings, schema.house_options.c.options, schema.preferences.c.choices,
               schema.members.c.aliases)  # fmt: skip
    torn = [await store.write(damage, column) for column in columns]
    crew = await store.read(crews.find_crew, 1)
    assert crew is not None and crew.settings == {}
    for change in (
        partial(crews.change_settings, crew_id=crew.id, settings={"unit": 1}),
        partial(houses.put, crew_id=crew.id, game="duo-dominoes", options={}, by=BEAR, at=AT),
        partial(preferences.set_preferences, user_id=BEAR, chosen=Preferences(), at=AT),
    ):
        with pytest.raises(RowDamaged):
            await store.write(change)
    assert await store.write(crew_settings.note_language, crew, "es-ES") == "es-ES"
    assert await PreferencesCache(store).note_language(BEAR, Language("es-ES"), AT) == "es-ES"
    await store.write(crews.change_member, bear._replace(name="Bruno", aliases=["Bear"]))
    assert (await store.read(crews.find_member, crew.id, BEAR)) == bear._replace(name="Bruno", aliases=[])
    assert [await store.read(texts, column) for column in columns] == torn


@on_sqlite_at_least
async def test_an_erasure_takes_the_id_out_of_damaged_rows_too(store: Store) -> None:
    table = await fill(store)
    await leave_all(store, table)
    columns = (schema.transfers.c.data, schema.memos.c.value, schema.tables.c.settings)
    named = [any(str(BEAR) in text for text in await store.write(damage, column)) for column in columns]
    assert named == [True] * len(columns)
    await store.write(erasure.erase, BEAR)
    for column in columns:
        left = await store.read(texts, column)
        assert left and not any(str(BEAR) in text for text in left), (column, left)


@on_sqlite_at_least
async def test_standing_orders_end_with_their_hand(store: Store) -> None:
    table = await open_table(store)
    first, second, third = [
        await store.write(standing_orders.add_order, StoredOrder(0, table, 0, BEAR, hand, {"pass": hand}, AT))
        for hand in (1, 1, 2)
    ]
    assert [order.id for order in await store.read(standing_orders.list_orders, table)] == [first, second, third]
    assert [order.order for order in await store.read(standing_orders.list_orders, table, hand=2)] == [{"pass": 2}]
    await store.write(standing_orders.drop, [first])
    assert [order.id for order in await store.read(standing_orders.list_orders, table)] == [second, third]
    await store.write(standing_orders.drop_orders, table, 2)
    assert [order.id for order in await store.read(standing_orders.list_orders, table)] == [third]


@on_sqlite_at_least
async def test_a_person_gets_everything_stored_about_them(store: Store) -> None:
    table = await fill(store)
    data = await store.read(personal_data.export, BEAR)
    assert json.loads(json.dumps(data)) == data
    assert data["preferences"]["timezone"] == "Australia/Perth"
    (crew,) = data["crews"]
    assert (crew["guild_id"], crew["name"], crew["aliases"]) == (GUILD, "Bear", ["Old Bear"])
    assert [entry["amount"] for entry in crew["tally"]] == [6, -6]
    assert [seat["table_id"] for seat in data["seats"]] == [table]
    assert data["standing_orders"][0]["order"] == {"pass": True}
    assert data["messages"][0]["message_id"] == 6
    assert data["waiting_messages"][0]["payload"] == {"text": "Bear 412 ms"}
    assert data["nights"]["planned"][0]["zone"] == "Europe/Berlin"
    assert [(answer["answer"], answer["standing"]) for answer in data["nights"]["answers"]] == [("in", 1)]
    assert [hand["table"] for hand in data["daily"]["hands"]] == [table]
    assert data["daily"]["joined"] == [{"guild_id": GUILD, "name": "Bear", "at": AT}]
    nobody = await store.read(personal_data.export, 404)
    assert (nobody["crews"], nobody["seats"]) == ([], [])


async def leave_all(store: Store, table: int) -> None:
    """Close a table, so that its people can be erased."""
    await store.write(set_row, table, status=Status.CLOSED, host_id=BEAR)


def everything(connection: Connection) -> str:
    """The whole database as text, but for the key of the books and the keyed hashes of those who were erased."""
    found = []
    for table in schema.metadata.sorted_tables:
        columns = [type_coerce(c, Text) if isinstance(c.type, JsonText) else c for c in table.columns]
        found += [repr(tuple(row)) for row in connection.execute(select(*columns))]
    return "\n".join(row for row in found if not row.startswith(("('books:key'", "('erased:")))


@on_sqlite_at_least
async def test_erasing_a_member_changes_no_word_that_is_not_a_name(store: Store) -> None:
    """A member may take a hand's reason, such as `game_won`, as an alias; erasure must not replace the reason."""
    table = await fill(store)
    crew = (await store.read(rows.load, table)).crew
    (bear, _) = await store.read(crews.list_members, crew)
    await store.write(crews.change_member, bear._replace(aliases=["game_won"]))
    await leave_all(store, table)
    await store.write(erasure.erase, BEAR)
    (won, _) = await store.read(postings.read, crew)
    assert won.reason == "game_won"


async def test_a_person_can_be_forgotten_and_the_books_balance(store: Store) -> None:
    table = await fill(store)
    crew = (await store.read(rows.load, table)).crew
    before = await store.read(read_balances, crew)
    entries = [entry for transfer in await store.read(postings.read, crew) for entry in transfer.entries]
    assert [entry.note for entry in entries] == ["Bear ties up", "beats Bearings", "Bear ties up", "beats Bearings"]
    with pytest.raises(StillSeated) as caught:
        await store.write(erasure.erase, BEAR)
    assert caught.value.tables == [table]
    await leave_all(store, table)
    await store.write(erasure.erase, BEAR)
    left = await store.read(everything)
    assert str(BEAR) not in left
    assert "Bear" not in left.replace("Bearings", "")
    assert "Australia/Perth" not in left
    assert str(BULL) in left and "Bull" in left
    assert await store.read(read_balances, crew) == before
    assert await store.read(postings.audit) == []
    (gone, bull) = await store.read(crews.list_members, crew)
    assert (gone.user_id, gone.name, gone.aliases) == (None, f"Former member {gone.id}", [])
    reasons = [transfer.reason for transfer in await store.read(postings.read, crew)]
    assert reasons == ["game_won", f"{gone.name} miscounted"]
    entries = [entry for transfer in await store.read(postings.read, crew) for entry in transfer.entries]
    assert [entry.note for entry in entries] == [f"{gone.name} ties up", "beats Bearings"] * 2
    assert (await store.read(rows.seats_of, table))[0] == StoredSeat(0, SOMEBODY, AT)
    assert (await store.read(personal_data.export, BEAR))["crews"] == []
    await store.write(erasure.erase, BEAR)
    again = await store.write(crews.ensure_member, crew, BEAR, "Bear", AT)
    assert again.id not in (gone.id, bull.id)


@on_sqlite_at_least
async def test_an_erasure_that_an_older_release_began_is_finished(store: Store) -> None:
    """That release had taken the name out of the books, and kept it in a note for the other rows."""
    table = await fill(store)
    crew = (await store.read(rows.load, table)).crew
    await leave_all(store, table)
    bear = (await store.read(crews.list_members, crew))[0]
    former = crews.make_former_name(bear.id)
    await store.write(crews.change_member, bear._replace(name=former, aliases=[], user_id=None))
    await store.write(key_values.put, f"erasing:{BEAR}", [[crew, ["Bear"], former]], AT)
    assert await store.read(erasure.list_interrupted) == [BEAR]
    await store.write(erasure.erase, BEAR)
    left = await store.read(everything)
    assert str(BEAR) not in left and "Bear" not in left.replace("Bearings", "")


@on_sqlite_at_least
async def test_erasing_a_stranger_writes_no_row_of_others(store: Store) -> None:
    await fill(store)
    before = await store.read(everything)
    await store.write(erasure.erase, 404)
    assert await store.read(everything) == before


async def test_an_erasure_finds_its_messages_by_index_and_reads_no_message_that_was_sent(store: Store) -> None:
    await fill(store)
    given_up, sent = [
        await store.write(outbox.add, NewMessage("letter", {"text": f"Bear {nonce}"}, nonce, AT)) for nonce in "ab"
    ]
    await store.write(outbox.mark_failed, given_up or 0, "blocked", None)
    await store.write(outbox.mark_sent, sent or 0)
    assert await store.read(_payloads, given_up, sent) == [{}, {}]


@on_sqlite_at_least
async def test_an_erasure_finds_all_rows_by_index(store: Store) -> None:
    """To erase somebody without rows costs one look at each index, however many rows others have."""
    await fill(store)
    plans = await store.write(_plans_of_erasure)
    assert len(plans) > 40
    scanned = {name for plan in plans for name in re.findall(r"(?:SCAN|Seq Scan on) (\w+)", plan)}
    assert not scanned & schema.metadata.tables.keys()


@on_sqlite_at_least
async def test_people_whom_a_memo_or_a_tables_settings_name_are_noted(store: Store) -> None:
    table = await open_table(store)
    old, key = f"called:7:{BEAR}", "vote:7"
    await store.write(key_values.put, old, [AT, f"<@{BULL}>"], AT)
    await store.write(key_values.put, key, {"by": BEAR, str(BULL): "ä"}, AT)
    assert await store.read(_list_people, schema.memo_people) == [
        (old, 7),
        (old, BEAR),
        (old, BULL),
        (key, 7),
        (key, BEAR),
        (key, BULL),
    ]
    await store.write(key_values.put, key, {"by": 0}, AT)
    await store.write(key_values.drop, old)
    assert await store.read(_list_people, schema.memo_people) == [(key, 7)]
    offer = Offer(1, Seat(0), 1, OfferKind.AWAY, 21, None, "", agreed=(22,))
    settings = StoredSettings(
        {"newer": [BULL]}, (offer,), (Waiter(23, "Wal"),), SeenHands(1, (SeenHand(24, Seat(1)),)),
        {Seat(1): Handover(1, 25, 26), Seat(2): Handover(1, -9)}, outsiders={1: 27, 2: 0}, removed=(28, 0),
    )  # fmt: skip
    await store.write(partial(rows.change, settings=settings), table)
    assert await store.read(_list_people, schema.table_people) == [(table, user) for user in (*range(21, 29), BULL)]
    await store.write(partial(rows.change, settings=StoredSettings()), table)
    assert await store.read(_list_people, schema.table_people) == []


def _list_people(connection: Connection, people: Table) -> list[Any]:
    return [tuple(row) for row in connection.execute(select(people).order_by(*people.c))]


def _payloads(connection: Connection, *messages: int | None) -> list[Any]:
    known = select(schema.outbox.c.payload).where(schema.outbox.c.id.in_(messages))
    return list(connection.execute(known).scalars())


def _plans_of_erasure(connection: Connection) -> list[str]:
    """The database's plan for finding the rows of somebody who is erased."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", note)
    assert not rows.list_needing_person(connection, BEAR + 9)
    erasure.erase(connection, BEAR + 9)
    personal_data.export(connection, BEAR + 9)
    event.remove(connection, "before_cursor_execute", note)
    explain = "EXPLAIN QUERY PLAN"
    if connection.dialect.name == "postgresql":
        explain = "EXPLAIN"
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")  # the tables of the test are small
    explained = [connection.exec_driver_sql(f"{explain} {query}", given).fetchall() for query, given in asked]
    return [" ".join(str(row[-1]) for row in rows) for rows in explained]

"""Finding tables that need a look: stored deadlines, messages that may be out of date, and orders that may play."""

from bot.store import Preferences, Store, StoredSeat
from bot.store.people import preferences, standing_orders
from bot.store.people.standing_orders import StoredOrder
from bot.store.tables import rows, upkeep
from bot.store.tables.upkeep import PutAwayTable
from tests.bot.store.sample import AT, BEAR, GUILD, make_commit, open_tables
from tests.databases import on_sqlite_at_least


def is_ours(guild: int, table: int) -> bool:
    """A filter that takes every table of the tests' server."""
    return guild == GUILD


async def test_the_soonest_deadlines_of_the_wanted_tables_come_first(store: Store) -> None:
    one, two, three, four = await store.write(open_tables, 4)
    for table, at in ((one, 30), (two, 10), (three, 20), (four, 40)):
        await store.commit(make_commit(table, 0, deadline=AT + at))
    assert await store.read(upkeep.list_due, AT + 30, is_ours, 9) == [
        (AT + 10, two),
        (AT + 20, three),
        (AT + 30, one),
    ]
    assert await store.read(upkeep.list_due, AT + 30, is_ours, 1) == [(AT + 10, two)]
    assert await store.read(upkeep.list_due, AT + 30, lambda guild, table: table != two, 1) == [(AT + 20, three)]
    assert await store.read(upkeep.list_due, AT + 99, lambda guild, table: guild != GUILD, 9) == []
    await store.commit(make_commit(two, 1, status="closed"))
    assert await store.read(upkeep.list_due, AT + 10, is_ours, 9) == []


@on_sqlite_at_least
async def test_a_table_is_settled_from_when_it_is_put_away_until_it_moves(store: Store) -> None:
    one, two, _ = await store.write(open_tables, 3)
    for table in (one, two):
        await store.commit(make_commit(table, 0, events=2))
    assert await store.read(upkeep.list_unsettled, 0, is_ours, 9) == [one, two]
    assert await store.read(upkeep.list_unsettled, 0, is_ours, 1) == [one]
    assert await store.read(upkeep.list_unsettled, one, is_ours, 9) == [two]
    await store.write(upkeep.put_away, [PutAwayTable(one, 2, AT + 7), PutAwayTable(two, 1, AT + 8)])
    assert await store.read(upkeep.list_unsettled, 0, is_ours, 9) == [two]
    assert [row.deadline_at for row in await store.read(rows.list_open)] == [AT + 7, None, None]
    await store.commit(make_commit(one, 2, status="closed"))
    assert await store.read(upkeep.list_unsettled, 0, is_ours, 9) == [one, two]
    await store.write(upkeep.put_away, [PutAwayTable(one, 3, None)])
    assert await store.read(upkeep.list_unsettled, 0, is_ours, 9) == [two]


@on_sqlite_at_least
async def test_a_change_of_a_message_without_an_event_unsettles_its_table(store: Store) -> None:
    one, two = await store.write(open_tables, 2)
    for table in (one, two):
        await store.commit(make_commit(table, 0))
        await store.write(upkeep.put_away, [PutAwayTable(table, 1, None)])
    await store.write(upkeep.unsettle, two)
    assert await store.read(upkeep.list_unsettled, 0, is_ours, 9) == [two]
    await store.write(rows.put_seats, one, [StoredSeat(0, "Bear", AT, BEAR)])
    await store.write(preferences.set_preferences, BEAR, Preferences(big=True), AT)
    assert await store.read(upkeep.list_unsettled, 0, is_ours, 9) == [one, two]


async def test_orders_of_the_hand_under_way_call_for_a_look(store: Store) -> None:
    one, two = await store.write(open_tables, 2)
    for table, hand in ((one, 2), (two, 1)):
        await store.write(rows.add_secret, rows.Secret(table, 1, "c0ffee", "5ec2e7", {}, AT, None))
        await store.write(rows.add_secret, rows.Secret(table, 2, "c0ffef", "5ec2e8", {}, AT, None))
        await store.write(standing_orders.add_order, StoredOrder(0, table, 0, BEAR, hand, {}, AT))
    assert await store.read(upkeep.list_unsettled, 0, is_ours, 9) == [one]


@on_sqlite_at_least
async def test_a_table_is_found_with_its_server(store: Store) -> None:
    (table,) = await store.write(open_tables, 1)
    assert await store.read(upkeep.server_of, table) == GUILD
    assert await store.read(upkeep.server_of, table + 1) is None

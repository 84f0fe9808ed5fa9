"""A start serves at once: a table is loaded when somebody asks for it or its deadline comes, and put away again."""

from dataclasses import replace
from typing import Any

import pytest

from bot.automation import served_tables
from bot.automation.scheduler import HORIZON
from bot.automation.served_tables import LOOK_AGAIN
from bot.people.preferences import PreferencesCache
from bot.ports import HOUR, MINUTE, Location
from bot.ports.times import SECOND
from bot.store import Store
from bot.store.tables import rows as stored_tables
from bot.tables.play import robots
from bot.tables.process_settings import ProcessSettings
from bot.tables.timing.tempo import find_order_pause
from games.core import Seat
from tests.bot.harness.players import play_until_turn, step, words_for
from tests.bot.harness.room import BEAR, BULL, GUILD, NED, NO_PAUSE, WALLY, Room, settings
from tests.left_out import LONGER, MORE_CASES

GAME = "duo-dominoes"
PATIENT = replace(NO_PAUSE, between_hands=None, nudges=(HOUR, 2 * HOUR, 3 * HOUR), stand_in=4 * HOUR)


def make_patient_settings(**changed: Any) -> ProcessSettings:
    """Tables on which nothing is due for an hour."""
    return settings(live=PATIENT, outage=99 * HOUR, **changed)


async def start_with_tables(store: Store, count: int) -> tuple[Room, list[int]]:
    """Start a bot with tables that wait for Bear, each in a thread of its own; return the bot and their numbers."""
    room = Room(store, make_patient_settings())
    await room.start()
    made = []
    for _ in range(count):
        table = await room.start_table(GAME, (BEAR, BULL), 2, thread=True)
        await play_until_turn(room, table, BEAR, BULL)
        made.append(table)
    return room, made


async def stop_and_start(room: Room) -> Room:
    """Stop the bot; return another process, started on the same store."""
    await room.stop()
    other = Room(room.store, room.settings, room.messenger, room.clock, chance=room.chance)
    other.spoken = room.spoken
    await other.start()
    return other


def list_in_memory(room: Room) -> list[int]:
    """The tables in memory."""
    return sorted(table.id for table in room.tables.repository.list_known())


async def put_away(room: Room) -> None:
    """Let two rounds pass, so that unused tables are put away."""
    for _ in range(2):
        await room.host.idle.put_away()


async def test_after_a_stop_nothing_is_loaded_until_somebody_asks(store: Store) -> None:
    room, (first, second, _) = await start_with_tables(store, 3)
    room = await stop_and_start(room)
    calls = len(room.messenger.calls)
    await room.settle()
    assert list_in_memory(room) == []
    assert await room.table_at(Location(GUILD, (await store.read(stored_tables.load, second)).thread or 0), BEAR)
    assert list_in_memory(room) == [second]
    assert len(room.messenger.calls) == calls
    assert await step(room, first, BEAR)
    assert len(room.messenger.calls) > calls
    await room.stop()


async def test_a_stored_deadline_brings_its_table_and_no_other(store: Store) -> None:
    room, (first, second) = await start_with_tables(store, 2)
    room.forward(30 * MINUTE)
    assert await step(room, second, BEAR)
    await play_until_turn(room, second, BEAR, BULL)
    room = await stop_and_start(room)
    room.forward(31 * MINUTE)
    await room.settle()
    assert list_in_memory(room) == [first]
    assert (await room.get(first)).absences.nudged == {Seat(0): 1}
    room.forward(30 * MINUTE)
    await room.settle()
    assert list_in_memory(room) == [first, second]
    assert (await room.get(second)).absences.nudged == {Seat(0): 1}
    await room.stop()


async def test_a_deadline_beyond_the_first_look_is_not_late(store: Store) -> None:
    room, (table,) = await start_with_tables(store, 1)
    room = await stop_and_start(room)
    due = (await store.read(stored_tables.load, table)).deadline_at
    assert due is not None
    room.forward(due - room.clock.now - HORIZON - 1)
    await room.tick()
    room.forward(HORIZON)
    await room.settle()
    assert (await room.get(table)).absences.nudged == {}
    room.forward(1)
    await room.settle()
    assert (await room.get(table)).absences.nudged == {Seat(0): 1}
    await room.stop()


async def test_a_crash_leaves_only_moved_tables_to_look_at(store: Store) -> None:
    room, (first, second) = await start_with_tables(store, 2)
    await put_away(room)
    assert list_in_memory(room) == []
    assert await step(room, second, BEAR)
    room = await room.crash_and_restart()
    await room.settle()
    assert list_in_memory(room) == [second]
    assert first not in list_in_memory(room)
    await room.stop()


@pytest.mark.thorough(LONGER)
async def test_many_tables_are_taken_up_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served_tables, "PAGE", 2)
    room, made = await start_with_tables(store, 5)
    room = await room.crash_and_restart()
    await room.settle()
    assert list_in_memory(room) == made
    await put_away(room)
    room.forward(61 * MINUTE)
    await room.settle()
    for table in made:
        assert (await room.get(table)).absences.nudged == {Seat(0): 1}
    await room.stop()


async def test_an_unused_table_leaves_nothing_in_memory(store: Store) -> None:
    room, (table,) = await start_with_tables(store, 1)
    await put_away(room)
    served = room.host.served
    assert list_in_memory(room) == []
    assert not served.has_taken_up(table)
    assert room.host.scheduler.find_next_time(table) is None
    for kept in (room.orders._known, served.moves._silences, room.tables.repository._locks, room.people._known):
        assert not kept
    await room.stop()


async def test_a_table_in_use_stays(store: Store) -> None:
    room, (first, second) = await start_with_tables(store, 2)
    for _ in range(2):
        await room.get(first)
        await room.host.idle.put_away()
    assert list_in_memory(room) == [first]
    async with room.tables.repository.lock(first):
        await put_away(room)
        assert list_in_memory(room) == [first]
    assert (await room.get(second)).id == second
    await room.stop()


async def test_a_table_whose_deadline_is_near_stays(store: Store) -> None:
    Room.apart = True
    room, (table,) = await start_with_tables(store, 1)
    room.forward(HOUR - HORIZON)
    await put_away(room)
    assert list_in_memory(room) == [table]
    await room.stop()


async def test_a_message_under_way_keeps_its_table(store: Store) -> None:
    room, (table,) = await start_with_tables(store, 1)
    room.messenger.crash_after = 0
    present = await room.get(table)
    await room.say(table, words_for(present, BEAR) or "", BEAR)
    await room.tick()
    await put_away(room)
    assert list_in_memory(room) == [table]
    room.host.drop()
    room = await room.crash_and_restart()
    await room.settle()
    await room.stop()


async def test_a_move_at_a_table_that_was_put_away_is_shown_and_clocked(store: Store) -> None:
    room, (table,) = await start_with_tables(store, 1)
    await put_away(room)
    before = await room.read(stored_tables.load, table)
    assert await step(room, table, BEAR)
    present = await play_until_turn(room, table, BEAR, BULL)
    assert present.sequence > before.sequence
    (rack,) = room.dm(BEAR)
    assert rack.pictures[0].alt == f"both {present.view(Seat(0))!r}"
    room.forward(HOUR)
    await room.settle()
    assert (await room.get(table)).absences.nudged == {Seat(0): 1}
    await room.stop()


@pytest.mark.thorough(MORE_CASES)
async def test_quiet_hours_hold_for_a_table_that_is_loaded_for_its_deadline(store: Store) -> None:
    """The stored deadline ignores quiet hours; once loaded, the table is put away with the right deadline."""
    room = Room(store, settings(outage=99 * HOUR))
    await room.start()
    table = await room.start_table(GAME, (BEAR, BULL, WALLY, NED), 0, pace="correspondence")
    await play_until_turn(room, table, BEAR, BULL, WALLY, NED)
    hour = room.clock.now // HOUR % 24
    await room.me.change(room.request(BEAR), "quiet", f"{(hour + 1) % 24}-{(hour + 11) % 24}")
    await room.settle()
    await put_away(room)
    room = await stop_and_start(room)
    room.forward(9 * HOUR)
    await room.settle()
    assert list_in_memory(room) == [table]
    assert (await room.get(table)).absences.nudged == {}
    await put_away(room)
    assert list_in_memory(room) == []
    await room.settle()
    assert list_in_memory(room) == []
    room.forward(10 * HOUR)
    await room.settle()
    assert (await room.get(table)).absences.nudged == {Seat(0): 1}
    await room.stop()


async def test_a_stored_deadline_without_anything_to_do_is_put_off_for_a_day(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a robot without a move would bring its table back at every look."""
    room = Room(store, settings(live=replace(PATIENT, nudges=(50 * HOUR,) * 3), outage=99 * HOUR))
    monkeypatch.setattr(robots.RobotQuestion, "answer", lambda question, samples=0: None)
    await room.start()
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    while not (await room.get(table)).public_view.to_act[0] > 1:
        await step(room, table, BEAR, BULL)
    now = room.forward(MINUTE)
    await room.settle()
    assert ((await store.read(stored_tables.load, table)).deadline_at or now) < now
    await put_away(room)
    assert list_in_memory(room) == []
    assert (await store.read(stored_tables.load, table)).deadline_at == now + LOOK_AGAIN
    monkeypatch.undo()
    room.forward(LOOK_AGAIN)
    await room.settle()
    assert (await room.get(table)).public_view.to_act[0] < 2
    await room.stop()


@pytest.mark.thorough(MORE_CASES)
async def test_standing_orders_play_after_a_restart(store: Store) -> None:
    slow = replace(PATIENT, order=10 * SECOND)
    room = Room(store, settings(live=slow, outage=99 * HOUR))
    await room.start()
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    words = words_for(present, BEAR) or ""
    await room.ask(room.services.orders.give, table, BEAR, words)
    await room.settle()
    seat = present.seat_of(BEAR.user)
    assert seat is not None
    due = present.waiting.view_changed_at + find_order_pause(present, seat, slow)
    room = await stop_and_start(room)
    await room.settle()
    room.forward(due - room.clock.now - 1)
    await room.settle()
    assert (await room.get(table)).sequence == present.sequence
    room.forward(1)
    await room.settle()
    assert (await room.get(table)).sequence > present.sequence
    await room.stop()


async def test_preferences_of_people_without_a_seat_leave_memory_in_the_second_round(store: Store) -> None:
    cache = PreferencesCache(store)
    await cache.load([1, 2])
    cache.drop_unused({1})
    assert sorted(cache._known) == [1, 2]
    cache.drop_unused({1})
    assert sorted(cache._known) == [1]
    await cache.get(2)
    cache.drop_unused({1})
    assert sorted(cache._known) == [1, 2]

"""The time of an outage is given back to a table once, when it is loaded, counted from the last heartbeat."""

import asyncio
from dataclasses import replace

import pytest

from bot.ports import HOUR, MINUTE
from bot.ports.times import SECOND
from bot.store import ShardSet, Store, StoreUnavailable, key_values
from bot.store.processes import heartbeats
from bot.store.processes.shards import WHOLE
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Change, Table, Waits
from bot.tables.aggregate.pacing import LIVE
from bot.tables.history.events import GivenBack
from bot.tables.timing.outages import Outages, OwedTime
from games.core import Seat
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.players import play_until_turn, step
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"
PEOPLE = (BEAR, BULL, WALLY, NED)


async def start_with_table(store: Store) -> tuple[Room, int]:
    """Start a bot with one table of four people and a heartbeat; return the bot and the table's number."""
    room = Room(store, settings())
    await room.start()
    table = await room.start_table(GAME, PEOPLE, 0)
    await room.host.beat()
    return room, table


def kill(room: Room) -> Room:
    """Kill this process; returns another on the same store, which has not started yet."""
    room.host.drop()
    other = Room(room.store, room.settings, room.messenger, room.clock, chance=room.chance)
    other.spoken = room.spoken
    return other


async def list_given_back(store: Store, table: int) -> list[tuple[str | None, int, int]]:
    """The outages that a table got back: cause, time and length of each."""
    stored = await store.read(stored_events.read, table)
    return [(row.cause, row.at, row.body["away"]) for row in stored if row.kind == "table.given_back"]


async def test_an_outage_counts_from_the_last_move_and_not_from_an_older_heartbeat(store: Store) -> None:
    """Thus the game's clock never falls behind the last move."""
    room, table = await start_with_table(store)
    room.forward(10 * SECOND)
    assert await step(room, table, *PEOPLE)
    before = await room.get(table)
    moved_at = before.waiting.last_event_at
    room.forward(MINUTE)
    room = kill(room)
    await room.start()
    after = await room.get(table)
    assert await list_given_back(store, table) == [(f"away:{moved_at - 10 * SECOND}", room.clock.now, MINUTE)]
    assert after.clock.to_game_time(room.clock.now) == before.clock.to_game_time(moved_at)
    await room.stop()


async def test_a_start_commits_nothing_at_any_table(store: Store) -> None:
    room, table = await start_with_table(store)
    sequence = (await room.get(table)).sequence
    room.forward(HOUR)
    room = kill(room)
    await room.start()
    assert [row.sequence for row in await store.read(stored_events.read, table)][-1] == sequence
    assert len(await store.read(heartbeats.list_outages)) == 1
    await room.stop()


@pytest.mark.parametrize("kills", mark_thorough([1, 2, 3], MORE_CASES, but=[2]))
async def test_kills_before_a_table_is_loaded_lose_no_outage(store: Store, kills: int) -> None:
    """Each process is killed before it loads the table; the last one gives back the time of every outage."""
    room, table = await start_with_table(store)
    offset = (await room.get(table)).clock.offset
    since = room.clock.now
    for _ in range(kills):
        room.forward(10 * MINUTE)
        room = kill(room)
        await room.start()
    after = await room.get(table)
    ends = [since + (turn + 1) * 10 * MINUTE for turn in range(kills)]
    assert await list_given_back(store, table) == [(f"away:{end - 10 * MINUTE}", end, 10 * MINUTE) for end in ends]
    assert after.clock.offset == offset + kills * 10 * MINUTE
    await room.stop()


async def test_a_kill_between_two_outages_loses_and_repeats_none(store: Store) -> None:
    room, table = await start_with_table(store)
    for _ in range(2):
        room.forward(10 * MINUTE)
        room = kill(room)
        await room.start()
    first, _ = room.tables.outages.list_owed(await room.tables.repository.get(table))
    await room.tables._give_back(table, first)
    room = kill(room)
    await room.start()
    await room.get(table)
    assert [away for _, _, away in await list_given_back(store, table)] == [10 * MINUTE] * 2
    await room.stop()


async def test_a_deadline_that_fell_in_the_outage_is_put_off(store: Store) -> None:
    room, table = await start_with_table(store)
    await play_until_turn(room, table, BEAR, *PEOPLE[1:])
    room.forward(LIVE.nudges[0] - SECOND)
    await room.host.beat()
    room.forward(HOUR)
    room = kill(room)
    await room.start()
    await room.settle()
    assert (await room.get(table)).absences.nudged == {}
    room.forward(SECOND)
    await room.settle()
    assert (await room.get(table)).absences.nudged == {Seat(0): 1}
    await room.stop()


async def test_two_processes_give_the_same_time_back_once(store: Store) -> None:
    room, table = await start_with_table(store)
    room.forward(HOUR)
    first = kill(room)
    other = Room(store, room.settings, room.messenger, room.clock, chance=room.chance)
    await first.start()
    other.tables.outages._known = await store.read(heartbeats.list_outages)
    await asyncio.gather(first.get(table), other.get(table))
    assert len(await list_given_back(store, table)) == 1
    assert (await first.tables.read_fresh(table)).clock == (await other.tables.read_fresh(table)).clock
    await first.stop()


async def test_a_move_is_judged_after_the_time_was_given_back(store: Store) -> None:
    room, table = await start_with_table(store)
    present = await play_until_turn(room, table, BEAR, *PEOPLE[1:])
    room.forward(HOUR)
    room = kill(room)
    await room.start()
    assert await step(room, table, BEAR)
    kinds = [row.kind for row in await store.read(stored_events.read, table, present.sequence)]
    assert kinds[0] == "table.given_back"
    assert kinds[1].startswith("duo.")
    await room.stop()


async def test_a_table_that_waits_in_its_lobby_or_is_paused_is_owed_nothing(store: Store) -> None:
    room, table = await start_with_table(store)
    lobby = await room.open(GAME, thread=True)
    await room.press(table, "table.pause", BEAR)
    room.forward(HOUR)
    room = kill(room)
    await room.start()
    for number in (table, lobby):
        await room.get(number)
        assert await list_given_back(store, number) == []
    await room.press(table, "table.resume", BEAR)
    assert (await room.get(table)).clock.offset == HOUR
    await room.stop()


async def test_outages_are_forgotten_after_two_months(store: Store) -> None:
    """The test starts only the heartbeats: a whole process might look at the table before it is killed."""
    room, _ = await start_with_table(store)
    for count, away in ((1, HOUR), (2, HOUR), (1, heartbeats.KEPT_FOR + 1)):
        room.forward(away)
        room = kill(room)
        await room.host.outages.come_back()
        assert len(await store.read(heartbeats.list_outages)) == count


async def test_time_that_an_older_release_gave_back_is_not_given_again(store: Store) -> None:
    """An older release gave the time back when it started, with the same cause and the time of the start."""
    room, table = await start_with_table(store)
    since = room.clock.now
    now = room.forward(HOUR)
    change = Change((GivenBack(HOUR),))
    await room.tables.change(table, f"away:{since}", now, lambda present: change)
    room = kill(room)
    await room.start()
    await room.get(table)
    assert await list_given_back(store, table) == [(f"away:{since}", now, HOUR)]
    await room.stop()


class Machine:
    """The seconds of a machine's clock, which a test moves on, as if the machine had slept."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_a_process_that_was_stopped_gives_its_own_absence_back(store: Store) -> None:
    """After SIGSTOP, or a sleep of the machine, the next heartbeat is late."""
    machine, clock = Machine(), ManualClock()
    outages = Outages(store, clock, WHOLE, Waits(), machine)
    assert await outages.come_back() is False
    assert not outages.interrupted
    room, table = await start_with_table(store)
    present = await room.get(table)
    await room.host.beat()
    clock.now = room.clock.now
    assert await outages.beat() is False
    since = clock.now
    machine.now += 19
    assert not outages.interrupted
    machine.now += 21
    clock.forward(40 * SECOND)
    assert outages.interrupted
    await outages.look(present)
    assert list(outages.list_owed(present)) == [OwedTime(since, since + 40 * SECOND, 40 * SECOND)]
    assert not outages.interrupted
    await room.stop()


async def test_a_short_absence_is_not_given_back(store: Store) -> None:
    room, table = await start_with_table(store)
    room.forward(5 * SECOND)
    room = kill(room)
    await room.start()
    await room.get(table)
    assert await list_given_back(store, table) == []
    await room.stop()


def move_to_server(present: Table, guild: int) -> Table:
    """The same table in another server."""
    return replace(present, row=replace(present.row, guild=guild))


async def test_outages_are_found_after_the_servers_were_divided_anew(store: Store) -> None:
    room, table = await start_with_table(store)
    present = await room.get(table)
    now = room.clock.now
    await room.stop()
    await store.write(key_values.drop, "tables:alive")
    for number, at in ((0, now), (1, now + HOUR)):
        await store.write(heartbeats.note, ShardSet(frozenset({number}), 2), at)
    clock = ManualClock(now + 2 * HOUR)
    outages = Outages(store, clock, WHOLE, Waits(), lambda: 0.0)
    assert await outages.come_back() is True
    owed = {
        guild: [missed.length for missed in outages.list_owed(move_to_server(present, guild << 22))] for guild in (2, 1)
    }
    assert owed == {2: [2 * HOUR], 1: [HOUR]}
    (outage,) = await store.read(heartbeats.list_outages)
    assert outage.shards == WHOLE


async def test_each_process_notes_its_own_outages(store: Store) -> None:
    room, _ = await start_with_table(store)
    await room.stop()
    share = ShardSet(frozenset({0, 1}), 2)
    for part in (0, 1):
        ours = ShardSet(frozenset({part}), 2)
        await store.write(heartbeats.note_return, ours, room.clock.now + (part + 1) * HOUR, SECOND)
    assert share.is_whole
    found = await store.read(heartbeats.list_outages)
    assert [(outage.shards, outage.until) for outage in found] == [
        (ShardSet(frozenset({part}), 2), room.clock.now + (part + 1) * HOUR) for part in (0, 1)
    ]


async def test_no_time_is_noted_while_the_database_is_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    outages = Outages(store, ManualClock(), WHOLE, Waits(), lambda: 0.0)
    await outages.come_back()

    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr(Store, "write", away)
    with pytest.raises(StoreUnavailable):
        await outages.beat()
    assert outages.interrupted
    monkeypatch.undo()
    assert await outages.beat() is False
    assert not outages.interrupted

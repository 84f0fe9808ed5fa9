"""Heartbeats: when a server was last served, however the servers are divided among processes."""

from bot.ports import MINUTE
from bot.store import ShardSet, Store, key_values
from bot.store.processes import heartbeats
from bot.store.processes.shards import WHOLE
from games.core import Seat
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.memory_messenger import RecordingMessenger
from tests.bot.harness.players import play_until_turn
from tests.bot.harness.room import BEAR, Room, settings

GUILDS = tuple(number << 22 for number in range(12))


async def test_the_newest_heartbeat_of_a_server_counts(store: Store) -> None:
    assert heartbeats.find_last_seen(await store.read(heartbeats.list_last_seen), GUILDS[3]) is None
    await store.write(heartbeats.note, WHOLE, 100)
    await store.write(heartbeats.note, ShardSet(frozenset({0, 1}), 4), 200)
    await store.write(heartbeats.note, ShardSet(frozenset({0}), 3), 300)
    seen = await store.read(heartbeats.list_last_seen)
    assert [heartbeats.find_last_seen(seen, guild) for guild in GUILDS] == [
        *(300, 200, 100),
        *(300, 200, 200),
        *(300, 100, 200),
        *(300, 100, 100),
    ]


async def test_a_heartbeat_of_an_older_release_is_read(store: Store) -> None:
    await store.write(key_values.put, "tables:alive", 77, 77)
    assert heartbeats.find_last_seen(await store.read(heartbeats.list_last_seen), 5 << 22) == 77


async def test_clocks_stand_still_only_while_the_process_of_their_table_is_away(store: Store) -> None:
    """The tests' server is on connection 0 of 2. Connection 1 comes and goes while connection 0 is away."""
    clock, messenger = ManualClock(), RecordingMessenger()
    home, other = ShardSet(frozenset({0}), 2), ShardSet(frozenset({1}), 2)
    room = Room(store, settings(share=home), messenger, clock)
    await room.start()
    table = await room.start_table("duo-dominoes")
    before = await play_until_turn(room, table, BEAR)
    await room.stop()
    clock.forward(10 * MINUTE)
    elsewhere = Room(store, settings(share=other), messenger, clock)
    await elsewhere.start()
    assert (await elsewhere.tables.read_fresh(table)).sequence == before.sequence
    calls = len(messenger.calls)
    await elsewhere.settle()
    await elsewhere.stop()
    assert len(messenger.calls) == calls
    back = Room(store, settings(share=home), messenger, clock)
    await back.start()
    after = await back.tables.get(table)
    assert after.clock.offset == before.clock.offset + 10 * MINUTE
    assert after.occupant(Seat(0)).stand_in is None
    await back.stop()

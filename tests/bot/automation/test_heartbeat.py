"""When a server was last spoken for, however the servers were divided among processes then."""

from __future__ import annotations

from bot.store import heartbeats, key_values
from bot.store.shards import WHOLE, ShardSet
from bot.store.store import Store
from bot.tables.pacing import MINUTE
from games.core.seats import Seat
from tests.bot.tables.fakes import BEAR, Crowd, HandClock, RecordingPostbox, settings
from tests.bot.tables.players import until_turn

GUILDS = tuple(number << 22 for number in range(12))


async def test_the_newest_note_that_is_about_a_server_counts(store: Store) -> None:
    assert heartbeats.last_seen_for(await store.read(heartbeats.last_seen), GUILDS[3]) is None
    await store.write(heartbeats.note, WHOLE, 100)
    await store.write(heartbeats.note, ShardSet(frozenset({0, 1}), 4), 200)
    await store.write(heartbeats.note, ShardSet(frozenset({0}), 3), 300)
    seen = await store.read(heartbeats.last_seen)
    assert [heartbeats.last_seen_for(seen, guild) for guild in GUILDS] == [
        *(300, 200, 100),
        *(300, 200, 200),
        *(300, 100, 200),
        *(300, 100, 100),
    ]


async def test_the_note_of_older_releases_is_read(store: Store) -> None:
    await store.write(key_values.put, "tables:alive", 77, 77)
    assert heartbeats.last_seen_for(await store.read(heartbeats.last_seen), 5 << 22) == 77


async def test_a_part_gives_back_its_own_absence_to_its_own_tables(store: Store) -> None:
    """The fakes' server is on connection 0 of 2, which was away; connection 1 ran all the time."""
    clock, postbox = HandClock(), RecordingPostbox()
    home, other = ShardSet(frozenset({0}), 2), ShardSet(frozenset({1}), 2)
    crowd = Crowd(store, settings(share=home), postbox, clock)
    await crowd.desk.start()
    table = await crowd.started("duo-dominoes")
    before = await until_turn(crowd, table, BEAR)
    await crowd.desk.stop()
    clock.forward(10 * MINUTE)
    elsewhere = Crowd(store, settings(share=other), postbox, clock)
    await elsewhere.desk.start()
    assert (await elsewhere.desk.tables.fresh(table)).sequence == before.sequence
    calls = len(postbox.calls)
    await elsewhere.settled()
    await elsewhere.desk.stop()
    assert len(postbox.calls) == calls
    back = Crowd(store, settings(share=home), postbox, clock)
    await back.desk.start()
    after = await back.desk.tables.get(table)
    assert after.offset == before.offset + 10 * MINUTE
    assert after.occupant(Seat(0)).stand_in is None
    await back.desk.stop()

"""Every server belongs to exactly one process, and no process takes the shards of another."""

import asyncio

import pytest
from hypothesis import given, strategies as st

from bot.store import ShardSet
from bot.store.database.engine import Engine, open_engine
from bot.store.database.errors import InUse, LeaseLost
from bot.store.processes.instance_lock import take_turn
from bot.store.processes.leases import hold_lease
from bot.store.processes.shards import WHOLE
from tests.left_out import LONGER

TWO = (ShardSet(frozenset({0}), 2), ShardSet(frozenset({1}), 2))


@given(st.integers(0, 2**63 - 1), st.integers(1, 40), st.data())
def test_every_server_has_one_process(guild: int, count: int, data: st.DataObject) -> None:
    marks = data.draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    shares = [ShardSet(frozenset(at for at, mark in enumerate(marks) if mark == part), count) for part in range(3)]
    assert sum(share.serves(guild) for share in shares) == 1
    assert sum(share.serves(0) for share in shares) == 1
    assert WHOLE.serves(guild)
    assert all(share.is_whole == (len(share.ids) == count) for share in shares)


@given(st.integers(0, 2**40), st.integers(1, 12), st.integers(1, 4), st.data())
def test_what_belongs_to_no_server_has_one_process_also_while_the_connections_grow(
    number: int, count: int, times: int, data: st.DataObject
) -> None:
    """Each process takes the larger number of connections at a time of its own, and keeps its servers."""
    counts = [data.draw(st.sampled_from([count, count * times])) for _ in range(count)]
    shares = [ShardSet(frozenset(range(at, counts[at], count)), counts[at]) for at in range(count)]
    assert sum(share.serves(0, number) for share in shares) == 1
    assert not any(share.serves(None, number) for share in shares), "a damaged id"


def test_a_server_belongs_to_the_shard_that_discord_computes() -> None:
    """https://discord.com/developers/docs/events/gateway#sharding: shard_id = (guild_id >> 22) % num_shards."""
    assert [ShardSet(frozenset({2}), 4).serves(at << 22 | 17) for at in range(8)] == [False, False, True, False] * 2


@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_two_parts_overlap_if_they_have_a_server_in_common(count: int, other_count: int, data: st.DataObject) -> None:
    one, other = (
        ShardSet(frozenset(data.draw(st.sets(st.integers(0, most - 1), min_size=1))), most)
        for most in (count, other_count)
    )
    in_common = any(one.serves(at << 22) and other.serves(at << 22) for at in range(count * other_count))
    assert one.overlaps(other) == other.overlaps(one) == in_common


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("kind", ["postgresql"])
async def test_the_number_of_connections_grows_from_one_process_to_the_next(engine: Engine, migrated_url: str) -> None:
    """A part keeps its servers, and the other process its lease."""
    grown, second = ShardSet(frozenset({0, 2}), 4), open_engine(migrated_url)
    try:
        async with hold_lease(second, TWO[1]) as other:
            epochs = other.epochs
            async with hold_lease(engine, TWO[0]) as before:
                pass
            async with hold_lease(engine, grown) as after:
                assert set(after.epochs) == {"0/4", "2/4"}
                async with engine.begin() as connection:
                    with pytest.raises(LeaseLost):
                        await connection.run_sync(before.check)
                    await connection.run_sync(after.check)
                    await connection.run_sync(other.check)
            assert other.epochs == epochs and other.is_certain
    finally:
        await second.dispose()


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_each_part_of_the_servers_is_held_by_one_process(engine: Engine, migrated_url: str) -> None:
    second = open_engine(migrated_url)
    try:
        async with hold_lease(engine, TWO[0]):
            async with hold_lease(second, TWO[1]):
                pass
            for taken, sentence in (
                (TWO[0], "Another Boneyard holds connection 0 already: stop it, or change SHARD_IDS."),
                (ShardSet(frozenset({2}), 3), "as connection 0 of 2: stop it."),
                (ShardSet(frozenset({1, 2}), 4), "as connection 0 of 2: stop it."),
                (WHOLE, "only one process may: stop the other first."),
            ):
                with pytest.raises(InUse, match=sentence):
                    async with hold_lease(second, taken):
                        pass
            async with hold_lease(second, TWO[1]):
                pass
        async with hold_lease(second):
            with pytest.raises(InUse, match="uses this whole database, without SHARD_IDS"):
                async with hold_lease(engine, TWO[0]):
                    pass
    finally:
        await second.dispose()


async def test_only_one_process_at_a_time_has_the_turn(engine: Engine, migrated_url: str, kind: str) -> None:
    second, under_way, begun, go = open_engine(migrated_url), 0, asyncio.Event(), asyncio.Event()

    async def do(process: Engine, name: str) -> int:
        nonlocal under_way
        async with take_turn(process, name):
            under_way += 1
            found = under_way
            begun.set()
            await go.wait()
            under_way -= 1
        return found

    try:
        first = asyncio.create_task(do(engine, "emojis"))
        await asyncio.wait_for(begun.wait(), 60)
        another = asyncio.create_task(do(second, "emojis"))
        if kind == "postgresql":
            await _wait_for_waiter(engine)
        go.set()
        assert await first == 1
        assert await another == {"postgresql": 1, "sqlite": 2}[kind]
        async with take_turn(engine, "emojis"), take_turn(second, "commands"):
            pass
    finally:
        await second.dispose()


async def _wait_for_waiter(engine: Engine) -> None:
    """Wait until a session waits for an advisory lock."""
    while True:
        async with engine.connect() as connection:
            found = await connection.exec_driver_sql(
                "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database"
                " WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()"
            )
            if found.scalar_one():
                return


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_a_process_that_fails_gives_the_turn_to_the_next(engine: Engine) -> None:
    with pytest.raises(ConnectionResetError):
        async with take_turn(engine, "emojis"):
            raise ConnectionResetError("Discord, not the database")
    async with take_turn(engine, "emojis"):
        pass

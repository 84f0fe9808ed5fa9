"""Slots: whoever takes the slot of an action may do it, and nobody else may for a span of time."""

import asyncio

from bot.store import Store, key_values
from bot.store.database.engine import open_engine
from bot.store.people import erasure, lately
from tests.databases import on_sqlite_at_least

SPAN = 100


async def take(store: Store, name: str, at: int, cause: str) -> int | None:
    """Take a slot. Returns None on success, or the time when the slot will be free."""
    return await store.write(lately.take, "ask", name, at, SPAN, cause)


@on_sqlite_at_least
async def test_a_slot_blocks_the_next_for_its_span_and_older_ones_are_deleted(store: Store) -> None:
    assert await take(store, "a", 0, "i:1") is None
    assert await take(store, "a", 99, "i:2") == SPAN
    assert await take(store, "a", 99, "i:1") is None, "a request that is repeated has its slot already"
    assert await take(store, "b", 100, "i:3") is None
    assert list(await store.read(key_values.get_by_prefix, "ask:")) == ["ask:b"]
    assert await take(store, "a", 100, "i:2") is None


@on_sqlite_at_least
async def test_a_slot_that_is_given_back_is_free_at_once(store: Store) -> None:
    await take(store, "a", 0, "i:1")
    await store.write(lately.give_back, "ask", "a")
    assert await take(store, "a", 1, "i:2") is None


async def test_only_one_of_two_processes_gets_the_slot(store: Store, migrated_url: str) -> None:
    async with Store.on(open_engine(migrated_url)) as other:
        for at, name in ((0, "new"), (0, "old"), (SPAN, "old")):
            taken = await asyncio.gather(
                *(take(process, name, at, f"{at}:{id(process)}") for process in (store, other))
            )
            assert sorted(free_at or 0 for free_at in taken) == [0, at + SPAN]


@on_sqlite_at_least
async def test_the_slots_of_an_erased_user_are_deleted(store: Store) -> None:
    for name in ("table:9:42", "person:42:7", "person:7:42", "person:7:420"):
        await take(store, name, 0, "i:1")
    await store.write(erasure.erase, 42)
    assert list(await store.read(key_values.get_by_prefix, "ask:")) == ["ask:person:7:420"]

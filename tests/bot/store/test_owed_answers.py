"""Notes of commands that are still to be answered. Every process on the database sees those that nobody answers."""

from bot.store import ShardSet, Store
from bot.store.processes import lease_rows, owed_answers
from bot.store.processes.owed_answers import OwedAnswer
from bot.store.processes.shards import WHOLE

ONE = OwedAnswer(1, 5, "token", 7, 9, 1_000)
TWO = ONE._replace(interaction=2)
FIRST = ShardSet(frozenset({0}), 2)


async def list_left(store: Store, own: str) -> list[OwedAnswer]:
    return await store.read(owed_answers.list_left, own)


async def test_a_command_is_left_once_a_new_lease_holds_the_part_of_its_process(store: Store) -> None:
    (epoch,) = (await store.write(lease_rows.claim, FIRST)).values()
    await store.write(owed_answers.note, ONE, f"0/2:{epoch}")
    await store.write(owed_answers.note, TWO, f"0/2:{epoch}")
    assert await list_left(store, "1/2:1") == []  # the process that is to answer goes on
    await store.write(owed_answers.forget, TWO.interaction)
    (later,) = (await store.write(lease_rows.claim, FIRST)).values()
    assert await list_left(store, f"0/2:{later}") == [ONE]
    assert await list_left(store, "1/2:1") == [ONE]  # both see it; whichever looks first answers
    await store.write(owed_answers.forget, ONE.interaction)
    assert await list_left(store, f"0/2:{later}") == []


async def test_a_command_is_left_if_the_servers_are_divided_in_another_way(store: Store) -> None:
    (epoch,) = (await store.write(lease_rows.claim, WHOLE)).values()
    await store.write(owed_answers.note, ONE, f"all:{epoch}")
    await store.write(lease_rows.claim, ShardSet(frozenset({1}), 2))
    assert await list_left(store, "1/2:1") == [ONE]


async def test_without_leases_the_commands_of_every_other_process_are_left(store: Store) -> None:
    await store.write(owed_answers.note, ONE, "alone:1")
    assert await list_left(store, "alone:1") == []
    assert await list_left(store, "alone:2") == [ONE]

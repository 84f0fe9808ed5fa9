"""Notes of commands that are still to be answered. Every process on the database sees those that nobody answers."""

from __future__ import annotations

from bot.store.processes import lease_rows, owed_answers
from bot.store.processes.owed_answers import OwedAnswer
from bot.store.store import Store

ONE = OwedAnswer(1, 5, "token", 7, 9, 1_000)
TWO = ONE._replace(interaction=2)


async def left(store: Store, own: str) -> list[OwedAnswer]:
    return await store.read(owed_answers.list_left, own)


async def test_a_command_is_left_once_another_process_has_taken_the_part_of_its_own(store: Store) -> None:
    (epoch,) = (await store.write(lease_rows.claim, ["0/2"])).values()
    await store.write(owed_answers.note, ONE, f"0/2:{epoch}")
    await store.write(owed_answers.note, TWO, f"0/2:{epoch}")
    assert await left(store, "1/2:1") == []  # its process goes on
    await store.write(owed_answers.forget, TWO.interaction)
    (later,) = (await store.write(lease_rows.claim, ["0/2"])).values()
    assert await left(store, f"0/2:{later}") == [ONE]
    assert await left(store, "1/2:1") == [ONE]  # whoever looks first ends it
    await store.write(owed_answers.forget, ONE.interaction)
    assert await left(store, f"0/2:{later}") == []


async def test_a_command_is_left_if_the_servers_are_divided_in_another_way(store: Store) -> None:
    (epoch,) = (await store.write(lease_rows.claim, ["all"])).values()
    await store.write(owed_answers.note, ONE, f"all:{epoch}")
    await store.write(lease_rows.claim, ["1/2"])
    assert await left(store, "1/2:1") == [ONE]


async def test_a_process_leaves_what_it_gave_up_to_itself_and_others(store: Store) -> None:
    (epoch,) = (await store.write(lease_rows.claim, ["all"])).values()
    await store.write(owed_answers.note, ONE, f"all:{epoch}")
    assert await left(store, f"all:{epoch}") == []
    await store.write(owed_answers.note_abandoned, ONE.interaction)
    assert await left(store, f"all:{epoch}") == [ONE]


async def test_without_leases_only_the_own_commands_are_not_left(store: Store) -> None:
    await store.write(owed_answers.note, ONE, "alone:1")
    assert await left(store, "alone:1") == []
    assert await left(store, "alone:2") == [ONE]

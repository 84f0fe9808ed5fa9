"""Several processes write to the same books: there is no deadlock, and nobody is entered twice."""

import asyncio

import pytest

from bot.store import Store
from bot.store.books import crews, postings, revisions
from bot.tally.changes import ledger
from tests.bot.tally.crew import ADMIN, DAY, USERS, Crew, enter_hand
from tests.databases import on_both_databases
from tests.effort import rounds


@on_both_databases
async def test_two_processes_write_for_the_same_crew_at_once(crew: Crew, migrated_url: str) -> None:
    here = await crew.reports.find_crew(crew.request())
    async with await Store.open(migrated_url) as store:
        other = Crew(store, crew.clock, crew.messenger)
        other.requests = 1_000
        there, hands = {"Ned": 2, "Wally": -1, "Bear": -1}, rounds(4, 15, 15)
        await asyncio.gather(
            *(crew.write(enter_hand, here.id, {"Bear": 1, "Ned": -1}, "duo-dominoes", "game_won", n, 1, 0)
              for n in range(hands)),
            *(other.store.write(enter_hand, here.id, there, "duo-dominoes", "game_won", 100 + n, 1, 0)
              for n in range(hands)),
            *(process.adjust(ADMIN, "Wally", "Bull", 1, "at once")
              for process in (crew, other) * 5),
        )  # fmt: skip
    assert await crew.balances() == {"Bull": 10, "Wally": -10 - hands, "Ned": hands}
    names = [member.name for member in await crew.read(crews.list_members, here.id)]
    assert sorted(names) == ["Bear", "Bull", "Ned", "Wally"]
    assert len(await crew.read(postings.read, here.id)) == 10 + 2 * hands
    await crew.check_audit()


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_a_dispute_that_has_the_lock_first_keeps_a_due_hand_from_counting(crew: Crew) -> None:
    number = await crew.enter_hand({"Bear": 6, "Bull": -6}, wait=60_000)
    blocked = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    async with crew.store.engine.execution_options(writes=True).begin() as connection:
        await connection.run_sync(revisions.lock, await crew.id())
        verdict = postings.TransferVerdict("dispute", USERS["Bull"], "no Moon", crew.clock.now)
        await connection.run_sync(postings.judge, number, verdict)
        confirming = asyncio.create_task(crew.store.write(ledger.confirm_due, number, crew.clock.now + DAY))
        async with asyncio.timeout(60):
            while not (await connection.exec_driver_sql(blocked)).scalar_one():
                continue
    await confirming
    assert (await crew.entry(number)).state == "pending"

"""Commands whose process ended between the acknowledgement and the answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.edge import client as connection
from bot.ports.requests import reply_text
from bot.serving.interrupted_commands import OwedAnswers, end_interrupted
from bot.store.processes import lease_rows, owed_answers
from bot.store.processes.leases import Lease
from bot.store.processes.owed_answers import ANSWERABLE_FOR
from bot.store.store import Store
from bot.store.tables import events
from bot.wording import ENGLISH, Words
from harbour import Fault
from harbour.base.signal import DEFAULT_TIMEOUT_S
from harbour.client.interaction_response import InteractionResponse
from tests.bot.edge.rig import Rig
from tests.left_out import MORE_CASES

ORIGINAL = r"/webhooks/.*/messages/@original"
INTERRUPTED = Words(ENGLISH).say("edge/interrupted")


@pytest.fixture
async def empty(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        yield store


async def take_over(store: Store) -> OwedAnswers:
    """Take the servers over as a new process. Returns its notes of the answers that it owes."""
    lease = Lease()
    lease.note_taken(await store.write(lease_rows.claim, ["all"]))
    return OwedAnswers(store, "all", lease)


def note_commands(rig: Rig, client: connection.Client, owed: OwedAnswers) -> None:
    """Give the rig a router that notes each command until it has answered it."""
    rig.router = replace(rig.router, note_owed=owed.begin, note_end=owed.settle)
    client.listen(rig.router.receive)


async def lose_answer(rig: Rig, client: connection.Client, owed: OwedAnswers) -> InteractionResponse:
    """Give a command, and cut the connection under the first try of its answer."""
    note_commands(rig, client, owed)
    rig.services.answer = lambda: reply_text("Thrown.")
    lost = rig.harbour.inject_fault(Fault("PATCH", ORIGINAL, cut=True))
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    await rig.harbour.state.signal.wait_until(lambda: lost.hits, DEFAULT_TIMEOUT_S, "the lost answer")
    return answer


async def interrupt(rig: Rig, client: connection.Client, store: Store) -> InteractionResponse:
    """Acknowledge a command, and end the process before it is answered."""
    answer = await lose_answer(rig, client, await take_over(store))
    rig.router.note_end = None  # a killed process writes nothing
    rig.router.drop()
    await rig.router.drain()
    return answer


async def end(client: connection.Client, store: Store, clock: Callable[[], int]) -> None:
    """Take over as another process, which ends the commands that are still owed an answer."""
    await end_interrupted(client, store, clock, await take_over(store))


@pytest.mark.thorough(MORE_CASES)
async def test_thinking_ends_once_another_process_takes_over(rig: Rig, client: connection.Client, empty: Store) -> None:
    """The other process may run in another folder or on another machine: it reads the database."""
    answer = await interrupt(rig, client, empty)
    await end(client, empty, lambda: rig.harbour.clock.now())
    assert (await answer.message()).content == INTERRUPTED
    assert await empty.read(owed_answers.list_left, "") == []


async def test_what_a_living_process_owes_is_left_to_it(rig: Rig, client: connection.Client, empty: Store) -> None:
    owed = await take_over(empty)
    answer = await lose_answer(rig, client, owed)
    await end_interrupted(client, empty, lambda: rig.harbour.clock.now(), OwedAnswers(empty, "1/2", Lease()))
    assert (await answer.message()).content == "Thrown."
    await rig.router.drain()
    await owed.finish()
    await end(client, empty, lambda: rig.harbour.clock.now())
    assert (await answer.message()).content == "Thrown."


async def test_a_move_that_was_stored_is_said_to_be_done(
    rig: Rig, client: connection.Client, empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await interrupt(rig, client, empty)
    cause, place, user = f"i:{answer.id}", int(rig.harbour.channel.id), int(rig.bear.user.id)
    monkeypatch.setattr(events, "is_known_somewhere", lambda _, *asked: asked == (cause, place, user))
    await end(client, empty, lambda: rig.harbour.clock.now())
    assert (await answer.message()).content == Words(ENGLISH).say("edge/interrupted_done")


async def test_an_answer_that_arrived_stays(rig: Rig, client: connection.Client, empty: Store) -> None:
    answer = await interrupt(rig, client, empty)
    original = answer.interaction.original
    assert original is not None
    original.flags, original.content = original.flags & ~128, "Thrown."
    await end(client, empty, lambda: rig.harbour.clock.now())
    assert original.content == "Thrown."


async def test_an_expired_command_is_dropped_without_a_request(
    rig: Rig, client: connection.Client, empty: Store
) -> None:
    await interrupt(rig, client, empty)
    made = len(rig.harbour.requests)
    await end(client, empty, lambda: rig.harbour.clock.now() + ANSWERABLE_FOR + 1)
    assert len(rig.harbour.requests) == made
    assert await empty.read(owed_answers.list_left, "") == []


@pytest.mark.thorough(MORE_CASES)
async def test_an_answered_command_is_not_owed(rig: Rig, client: connection.Client, empty: Store) -> None:
    owed = await take_over(empty)
    note_commands(rig, client, owed)
    rig.services.answer = lambda: reply_text("Thrown.")
    await (await rig.bear.slash("discard", options={"bone": "R1"})).message()
    await rig.router.drain()
    await owed.finish()
    await take_over(empty)
    assert await empty.read(owed_answers.list_left, "") == []


@pytest.mark.thorough(MORE_CASES)
async def test_a_router_that_stops_leaves_its_answers_to_the_next_look(
    rig: Rig, client: connection.Client, empty: Store
) -> None:
    """A connection is handed over before a command is answered. The process goes on with its other connections."""
    owed = await take_over(empty)
    answer = await lose_answer(rig, client, owed)
    await rig.router.stop()
    await owed.finish()
    await end_interrupted(client, empty, lambda: rig.harbour.clock.now(), owed)
    assert (await answer.message()).content == INTERRUPTED
    assert await empty.read(owed_answers.list_left, owed.holder) == []


async def test_a_database_that_is_away_holds_up_no_acknowledgement(
    rig: Rig, client: connection.Client, empty: Store
) -> None:
    owed = await take_over(empty)
    await empty.writer.stop()
    note_commands(rig, client, owed)
    rig.services.answer = lambda: reply_text("Thrown.")
    assert (await (await rig.bear.slash("discard", options={"bone": "R1"})).message()).content == "Thrown."
    await rig.router.drain()
    await owed.finish()


async def test_a_connection_is_handed_over_once_its_answers_have_arrived(rig: Rig) -> None:
    rig.services.answer = lambda: reply_text("Thrown.")
    lost = rig.harbour.inject_fault(Fault("PATCH", ORIGINAL, cut=True, times=3))
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    await rig.harbour.state.signal.wait_until(lambda: lost.hits, DEFAULT_TIMEOUT_S, "the lost answer")
    await rig.router.wait_until_answered()
    assert (await answer.message()).content == "Thrown."

"""Commands and presses whose process ended between the acknowledgement and the answer."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.edge import client as connection
from bot.edge.interactions import InteractionRequest
from bot.ports import DONE, Reply, reply_text
from bot.serving.interrupted_commands import OwedAnswers, end_interrupted
from bot.store import Store
from bot.store.processes import lease_rows, owed_answers
from bot.store.processes.leases import Lease
from bot.store.processes.owed_answers import ANSWERABLE_FOR
from bot.store.processes.shards import WHOLE
from bot.store.tables import commits
from bot.wording import ENGLISH, Words
from harbour import InteractionResponse
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.bot.edge.rig import Rig
from tests.bot.harness.no_places import NO_PLACES
from tests.injected_faults import Fault, inject_fault
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
    lease.note_taken(await store.write(lease_rows.claim, WHOLE))
    return OwedAnswers(store, "all", lease)


def note_commands(rig: Rig, client: connection.Client, owed: OwedAnswers) -> None:
    """Give the rig a router that notes each command until it has answered it."""
    rig.router = replace(rig.router, note_owed=owed.begin, note_end=owed.settle)
    client.listen(rig.router.receive, NO_PLACES)


async def lose_answer(rig: Rig, client: connection.Client, owed: OwedAnswers) -> InteractionResponse:
    """Give a command, and cut the connection under the first try of its answer."""
    note_commands(rig, client, owed)
    rig.services.answer = lambda: reply_text("Thrown.")
    lost = inject_fault(rig.harbour, Fault("PATCH", ORIGINAL, cut=True))
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


async def test_a_living_process_keeps_what_it_owes_until_it_answers(
    rig: Rig, client: connection.Client, empty: Store
) -> None:
    owed = await take_over(empty)
    answer = await lose_answer(rig, client, owed)
    await end_interrupted(client, empty, lambda: rig.harbour.clock.now(), OwedAnswers(empty, "1/2", Lease()))
    assert (await answer.message()).content == "Thrown."
    await rig.router.drain()
    await owed.jobs.wait()
    await take_over(empty)
    assert await empty.read(owed_answers.list_left, "") == [], "an answered command is not owed"
    await end(client, empty, lambda: rig.harbour.clock.now())
    assert (await answer.message()).content == "Thrown."


async def test_a_move_that_was_stored_is_said_to_be_done(
    rig: Rig, client: connection.Client, empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await interrupt(rig, client, empty)
    cause, place, user = f"i:{answer.id}", int(rig.harbour.channel.id), int(rig.bear.user.id)
    monkeypatch.setattr(commits, "is_known_somewhere", lambda _, *asked: asked == (cause, place, user))
    await end(client, empty, lambda: rig.harbour.clock.now())
    assert (await answer.message()).content == Words(ENGLISH).say("edge/interrupted_done")


@pytest.mark.parametrize("is_stored", [False, True])
async def test_a_press_that_entered_nothing_is_named_and_one_that_was_stored_is_not(
    rig: Rig, client: connection.Client, empty: Store, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    """The process ends between the acknowledgement and the move. A stored move is on the board."""
    note_commands(rig, client, await take_over(empty))
    began, meanwhile = asyncio.Event(), asyncio.Event()

    async def begin(request: InteractionRequest) -> Reply:
        began.set()
        await meanwhile.wait()
        return DONE

    monkeypatch.setattr(rig.services, "press", begin)
    pressed = await rig.bear.press(await rig.post_panel(), "by:7:yes:41")
    await pressed.wait_for_acknowledgement()
    await began.wait()
    rig.router.note_end = None  # a killed process writes nothing
    rig.router.drop()
    await rig.router.drain()
    monkeypatch.setattr(commits, "is_known_somewhere", lambda *_: is_stored)
    inject_fault(rig.harbour, Fault("POST", "/webhooks/.*", status=502, after_effect=True))
    await end(client, empty, lambda: rig.harbour.clock.now())
    said = [] if is_stored else [Words(ENGLISH).say("edge/interrupted_press")]
    assert [message.content for message in rig.bear.ephemerals()] == said
    assert await empty.read(owed_answers.list_left, "") == []


async def test_an_answered_press_is_not_owed(rig: Rig, client: connection.Client, empty: Store) -> None:
    owed = await take_over(empty)
    note_commands(rig, client, owed)
    await (await rig.bear.press(await rig.post_panel(), "by:7:yes:41")).wait_for_acknowledgement()
    await rig.router.drain()
    await owed.jobs.wait()
    await end(client, empty, lambda: rig.harbour.clock.now())
    assert rig.bear.ephemerals() == []


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
async def test_a_router_that_stops_leaves_its_answers_to_the_next_process(
    rig: Rig, client: connection.Client, empty: Store
) -> None:
    owed = await take_over(empty)
    answer = await lose_answer(rig, client, owed)
    await rig.router.stop()
    await owed.jobs.wait()
    await end(client, empty, lambda: rig.harbour.clock.now())
    assert (await answer.message()).content == INTERRUPTED
    assert await empty.read(owed_answers.list_left, "") == []


async def test_a_database_that_is_away_holds_up_no_acknowledgement(
    rig: Rig, client: connection.Client, empty: Store
) -> None:
    owed = await take_over(empty)
    await empty.writer.stop()
    note_commands(rig, client, owed)
    rig.services.answer = lambda: reply_text("Thrown.")
    assert (await (await rig.bear.slash("discard", options={"bone": "R1"})).message()).content == "Thrown."
    await rig.router.drain()
    await owed.jobs.wait()

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
from tests.bot.edge.post import Post
from tests.left_out import MORE_CASES

ORIGINAL = r"/webhooks/.*/messages/@original"
INTERRUPTED = Words(ENGLISH).say("edge/interrupted")


@pytest.fixture
async def empty(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        yield store


async def process(store: Store) -> OwedAnswers:
    """The notes of a process that has just taken the servers over."""
    lease = Lease()
    lease.note_taken(await store.write(lease_rows.claim, ["all"]))
    return OwedAnswers(store, "all", lease)


def note_commands(post: Post, client: connection.Client, owed: OwedAnswers) -> None:
    """Replace the router by one that notes the commands that it owes an answer."""
    post.router = replace(post.router, note_owed=owed.begin, note_end=owed.settle)
    client.listen(post.router.receive)


async def lose_answer(post: Post, client: connection.Client, owed: OwedAnswers) -> InteractionResponse:
    """Give a command whose answer is lost with its connection once."""
    note_commands(post, client, owed)
    post.services.answer = lambda: reply_text("Thrown.")
    lost = post.harbour.inject_fault(Fault("PATCH", ORIGINAL, cut=True))
    answer = await post.bear.slash("discard", options={"bone": "R1"})
    await post.harbour.state.signal.wait_until(lambda: lost.hits, DEFAULT_TIMEOUT_S, "the lost answer")
    return answer


async def interrupted(post: Post, client: connection.Client, store: Store) -> InteractionResponse:
    """Acknowledge a command, and end the process before it is answered."""
    answer = await lose_answer(post, client, await process(store))
    post.router.note_end = None  # a killed process writes nothing
    post.router.drop()
    await post.router.drain()
    return answer


async def end(client: connection.Client, store: Store, clock: Callable[[], int]) -> None:
    """Look for commands that are owed an answer, as another process does that takes over."""
    await end_interrupted(client, store, clock, await process(store))


@pytest.mark.thorough(MORE_CASES)
async def test_thinking_ends_once_another_process_takes_over(
    post: Post, client: connection.Client, empty: Store
) -> None:
    """Whatever folder or machine that process has: it reads the ledger in the database."""
    answer = await interrupted(post, client, empty)
    await end(client, empty, lambda: post.harbour.clock.now())
    assert (await answer.message()).content == INTERRUPTED
    assert await empty.read(owed_answers.list_left, "") == []


async def test_what_a_living_process_owes_is_left_to_it(post: Post, client: connection.Client, empty: Store) -> None:
    owed = await process(empty)
    answer = await lose_answer(post, client, owed)
    await end_interrupted(client, empty, lambda: post.harbour.clock.now(), OwedAnswers(empty, "1/2", Lease()))
    assert (await answer.message()).content == "Thrown."
    await post.router.drain()
    await owed.finish()
    await end(client, empty, lambda: post.harbour.clock.now())
    assert (await answer.message()).content == "Thrown."


async def test_a_move_that_was_stored_is_said_to_be_done(
    post: Post, client: connection.Client, empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await interrupted(post, client, empty)
    cause, place, user = f"i:{answer.id}", int(post.harbour.channel.id), int(post.bear.user.id)
    monkeypatch.setattr(events, "is_known_somewhere", lambda _, *asked: asked == (cause, place, user))
    await end(client, empty, lambda: post.harbour.clock.now())
    assert (await answer.message()).content == Words(ENGLISH).say("edge/interrupted_done")


async def test_an_answer_that_arrived_stays(post: Post, client: connection.Client, empty: Store) -> None:
    answer = await interrupted(post, client, empty)
    original = answer.interaction.original
    assert original is not None
    original.flags, original.content = original.flags & ~128, "Thrown."
    await end(client, empty, lambda: post.harbour.clock.now())
    assert original.content == "Thrown."


async def test_an_expired_command_is_dropped_without_a_request(
    post: Post, client: connection.Client, empty: Store
) -> None:
    await interrupted(post, client, empty)
    made = len(post.harbour.requests)
    await end(client, empty, lambda: post.harbour.clock.now() + ANSWERABLE_FOR + 1)
    assert len(post.harbour.requests) == made
    assert await empty.read(owed_answers.list_left, "") == []


@pytest.mark.thorough(MORE_CASES)
async def test_an_answered_command_is_not_owed(post: Post, client: connection.Client, empty: Store) -> None:
    owed = await process(empty)
    note_commands(post, client, owed)
    post.services.answer = lambda: reply_text("Thrown.")
    await (await post.bear.slash("discard", options={"bone": "R1"})).message()
    await post.router.drain()
    await owed.finish()
    await process(empty)
    assert await empty.read(owed_answers.list_left, "") == []


@pytest.mark.thorough(MORE_CASES)
async def test_a_part_that_stops_leaves_its_answers_to_whoever_looks(
    post: Post, client: connection.Client, empty: Store
) -> None:
    """A connection was handed over under a command; the process goes on with its other connections."""
    owed = await process(empty)
    answer = await lose_answer(post, client, owed)
    await post.router.stop()
    await owed.finish()
    await end_interrupted(client, empty, lambda: post.harbour.clock.now(), owed)
    assert (await answer.message()).content == INTERRUPTED
    assert await empty.read(owed_answers.list_left, owed.holder) == []


async def test_a_database_that_is_away_holds_up_no_acknowledgement(
    post: Post, client: connection.Client, empty: Store
) -> None:
    owed = await process(empty)
    await empty.writer.stop()
    note_commands(post, client, owed)
    post.services.answer = lambda: reply_text("Thrown.")
    assert (await (await post.bear.slash("discard", options={"bone": "R1"})).message()).content == "Thrown."
    await post.router.drain()
    await owed.finish()


async def test_a_connection_is_handed_over_once_its_answers_have_arrived(post: Post) -> None:
    post.services.answer = lambda: reply_text("Thrown.")
    lost = post.harbour.inject_fault(Fault("PATCH", ORIGINAL, cut=True, times=3))
    answer = await post.bear.slash("discard", options={"bone": "R1"})
    await post.harbour.state.signal.wait_until(lambda: lost.hits, DEFAULT_TIMEOUT_S, "the lost answer")
    await post.router.wait_until_answered()
    assert (await answer.message()).content == "Thrown."

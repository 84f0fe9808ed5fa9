"""Commands whose process ended between the acknowledgement and the answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.edge import client as connection
from bot.ports.requests import reply_text
from bot.serving.interrupted_commands import end_interrupted, notes_of
from bot.store.processes.owed_answers import LASTS, OwedAnswers, collect_left_answers, keep_owed_answers
from bot.store.store import Store
from bot.store.tables import events
from bot.wording import ENGLISH, Words
from harbour.base.signal import DEFAULT_TIMEOUT_S
from harbour.client.interaction_response import InteractionResponse
from tests.bot.edge.post import Post

ORIGINAL = r"/webhooks/.*/messages/@original"


@pytest.fixture
async def empty(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        yield store


def note_commands(post: Post, client: connection.Client, owed: OwedAnswers) -> None:
    """Replace the router by one that notes the commands that it owes an answer."""
    post.router = replace(post.router, owes=notes_of(owed), settled=owed.settle)
    client.listen(post.router.receive)


async def interrupted(post: Post, client: connection.Client, folder: Path) -> InteractionResponse:
    """Acknowledge a command, and end the process before it is answered."""
    with keep_owed_answers(folder) as owed:
        assert owed is not None
        note_commands(post, client, owed)
        post.services.answer = lambda: reply_text("Thrown.")
        lost = post.harbour.fault("PATCH", ORIGINAL, cut=True)
        answer = await post.bear.slash("discard", options={"bone": "R1"})
        await post.harbour.state.signal.wait_until(lambda: lost.hits, DEFAULT_TIMEOUT_S, "the lost answer")
        post.router.drop()
        await post.router.drain()
    return answer


async def end(client: connection.Client, folder: Path, store: Store, clock: Callable[[], int]) -> None:
    """Look for commands that are owed an answer, as another process in that folder does."""
    with keep_owed_answers(folder) as own:
        assert own is not None
        await end_interrupted(client, folder, store, clock, own)


async def test_thinking_ends_with_the_next_start(
    post: Post, client: connection.Client, empty: Store, tmp_path: Path
) -> None:
    answer = await interrupted(post, client, tmp_path)
    await end(client, tmp_path, empty, lambda: post.harbour.clock.now())
    assert (await answer.message()).content == Words(ENGLISH).say("edge/interrupted")
    with collect_left_answers(tmp_path) as left:
        assert left == []


async def test_a_move_that_was_stored_is_said_to_be_done(
    post: Post, client: connection.Client, empty: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await interrupted(post, client, tmp_path)
    cause, place, user = f"i:{answer.id}", int(post.harbour.channel.id), int(post.bear.user.id)
    monkeypatch.setattr(events, "is_known_somewhere", lambda _, *asked: asked == (cause, place, user))
    await end(client, tmp_path, empty, lambda: post.harbour.clock.now())
    assert (await answer.message()).content == Words(ENGLISH).say("edge/interrupted_done")


async def test_an_answer_that_arrived_stays(
    post: Post, client: connection.Client, empty: Store, tmp_path: Path
) -> None:
    answer = await interrupted(post, client, tmp_path)
    original = answer.interaction.original
    assert original is not None
    original.flags, original.content = original.flags & ~128, "Thrown."
    await end(client, tmp_path, empty, lambda: post.harbour.clock.now())
    assert original.content == "Thrown."


async def test_an_expired_command_is_dropped_without_a_request(
    post: Post, client: connection.Client, empty: Store, tmp_path: Path
) -> None:
    await interrupted(post, client, tmp_path)
    made = len(post.harbour.requests)
    await end(client, tmp_path, empty, lambda: post.harbour.clock.now() + LASTS + 1)
    assert len(post.harbour.requests) == made


async def test_an_answered_command_is_not_owed(post: Post, client: connection.Client, tmp_path: Path) -> None:
    with keep_owed_answers(tmp_path) as owed:
        assert owed is not None
        note_commands(post, client, owed)
        post.services.answer = lambda: reply_text("Thrown.")
        await (await post.bear.slash("discard", options={"bone": "R1"})).message()
        await post.router.drain()
    with collect_left_answers(tmp_path) as left:
        assert left == []


async def test_a_part_that_stops_leaves_its_answers_to_its_own_process(
    post: Post, client: connection.Client, empty: Store, tmp_path: Path
) -> None:
    """A connection was handed over under a command; the process goes on with its other connections."""
    with keep_owed_answers(tmp_path) as owed:
        assert owed is not None
        note_commands(post, client, owed)
        post.services.answer = lambda: reply_text("Thrown.")
        lost = post.harbour.fault("PATCH", ORIGINAL, cut=True)
        answer = await post.bear.slash("discard", options={"bone": "R1"})
        await post.harbour.state.signal.wait_until(lambda: lost.hits, DEFAULT_TIMEOUT_S, "the lost answer")
        await post.router.stop()
        with pytest.raises(ConnectionError), owed.collect_left() as left:
            assert [command.interaction for command in left] == [int(answer.id)]
            raise ConnectionError
        await end_interrupted(client, tmp_path, empty, lambda: post.harbour.clock.now(), owed)
        assert (await answer.message()).content == Words(ENGLISH).say("edge/interrupted")
        with owed.collect_left() as left:
            assert left == []
    with collect_left_answers(tmp_path) as left:
        assert left == []


async def test_a_connection_is_handed_over_once_its_answers_have_arrived(post: Post) -> None:
    post.services.answer = lambda: reply_text("Thrown.")
    lost = post.harbour.fault("PATCH", ORIGINAL, cut=True, times=3)
    answer = await post.bear.slash("discard", options={"bone": "R1"})
    await post.harbour.state.signal.wait_until(lambda: lost.hits, DEFAULT_TIMEOUT_S, "the lost answer")
    await post.router.wait_for_present()
    assert (await answer.message()).content == "Thrown."

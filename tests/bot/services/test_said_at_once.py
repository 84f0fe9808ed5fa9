"""A lesson, a shown step and a greeting are sent at once; a crash and another press send none of them twice."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.services.replays import SHARE_EVERY
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"


async def learn(room: Room, table: int) -> object:
    return await room.press(table, "learn", BULL)


async def share(room: Room, table: int) -> object:
    return await room.press(table, "replay.1.3.share", BEAR)


async def practise(room: Room, table: int) -> object:
    return await room.practice.begin(room.request(BULL), GAME)


@pytest.mark.parametrize(
    ("ask", "channel", "answers"),
    mark_thorough(
        [
            (learn, dm(BULL.user).channel, 1),
            (share, CHANNEL, 0),
            (practise, dm(BULL.user).channel, 1),
        ],
        MORE_CASES,
        but=[(share, CHANNEL, 0), (practise, dm(BULL.user).channel, 1)],
    ),
)
async def test_what_was_sent_before_a_crash_is_not_sent_again_by_the_next_press(
    room: Room, ask: Callable[[Room, int], Awaitable[object]], channel: int, answers: int
) -> None:
    table = await take_played_table(room, GAME)
    room.messenger.crash_after = answers
    asking = asyncio.create_task(_ask(ask, room, table))
    await room.wait_for_lost_answer()
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    sent = [message.text for message in room.at(channel)][-1]
    room.messenger.forget_nonces()
    room.forward(SHARE_EVERY)
    again = await room.crash_and_restart()
    await ask(again, table)

    def count() -> int:
        return [message.text for message in again.at(channel)].count(sent)

    assert count() == 1
    if ask is not practise:
        again.forward(SHARE_EVERY)
        await ask(again, table)
        assert count() == 2, "whoever asks again is answered again"
    await again.stop()


async def _ask(ask: Callable[[Room, int], Awaitable[object]], room: Room, table: int) -> None:
    await ask(room, table)

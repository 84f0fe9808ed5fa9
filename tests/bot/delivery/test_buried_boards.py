"""A board that is buried under talk is posted again silently, and the bot seldom asks how deep it lies."""

import pytest

from bot.delivery.buried_boards import EVERY, MOST_BELOW, REFUSED_FOR
from bot.ports import DeliveryError, ErrorKind, Message, Place
from bot.store.messages import projections
from bot.store.messages.message_keys import BOARD
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, NED, WALLY, Room

CREW = (BEAR, BULL, WALLY, NED)


async def talk(room: Room, lines: int) -> None:
    """Let people write this many messages below the board."""
    for number in range(lines):
        await room.messenger.send(Place(CHANNEL, GUILD), Message("So I said"), f"talk:{room.messenger._next}:{number}")


async def find_board(room: Room, table: int) -> int:
    row = await room.read(projections.find, table, BOARD)
    assert row is not None
    assert row.message is not None
    return row.message


async def move(room: Room, table: int, wait: int = EVERY) -> None:
    """Let some time pass, then let the first player who can move do so."""
    room.forward(wait)
    await room.settle()
    for who in CREW:
        if await step(room, table, who):
            return
    raise AssertionError("nobody can move")


def count_questions(room: Room) -> int:
    """Count how often the bot has asked for the number of messages below the board."""
    return room.messenger.calls.count(("count", CHANNEL))


async def test_a_buried_board_comes_back_silently(room: Room) -> None:
    table = await room.start_table("duo-dominoes", CREW, 0, pace="correspondence")
    board = await find_board(room, table)
    await talk(room, MOST_BELOW + 1)
    loud = len(room.messenger.loud)
    await move(room, table)
    again = await find_board(room, table)
    assert again > board
    assert again == max(number for number, sent in room.messenger.messages.items() if sent.place.channel == CHANNEL)
    assert board in room.messenger.deleted
    assert not [message for place, message in room.messenger.loud[loud:] if place == CHANNEL]


async def test_a_board_with_little_talk_below_it_stays(room: Room) -> None:
    table = await room.start_table("duo-dominoes", CREW, 0, pace="correspondence")
    board = await find_board(room, table)
    await talk(room, MOST_BELOW - 2)  # the log and a hand's notices may lie below it, too
    await move(room, table)
    assert count_questions(room) == 1
    assert await find_board(room, table) == board


async def test_the_bot_asks_at_most_once_in_three_minutes(room: Room) -> None:
    table = await room.start_table("duo-dominoes", CREW, 0, pace="correspondence")
    for _ in range(3):
        await move(room, table, 1_000)
    assert count_questions(room) == 0, "the board is new"
    await move(room, table)
    assert count_questions(room) == 1
    await talk(room, MOST_BELOW + 1)
    for _ in range(3):
        await move(room, table, 1_000)
    assert count_questions(room) == 1
    await move(room, table)
    assert count_questions(room) == 2


@pytest.mark.parametrize("seed", ["unreadable"])
async def test_a_channel_that_may_not_be_read_is_left_alone_for_an_hour(room: Room) -> None:
    table = await room.start_table("duo-dominoes", CREW, 0, pace="correspondence")
    board = await find_board(room, table)

    def refuse(what: str, place: Place, message: Message | None) -> None:
        if what == "count":
            raise DeliveryError(ErrorKind.FORBIDDEN)

    room.messenger.fail = refuse
    for _ in range(3):
        await move(room, table)
    assert count_questions(room) == 1
    assert await find_board(room, table) == board, "the move is shown all the same"
    assert REFUSED_FOR > 3 * EVERY

"""A message that Discord refuses is tried again. The host reads why, and when Discord takes messages again."""

from collections.abc import Callable

import pytest

from bot.ports import MINUTE, DeliveryError, ErrorKind, Message, Outcome, Place, find_wait
from bot.ports.times import LONGEST_WAIT
from bot.store import MessageKey, MessageKind
from bot.store.messages import projections
from bot.store.messages.message_keys import BOARD
from bot.store.messages.projections import HELD_BACK, LIVE
from bot.wording import ENGLISH, Words
from games.core import Seat
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import play_until_turn, step
from tests.bot.harness.room import BEAR, CHANNEL, Room
from tests.bot.harness.word_scenes import board_alt
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"


def refuse(room: Room, kind: ErrorKind, what: str = "send edit", times: int = 1_000) -> Callable[[], int]:
    """Let Discord refuse this many requests in the table's channel. Returns a function that counts them."""
    refused: list[str] = []

    def fail(asked: str, place: Place, message: Message | None) -> None:
        if place.channel == CHANNEL and asked in what.split() and len(refused) < times:
            refused.append(asked)
            raise DeliveryError(kind, "the reason")

    room.messenger.fail = fail
    return lambda: len(refused)


async def move(room: Room, table: int) -> None:
    """Let Bear move."""
    await play_until_turn(room, table, BEAR)
    await step(room, table, BEAR)


async def is_shown(room: Room, table: int) -> bool:
    """True if there is one board, and it shows the table as it is."""
    present = await room.get(table)
    boards = [message for message in room.at(CHANNEL) if message.pictures and message.rows]
    return [board.pictures[0].alt for board in boards] == [board_alt(present)]


def letters(room: Room, words: str) -> list[str]:
    return [message.text for message in room.dm(BEAR) if words in message.text]


def test_waits_grow_from_a_minute_to_four_hours() -> None:
    assert [find_wait(tries) // MINUTE for tries in range(11)] == [0, 1, 2, 4, 8, 16, 32, 64, 128, 240, 240]
    assert find_wait(10_000) == LONGEST_WAIT


KINDS = [ErrorKind.BAD_REQUEST, ErrorKind.BLOCKED, ErrorKind.FORBIDDEN, ErrorKind.ASLEEP, ErrorKind.WRONG_CHANNEL]


@pytest.mark.parametrize("kind", mark_thorough(KINDS, MORE_CASES, but=KINDS[:1]))
async def test_a_board_that_was_refused_for_a_while_follows_its_table_again(room: Room, kind: ErrorKind) -> None:
    table = await room.start_table(GAME)
    refuse(room, kind)
    await move(room, table)
    assert not await is_shown(room, table)
    row = await room.read(projections.find, table, BOARD)
    assert row is not None
    assert (row.state, row.data.refusal, row.data.refusals) == (HELD_BACK, kind.value, 1)
    refuse(room, kind, times=0)
    room.forward(MINUTE)
    await room.settle()
    assert await is_shown(room, table)
    row = await room.read(projections.find, table, BOARD)
    assert row is not None
    assert (row.state, row.data.refusal, row.data.refusals) == (LIVE, "", 0)
    await move(room, table)
    assert await is_shown(room, table)
    assert len(letters(room, "I can't post")) == len(letters(room, "I can post in")) == 1


async def test_a_message_that_is_refused_for_long_is_tried_ever_more_rarely(room: Room) -> None:
    table = await room.start_table(GAME)
    count = refuse(room, ErrorKind.FORBIDDEN)
    await move(room, table)
    tries = []
    for _ in range(24 * 60):
        room.forward(MINUTE)
        await room.host.held.look()
        await room.host.workers.settle()
        tries.append(count())
    assert tries[2] < tries[20] < tries[-1] <= 45  # of board, log and reminder together
    assert len(letters(room, "I can't post")) == 1


async def test_an_old_board_that_cannot_be_deleted_is_deleted_later_and_no_third_one_appears(room: Room) -> None:
    table = await room.start_table(GAME)
    refuse(room, ErrorKind.BLOCKED, "delete")
    for _ in range(3):
        await room.host.workers.settle()
        room.host.workers.refresh(await room.get(table), repost_board=True)
        await room.settle()
    assert len([message for message in room.at(CHANNEL) if message.pictures and message.rows]) == 2
    refuse(room, ErrorKind.BLOCKED, times=0)
    await move(room, table)
    assert await is_shown(room, table)


async def test_a_hand_that_is_blocked_for_a_while_comes_back_to_the_dm(room: Room) -> None:
    table = await room.start_table(GAME)

    def fail(asked: str, place: Place, message: Message | None) -> None:
        if place.channel == dm(BEAR.user).channel and asked in ("send", "edit"):
            raise DeliveryError(ErrorKind.BLOCKED)

    room.messenger.fail = fail
    await move(room, table)
    refuse(room, ErrorKind.BLOCKED, times=0)
    room.forward(MINUTE)
    await room.settle()
    row = await room.read(projections.find, table, MessageKey(MessageKind.HAND, Seat(0)))
    assert row is not None
    assert (row.state, row.channel, row.data.refusals) == (LIVE, dm(BEAR.user).channel, 0)
    assert len([message for message in room.dm(BEAR) if message.rows]) == 1
    assert not any(f"<@{BEAR.user}>" in message.text for message in room.at(CHANNEL))


def test_each_kind_of_error_has_a_sentence_and_each_outcome_has_a_kind() -> None:
    assert [kind for kind in ErrorKind if not Words(ENGLISH).knows(f"refused/{kind}")] == []
    assert {kind.outcome for kind in ErrorKind} == set(Outcome)

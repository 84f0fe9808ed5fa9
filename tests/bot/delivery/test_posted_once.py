"""Each message is posted once, even if Discord has forgotten its nonce or a permission was missing."""

import pytest

from bot.ports import DeliveryError, ErrorKind, Message, Place
from bot.store import Store
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room, settings
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"


def boards(room: Room) -> list[Message]:
    """The messages with controls that stand in the channel."""
    return room.messenger.playable_at(CHANNEL)


async def check_all_is_shown_once(room: Room, table: int) -> None:
    """Check that there is one board, one log and one rack, and that they show the table."""
    await room.settle()
    present = await room.get(table)
    assert [board.pictures[0].alt for board in boards(room)] == [f"board {present.view(None)!r}"]
    for who in (BEAR, BULL):
        (rack,) = [message for message in room.dm(who) if message.rows]
        assert rack.pictures[0].alt == f"both {present.view(present.seat_of(who.user))!r}"


@pytest.mark.parametrize("lost", mark_thorough([0, 1, 2, 3, 4, 6], MORE_CASES, but=[6]))
async def test_a_start_whose_answers_are_lost_posts_nothing_twice(store: Store, lost: int) -> None:
    """Discord took the posts, no row was written, and the bot was away for longer than Discord remembers a nonce."""
    room = Room(store, settings())
    await room.start()
    table = await room.open(GAME)
    await room.press(table, "lobby.join", BULL)
    await room.settle()
    await room.press(table, "lobby.robot+", BEAR)
    await room.press(table, "lobby.robot+", BEAR)
    await room.settle()
    room.messenger.crash_after = lost
    await room.press(table, "lobby.start", BEAR)
    await room.wait_for_lost_answer()
    room.messenger.forget_nonces()
    room.forward(401_000)
    room = await room.crash_and_restart()
    await check_all_is_shown_once(room, table)
    assert await step(room, table, BEAR, BULL)
    await check_all_is_shown_once(room, table)
    await room.stop()


@pytest.mark.parametrize("moves_first", mark_thorough([False, True], MORE_CASES, but=[True]))
async def test_a_kill_just_after_a_board_was_shown_again_leaves_one(store: Store, moves_first: bool) -> None:
    room = Room(store, settings())
    await room.start()
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    before = len(boards(room))
    room.messenger.crash_after = 0
    await room.ask(room.seats.show_again, table, BEAR)
    await room.wait_for_lost_answer()
    assert len(boards(room)) == before + 1
    if moves_first:
        room.messenger.forget_nonces()
    room = await room.crash_and_restart()
    await check_all_is_shown_once(room, table)
    await room.stop()


async def test_a_permission_that_comes_back_leaves_one_board(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)

    def fail(what: str, place: Place, message: Message | None) -> None:
        if place.channel == CHANNEL:
            raise DeliveryError(ErrorKind.FORBIDDEN, "send_messages")

    for _ in range(2):
        room.forward(1_000)
        room.messenger.fail = fail
        assert await step(room, table, BEAR, BULL)
        await room.settle()
        room.messenger.fail = lambda what, place, message: None
        await room.ask(room.seats.show_again, table, BEAR)
        await check_all_is_shown_once(room, table)
    told = [notice for notice in room.dm(BEAR) if "send_messages" in notice.text]
    assert len(told) == 2


async def test_a_repost_that_was_refused_in_the_middle_uses_another_nonce(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    refused: list[str] = []

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "send" and place.channel == CHANNEL:
            refused.append(what)
            raise DeliveryError(ErrorKind.FORBIDDEN, "send_messages")

    room.messenger.fail = fail
    await room.ask(room.seats.show_again, table, BEAR)
    await room.settle()
    assert refused
    room.messenger.fail = lambda what, place, message: None
    assert await step(room, table, BEAR, BULL)
    await room.ask(room.seats.show_again, table, BEAR)
    await check_all_is_shown_once(room, table)

"""A player without chips is told so, and no hand is dealt at a table at which robots would play it alone."""

import pytest

from bot.ports import DAY, HOUR, MINUTE
from bot.store import Status
from bot.tables.aggregate import Table
from tests.bot.harness.players import play_to
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room, list_controls
from tests.left_out import MORE_CASES
from tests.refuses import refuses

STAKES = {"buy_in": "1", "ante": "1"}


async def lose_all(room: Room, table: int) -> Table:
    """Play until Bear has lost their last chip, and the hand is over."""
    return await play_to(room, table, lambda present: 0 in present.public_view.out and not present.hand_open, BEAR)


def read_channel(room: Room) -> str:
    """The text of all messages in the table's channel."""
    return "\n".join(message.text for message in room.at(CHANNEL))


@pytest.mark.thorough(MORE_CASES)
async def test_robots_play_no_hand_alone_for_a_player_who_is_out_of_chips(room: Room) -> None:
    table = await room.start_table("bonedoneskis", (BEAR,), 2, STAKES)
    hand = (await lose_all(room, table)).public_view.hand
    (own,) = room.dm(BEAR)
    assert "You're out of chips" in own.text
    controls = list_controls(own)
    assert {"table.leave", "why"} <= {*controls} and "next" not in controls
    assert "Out of chips: Bear. I can't deal until one of them tops up." in read_channel(room)
    public = {item.name for message in room.at(CHANNEL) for row in message.rows for item in row}
    assert "why" in public and "next" not in public
    for _ in range(8):
        room.forward(15_000)
        await room.settle()
    with refuses("TABLE/all_out"):
        await room.press(table, "next", BEAR)
    assert (await room.get(table)).public_view.hand == hand
    await room.press(table, "topup", BEAR)
    await room.settle()
    assert "Out of chips" not in read_channel(room)
    await room.press(table, "next", BEAR)
    await room.settle()
    present = await room.get(table)
    assert (present.public_view.hand, 0 in present.public_view.out) == (hand + 1, False)


async def test_no_digest_comes_each_day_for_a_player_who_is_out_of_chips(room: Room) -> None:
    await room.people.choose(BEAR.user, "notify", "daily", room.clock.now)
    await lose_all(room, await room.start_table("bonedoneskis", (BEAR,), 2, STAKES, pace="correspondence"))
    known = len(room.dm(BEAR))
    for _ in range(3):
        room.forward(DAY)
        await room.settle()
    assert [message.text for message in room.dm(BEAR)[known:]] == []


@pytest.mark.thorough(MORE_CASES)
async def test_a_table_whose_only_player_is_out_of_chips_is_closed_in_time(room: Room) -> None:
    table = await room.start_table("bonedoneskis", (BEAR,), 2, STAKES)
    await lose_all(room, table)
    for _ in range(7):
        room.forward(HOUR)
        await room.settle()
    assert (await room.get(table)).status == Status.CLOSED


@pytest.mark.thorough(MORE_CASES)
async def test_a_friend_who_has_chips_is_dealt_in_without_a_player_who_has_none(room: Room) -> None:
    table = await room.start_table("bonedoneskis", (BEAR,), 2, STAKES)
    hand = (await lose_all(room, table)).public_view.hand
    await room.press(table, "lobby.join", BULL)
    assert (await room.get(table)).seat_of(BULL.user) is not None
    await room.settle()
    assert "Out of chips: Bear." in read_channel(room).splitlines()
    room.forward(MINUTE)
    await room.settle()
    assert (await room.get(table)).public_view.hand == hand + 1

"""A player's own message: what it shows, and where it stands in a DM with other messages."""

import pytest

from bot.messages.presenter import LEAST_STAY
from bot.ports import HAND_PICTURE, Message
from bot.store import Store
from bot.tables.aggregate.pacing import LIVE
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import play_until_turn, step
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, in_dm, settings
from tests.left_out import MORE_CASES

DUO = "duo-dominoes"
PEOPLE = (BEAR, BULL, WALLY, NED)


def post_of(room: Room) -> Message:
    """Bear's own message."""
    return [message for message in room.dm(BEAR) if message.name == HAND_PICTURE][-1]


async def test_the_message_says_what_happened_since_its_players_last_move(room: Room) -> None:
    table = await room.start_table(DUO, PEOPLE, 0)
    await play_until_turn(room, table, BEAR, BULL, WALLY, NED)
    await room.settle()
    shown = post_of(room)
    assert shown.layout is not None
    assert shown.text.splitlines()[-1].startswith("**"), "the question stands directly above the buttons"
    assert shown.pictures
    assert "#100" in shown.text


async def test_the_message_that_waits_for_its_reader_is_the_last_in_their_dm(room: Room) -> None:
    table = await room.start_table(DUO, PEOPLE, 0)
    await play_until_turn(room, table, BULL, WALLY, NED, BEAR)
    await room.messenger.send(dm(BEAR.user), Message("a lesson"), "lesson")
    room.forward(LEAST_STAY + 1)
    await play_until_turn(room, table, BEAR, BULL, WALLY, NED)
    await room.settle()
    there = room.dm(BEAR)
    assert there[-1].name == HAND_PICTURE
    assert sum(message.name == HAND_PICTURE for message in there) == 1


@pytest.mark.thorough(MORE_CASES)
async def test_the_message_of_a_seat_that_a_robot_plays_stays_where_it_is(store: Store) -> None:
    """At two tables, the one that a robot plays must not come below the one that waits for its reader."""
    room = Room(store, settings(live=LIVE))
    await room.start()
    table = await room.start_table(DUO, PEOPLE, 0)
    await play_until_turn(room, table, NED, BEAR, BULL, WALLY)
    await room.press(table, "table.away", BEAR)
    await room.settle()
    await room.messenger.send(dm(BEAR.user), Message("a lesson"), "lesson")
    room.forward(LEAST_STAY + 1)
    await room.settle()
    await step(room, table, NED)
    assert (await room.get(table)).public_view.to_act == (0,)
    assert room.dm(BEAR)[-1].text == "a lesson"


async def test_a_message_stays_for_a_minute_where_it_is(room: Room) -> None:
    table = await room.start_table(DUO, PEOPLE, 0)
    await play_until_turn(room, table, BULL, WALLY, NED, BEAR)
    await room.messenger.send(dm(BEAR.user), Message("a lesson"), "lesson")
    await play_until_turn(room, table, BEAR, BULL, WALLY, NED)
    await room.settle()
    assert room.dm(BEAR)[-1].text == "a lesson"


async def test_a_hidden_hand_shows_the_board_alone(room: Room) -> None:
    table = await room.start_table(DUO, PEOPLE, 0)
    await room.press(table, "hand.hide", BEAR)
    await room.settle()
    (picture,) = post_of(room).pictures
    assert picture.alt.startswith("board ")
    assert "seat=None" in picture.alt
    await room.press(table, "hand.show", BEAR, where=in_dm(BEAR))
    await room.settle()
    assert post_of(room).pictures[0].alt.startswith("both ")

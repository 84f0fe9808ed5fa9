"""*Same again* opens the next table for the same people; a lobby calls for players with a role of the server."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.ports import Location, Message, Requester
from bot.store import Conflict, Connection, StoredTable, key_values
from bot.tables.aggregate.offers import offers_of
from bot.tables.lobby import opening
from bot.tables.play.robots import level_of
from bot.tables.seats.queue import queue_of
from tests.bot.harness.room import BEAR, BULL, CHANNEL, HERE, NED, WALLY, Room, message_of
from tests.left_out import LONGER, MORE_CASES, mark_thorough
from tests.refuses import refuses

GAME = "duo-dominoes"
ADMIN = Requester(9, "Admin", admin=True)
ROLE = 4_242
HOUR = 3_600_000


def has_control(message: Message, what: str) -> bool:
    """True if a message has a control of this name."""
    return any(control.name == what for row in message.rows for control in row)


async def make_closed_table(room: Room) -> int:
    """Start a table of Bear, Bull and two robots, and close it in the middle of its game."""
    table = await room.open(GAME, "correspondence")
    await room.press(table, "lobby.house.set", BEAR, "game_points=20")
    await room.press(table, "lobby.house.set", BEAR, "text_only=yes")
    await room.press(table, "lobby.join", BULL)
    await room.press(table, "lobby.deckhand+", BEAR)
    await room.press(table, "lobby.robot+", BEAR)
    await room.begin(table)
    await room.close(table)
    await room.settle()
    return table


async def press_same_again(room: Room, table: int, who: Requester) -> int:
    """Press *Same again*; returns the table that follows."""
    reply = await room.press(table, "table.again", who)
    await room.settle()
    assert reply.message is not None
    assert reply.message.text == f"There's a table open for Duo Dominoes in <#{CHANNEL}>."
    return reply.message.table


# Same again.


@pytest.mark.thorough(LONGER)
async def test_the_final_board_and_the_sheet_open_the_next_table(room: Room) -> None:
    table = await make_closed_table(room)
    assert [has_control(message, "table.again") for message in room.at(CHANNEL)][-2:] == [True, True]
    following = await press_same_again(room, table, BULL)
    before, present = await room.get(table), await room.get(following)
    assert present.status == "lobby"
    assert present.names == ("Bull", *before.names[2:])
    assert [(seat.user_id, seat.robot and level_of(present.game, seat)) for seat in present.seats[1:]] == [
        (seat.user_id, seat.robot and level_of(present.game, seat)) for seat in before.seats[2:]
    ]
    assert (present.row.game, present.row.pace, present.row.host) == (GAME, "correspondence", BULL.user)
    assert present.row.options == before.row.options
    assert replace(present.row.settings, offers=(), language="") == before.row.settings
    lobby, asked = sorted(room.at(CHANNEL)[-2:], key=lambda message: not has_control(message, "lobby.leave"))
    assert has_control(lobby, "lobby.leave")
    assert asked.text.startswith("<@1>, Bull would like another game of Duo Dominoes with you.")
    assert await press_same_again(room, table, BEAR) == following
    assert (await room.get(following)).names == ("Bull", *before.names[2:], "Bear")
    await room.press(following, "lobby.leave", BEAR)
    await room.press(following, "lobby.robot+", BULL)
    await room.press(following, "lobby.start", BULL)
    await room.settle()
    assert (await room.get(following)).hand_open


@pytest.mark.parametrize("who", mark_thorough([BEAR, BULL], MORE_CASES, but=[BULL]))
async def test_nobody_is_dealt_in_without_their_own_yes(room: Room, who: Requester) -> None:
    """Sixty days after an evening, somebody presses *Same again* below its sheet, and then *Start*."""
    table = await make_closed_table(room)
    room.forward(60 * 24 * HOUR)
    following = await press_same_again(room, table, BULL)
    with refuses("too_few"):
        await room.press(following, "lobby.start", BULL)
    with refuses("held"):
        await room.press(following, "lobby.robot+", BULL)
    (held,) = offers_of(await room.get(following))
    await room.press(following, f"offer.no.{held.number}", who)
    await room.press(following, "lobby.robot+", BULL)
    await room.press(following, "lobby.start", BULL)
    await room.settle()
    present = await room.get(following)
    assert present.hand_open
    assert {seat.user_id for seat in present.seats} == {BULL.user, None}


@pytest.mark.thorough(MORE_CASES)
async def test_a_seat_that_is_held_comes_free_after_a_day_by_correspondence(room: Room) -> None:
    following = await press_same_again(room, await make_closed_table(room), BULL)
    (held,) = offers_of(await room.get(following))
    assert held.until == room.clock.now + 24 * HOUR
    room.forward(24 * HOUR)
    await room.settle()
    assert offers_of(await room.get(following)) == ()


async def test_two_presses_open_one_table(room: Room) -> None:
    table = await make_closed_table(room)
    first, second = await asyncio.gather(press_same_again(room, table, BEAR), press_same_again(room, table, BULL))
    assert first == second == await press_same_again(room, table, BEAR)
    present = await room.get(first)
    assert len(present.seats) == 4
    assert offers_of(present) == ()
    await room.close(first)
    assert await press_same_again(room, table, BULL) != first, "once the next table is closed, another may follow"


async def test_a_crash_between_the_row_and_the_lobby_loses_no_table(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await make_closed_table(room)

    def crash(*given: object) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as broken:
        broken.setattr("bot.tables.lobby.opening.open_next", crash)
        with pytest.raises(ConnectionResetError):
            await room.press(table, "table.again", BEAR)
    other = await room.crash_and_restart()
    await other.settle()
    following = await press_same_again(other, table, BULL)
    assert following == table + 1, "a row without a lobby is not closed like a table that nobody used for weeks"
    assert (await other.get(following)).names[0] == "Bull"
    assert following == await press_same_again(other, table, BEAR)


async def test_a_press_finds_the_table_that_another_process_has_just_opened(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, make = await make_closed_table(room), opening.create
    beaten = [True]

    def create(connection: Connection, *given: Any) -> StoredTable:
        if beaten.pop():
            beaten.append(False)
            raise Conflict("another process has opened a table in this place")
        return make(connection, *given)

    monkeypatch.setattr("bot.tables.lobby.opening.create", create)
    assert (await room.get(await press_same_again(room, table, BEAR))).status == "lobby"


async def test_people_who_left_the_server_are_left_out(room: Room) -> None:
    table = await make_closed_table(room)
    room.messenger.left.add(BEAR.user)
    present = await room.get(await press_same_again(room, table, BULL))
    assert [seat.user_id for seat in present.seats] == [BULL.user, None, None]
    assert present.names[0] == "Bull"


@pytest.mark.thorough(MORE_CASES)
async def test_same_again_is_refused_once_everybody_has_gone(room: Room) -> None:
    table = await make_closed_table(room)
    room.messenger.left |= {BEAR.user, BULL.user}
    with refuses("nobody_again"):
        await room.press(table, "table.again", ADMIN)


async def test_strangers_and_taken_channels_are_refused(room: Room) -> None:
    table = await make_closed_table(room)
    with refuses("not_seated"):
        await room.press(table, "table.again", NED)
    with refuses("elsewhere"):
        await room.press(table, "table.again", BEAR, where=Location(1, 999))
    await room.lobby.choose_channels(room.request(ADMIN), "<#900>")
    with refuses("other_channels"):
        await room.press(table, "table.again", BEAR)
    await room.lobby.choose_channels(room.request(ADMIN), "all")
    other = await room.open(GAME)
    with refuses("channel_taken"):
        await room.press(table, "table.again", BEAR)
    with refuses("not_played"):
        await room.press(other, "table.again", BEAR)


@pytest.mark.thorough(MORE_CASES)
async def test_people_who_wait_or_were_to_take_a_robots_seat_keep_their_place_or_are_offered_a_seat(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    for who in (WALLY, NED):
        await room.press(table, "lobby.join", who)
    await room.close(table)
    room.messenger.left.add(BULL.user)
    following = await press_same_again(room, table, BEAR)
    assert [waiter.name for waiter in queue_of(await room.get(following))] == ["Ned"]
    assert any(message.text.startswith("<@3>, a seat at Duo Dominoes is free") for message in room.at(CHANNEL))


# The call for players.


async def open_with_role(room: Room, **values: object) -> int:
    """Open a lobby for Bear in a server that has a role for calls."""
    await room.services.tally.change_settings({"call_role": str(ROLE), **values}, room.request(ADMIN))
    table = await room.open(GAME)
    await room.settle()
    return table


async def test_a_lobby_calls_the_role_once_an_hour(room: Room) -> None:
    table = await open_with_role(room)
    before = len(room.at(CHANNEL))
    reply = message_of(await room.press(table, "lobby.call", BEAR))
    assert reply.text == "The call is posted."
    await room.settle()
    (call,) = room.at(CHANNEL)[before:]
    assert call.text == f"<@&{ROLE}>: Duo Dominoes needs players. Press **Join** in the lobby to take a seat."
    assert (call.roles, call.pings) == ((ROLE,), ())
    with refuses("call_again"):
        await room.press(table, "lobby.call", BEAR)
    room.forward(HOUR)
    await room.press(table, "lobby.call", BEAR)
    await room.settle()
    assert [message.text for message in room.at(CHANNEL)].count(call.text) == 1, "the old call gives way to the new"
    await room.close(table)
    await room.settle()
    assert "-# This call for Duo Dominoes players is over." in [message.text for message in room.at(CHANNEL)]
    other = await room.open(GAME)
    with refuses("call_again"):
        await room.press(other, "lobby.call", BEAR)


async def test_one_person_cannot_call_from_channel_to_channel(room: Room) -> None:
    await room.press(await open_with_role(room), "lobby.call", BEAR)
    elsewhere = room.request(BEAR, Location(HERE.guild, CHANNEL + 1))
    reply = message_of(await room.lobby.open(elsewhere, GAME))
    other = reply.table
    with refuses("called_lately"):
        await room.press(other, "lobby.call", BEAR)
    await room.press(other, "lobby.call", ADMIN)


async def test_a_press_that_arrives_twice_calls_once(room: Room) -> None:
    table = await open_with_role(room)
    stamp = room.stamp()
    for _ in range(2):
        await room.press(table, "lobby.call", BEAR, stamp=stamp)
    await room.settle()
    assert sum(message.roles == (ROLE,) for message in room.messenger.everything_at(CHANNEL)) == 1


async def test_a_refused_call_does_not_use_up_the_hour(room: Room) -> None:
    table = await open_with_role(room)
    with refuses("not_seated"):
        await room.press(table, "lobby.call", NED)
    for who in (BULL, WALLY, NED):
        await room.press(table, "lobby.join", who)
    with refuses("full"):
        await room.press(table, "lobby.call", BEAR)
    assert await room.read(key_values.get, f"called:{CHANNEL}") is None
    await room.press(table, "lobby.start", BEAR)
    with refuses("started"):
        await room.press(table, "lobby.call", BEAR)


async def test_nobody_is_called_without_a_role_or_in_quiet_hours(room: Room) -> None:
    table = await room.open(GAME)
    with refuses("call_no_role"):
        await room.press(table, "lobby.call", BEAR)
    with refuses("not_admin"):
        await room.services.tally.change_settings({"call_role": str(ROLE)}, room.request(BEAR))
    with refuses("call_quiet"):
        await room.services.tally.change_settings({"call_quiet": "late"}, room.request(ADMIN))
    reply = message_of(
        await room.services.tally.change_settings(
            {"call_role": str(ROLE), "call_quiet": "0-23:59"}, room.request(ADMIN)
        )
    )
    assert f"Role to ping when a table needs players: <@&{ROLE}>\nHours without calls: 0:00-23:59 UTC" in reply.text
    with refuses("call_quiet"):
        await room.press(table, "lobby.call", BEAR)
    await room.services.tally.change_settings({"call_quiet": "off"}, room.request(ADMIN))
    await room.press(table, "lobby.call", BEAR)


async def test_the_everyone_role_cannot_be_called(room: Room) -> None:
    table = await open_with_role(room)
    await room.services.tally.change_settings({"call_role": str(HERE.guild)}, room.request(ADMIN))
    with refuses("call_no_role"):
        await room.press(table, "lobby.call", BEAR)

"""Games that start by themselves at a set time."""

import pytest

from bot.ports import HOUR, MINUTE
from bot.store.tables import rows as stored_tables
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, message_of
from tests.bot.harness.shuffles import verify_with
from tests.refuses import refuses

GAME = "duo-dominoes"


async def _open(room: Room, when: str) -> int:
    reply = message_of(await room.lobby.open(room.request(BEAR), GAME, start=when))
    await room.settle()
    return reply.table


async def _fill_seats(room: Room, table: int) -> None:
    for who in (BULL, WALLY, NED):
        await room.press(table, "lobby.join", who)
    await room.settle()


def _list_calls(room: Room) -> list[str]:
    return [message.text for message in room.at(CHANNEL) if message.text.startswith("It's time")]


async def _read_status(room: Room, table: int) -> str:
    return (await room.get(table)).status


async def test_the_lobby_says_when_and_the_game_begins_then(room: Room) -> None:
    table = await _open(room, "in 2h")
    at = room.clock.now + 2 * HOUR
    assert f"<t:{at // 1000}:F>" in room.at(CHANNEL)[-1].text
    assert (await room.read(stored_tables.load, table)).deadline_at == at
    await _fill_seats(room, table)
    room.forward(2 * HOUR - 1)
    await room.settle()
    assert await _read_status(room, table) == "lobby"
    room.forward(1)
    await room.settle()
    assert await _read_status(room, table) == "live"
    assert len(room.dm(BULL)) == 1
    (called,) = [message for message in room.at(CHANNEL) if message.text.startswith("It's time")]
    assert sorted(called.pings) == [who.user for who in (BEAR, BULL, WALLY, NED)]
    await room.ask(verify_with(room.services), table, BEAR, 1)


async def test_the_time_is_read_in_the_openers_time_zone(room: Room) -> None:
    await room.me.change(room.request(BEAR), "timezone", "Australia/Hobart")
    reply = message_of(await room.lobby.open(room.request(BEAR), GAME, start="20:30"))
    assert "Australia/Hobart" in reply.text
    start = (await room.get(reply.table)).start.at
    assert start is not None
    assert (start // MINUTE) % (24 * 60) == 9 * 60 + 30  # summer in Hobart is eleven hours ahead


async def test_with_too_few_people_the_lobby_says_so_once_and_stays_open(room: Room) -> None:
    table = await _open(room, "in 2h")
    await room.press(table, "lobby.join", BULL)
    room.forward(2 * HOUR)
    for _ in range(3):
        await room.settle()
        room.forward(HOUR)
    assert await _read_status(room, table) == "lobby"
    (call,) = _list_calls(room)
    assert "4 players" in call
    assert f"<@{BEAR.user}>" in call and f"<@{BULL.user}>" in call
    (board,) = room.messenger.playable_at(CHANNEL)
    assert "<t:" not in board.text
    for who in (WALLY, NED):
        await room.press(table, "lobby.join", who)
    await room.settle()
    assert await _read_status(room, table) == "lobby"
    await room.press(table, "lobby.start", BULL)
    await room.settle()
    assert await _read_status(room, table) == "live"
    assert _list_calls(room) == []
    assert [message.text for message in room.at(CHANNEL) if "It was time" in message.text] == [
        "-# It was time to start Duo Dominoes, but not enough players had joined."
    ]


async def test_closing_a_lobby_ends_its_request_for_more_people(room: Room) -> None:
    table = await _open(room, "in 2h")
    room.forward(2 * HOUR)
    await room.settle()
    assert len(_list_calls(room)) == 1
    await room.ask(room.seats.close, table, BEAR)
    await room.settle()
    assert _list_calls(room) == []


async def test_start_may_be_pressed_before_the_time(room: Room) -> None:
    table = await _open(room, "in 2h")
    await _fill_seats(room, table)
    await room.press(table, "lobby.start", NED)
    await room.settle()
    assert await _read_status(room, table) == "live"
    room.forward(2 * HOUR)
    await room.settle()
    assert (await room.get(table)).start.came is None
    assert _list_calls(room) == []


@pytest.mark.parametrize("moment_of_crash", ["before", "after"])
async def test_a_restart_keeps_the_time_and_tells_it_once(room: Room, moment_of_crash: str) -> None:
    table = await _open(room, "in 2h")
    await _fill_seats(room, table)
    if moment_of_crash == "after":
        room.forward(2 * HOUR)
        await room.settle()
    other = await room.crash_and_restart()
    if moment_of_crash == "before":
        await other.settle()
        assert await _read_status(other, table) == "lobby"
        other.forward(3 * HOUR)  # later than the set time, as after an outage
    await other.settle()
    assert await _read_status(other, table) == "live"
    assert len(_list_calls(other)) == 1
    await other.stop()


async def test_the_time_can_be_set_later_changed_and_removed(room: Room) -> None:
    table = await room.open(GAME)
    await _fill_seats(room, table)
    await room.ask(room.lobby.start_at, table, BEAR, "in 2h")
    await room.ask(room.lobby.start_at, table, BEAR, "in 3h")
    with refuses("not_host"):
        await room.ask(room.lobby.start_at, table, BULL, "in 1h")
    room.forward(2 * HOUR)
    await room.settle()
    assert await _read_status(room, table) == "lobby"
    reply = message_of(await room.ask(room.lobby.start_at, table, BEAR, "off"))
    assert "presses **Start**" in reply.text
    room.forward(2 * HOUR)
    await room.settle()
    assert await _read_status(room, table) == "lobby"
    await room.press(table, "lobby.start", BEAR)
    with refuses("started"):
        await room.ask(room.lobby.start_at, table, BEAR, "in 1h")


async def test_no_table_is_opened_for_a_time_that_cannot_be_read(room: Room) -> None:
    with refuses("time_words"):
        await room.lobby.open(room.request(BEAR), GAME, start="when Bull is home")
    assert await room.read(stored_tables.list_open) == []


async def test_a_table_that_everybody_left_does_not_start(room: Room) -> None:
    table = await _open(room, "in 2h")
    await room.press(table, "lobby.leave", BEAR)
    room.forward(2 * HOUR)
    await room.settle()
    assert _list_calls(room) == []


async def test_people_are_not_called_to_a_start_again_and_again(room: Room) -> None:
    table = await _open(room, "in 1m")
    await room.press(table, "lobby.join", BULL)
    room.forward(MINUTE)
    await room.settle()
    for when in ("in 1m", "in 9m"):
        with refuses("start_again"):
            await room.ask(room.lobby.start_at, table, BEAR, when)
    await room.ask(room.lobby.start_at, table, BEAR, "off")
    await room.ask(room.lobby.start_at, table, BEAR, "in 10m")
    room.forward(10 * MINUTE)
    await room.settle()
    assert (await room.get(table)).start.came_at == room.clock.now

"""Servers that remove the bot: their tables stand still for a week, whatever else happens meanwhile."""

import pytest

from bot.ports import HOUR, MINUTE, DeliveryError, ErrorKind, Message, Place, Requester
from bot.services.places import Server
from bot.store import key_values
from bot.store.tables import commits as stored_events, rows
from bot.tables.play.pauses import KEPT_FOR
from bot.tables.timing.deadlines import DeadlineKind
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, NED, WALLY, Room
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

GAME = "duo-dominoes"
PEOPLE = (BEAR, BULL, WALLY, NED)
BACK = Server((CHANNEL,), (CHANNEL,))


def refuse(what: str, place: Place, message: Message | None) -> None:
    """Answer as Discord does once the bot is out of the server; no DM arrives either."""
    raise DeliveryError(ErrorKind.LEFT if place.guild == 0 else ErrorKind.FORBIDDEN)


def take_all(what: str, place: Place, message: Message | None) -> None:
    """Take every request."""


async def lose_server(room: Room, pace: str = "live") -> int:
    """Start a table of four people, and let its server remove the bot."""
    table = await room.start_table(GAME, PEOPLE, 0, pace=pace)
    assert await step(room, table, *PEOPLE)
    await room.settle()
    room.messenger.fail = refuse
    await room.parts.places.lose_server(GUILD)
    return table


async def invite_again(room: Room) -> None:
    """Invite the bot again."""
    room.messenger.fail = take_all
    await room.parts.places.regain_server(GUILD, BACK)
    await room.settle()


def find_hand(room: Room, who: Requester) -> Message:
    """The newest message in a person's DM with buttons."""
    return [sent for sent in room.dm(who) if sent.rows][-1]


async def list_kinds(room: Room, table: int) -> list[str]:
    """The kinds of the events that tell of the table's losses and returns."""
    stored = await room.read(stored_events.read, table)
    return [row.kind for row in stored if row.kind.startswith("table.server_")]


@pytest.mark.parametrize("pace", mark_thorough(["live", "correspondence"], MORE_CASES, but=["correspondence"]))
async def test_nothing_happens_by_itself_while_the_server_is_lost(room: Room, pace: str) -> None:
    table = await lose_server(room, pace)
    await room.settle()
    before = await room.get(table)
    for _ in range(6):
        room.forward(24 * HOUR)
        await room.settle()
    assert await room.get(table) == before
    await invite_again(room)
    after = await room.get(table)
    assert (after.status, after.lost, after.absences) == ("live", False, before.absences)
    assert all(after.is_present(seat) for seat in after.people)
    assert len(after.people) == len(PEOPLE)
    assert await step(room, table, *PEOPLE)


async def test_a_loss_that_is_heard_of_twice_counts_once(room: Room) -> None:
    table = await lose_server(room)
    room.forward(MINUTE)
    await room.parts.places.lose_server(GUILD)
    await room.parts.places.survey({}, lambda guild: True)
    assert await list_kinds(room, table) == ["table.server_lost"]
    await invite_again(room)
    await invite_again(room)
    await room.parts.places.survey({GUILD: BACK}, lambda guild: True)
    assert await list_kinds(room, table) == ["table.server_lost", "table.server_found"]
    assert await room.read(key_values.get_by_prefix, key_values.LOST) == {}


async def test_everybody_with_a_seat_is_told_once_and_silently(room: Room) -> None:
    table = await room.start_table(GAME, PEOPLE, 0)
    await room.settle()
    before = len(room.messenger.loud)
    await room.parts.places.lose_server(GUILD)
    await room.settle()
    for who in PEOPLE:
        told = [sent for sent in room.dm(who) if "If I'm invited back" in sent.text]
        assert len(told) == 1, who
        assert f"table {table}" in told[0].text
    assert room.messenger.loud[before:] == []


async def test_neither_a_press_nor_resume_moves_a_lost_table(room: Room) -> None:
    table = await lose_server(room)
    for ask in (room.seats.resume, room.seats.pause):
        with refuses() as refused:
            await room.ask(ask, table, BEAR)
        assert refused.value.key == "TABLE/lost"
    with refuses("TABLE/lost"):
        await step(room, table, *PEOPLE)
    with refuses("TABLE/lost"):
        await room.ask(room.seats.ask_to_take_back, table, BEAR)
    await invite_again(room)
    assert await step(room, table, *PEOPLE)


async def test_a_table_that_its_people_paused_stays_paused(room: Room) -> None:
    table = await room.start_table(GAME, PEOPLE, 0)
    await room.ask(room.seats.pause, table, BEAR)
    paused = await room.get(table)
    await room.settle()
    assert "press Resume" in find_hand(room, BEAR).text
    await room.parts.places.lose_server(GUILD)
    await room.settle()
    assert "the table waits for me" in find_hand(room, BEAR).text
    room.forward(HOUR)
    await invite_again(room)
    assert "press Resume" in find_hand(room, BEAR).text
    after = await room.get(table)
    assert (after.status, after.lost, after.clock) == ("paused", False, paused.clock)
    await room.ask(room.seats.resume, table, BEAR)
    assert (await room.get(table)).clock.offset == HOUR


async def test_the_week_is_stored_and_ends_the_wait_in_another_process(room: Room) -> None:
    table = await lose_server(room)
    until = room.clock.now + KEPT_FOR
    row = await room.read(rows.load, table)
    assert row.deadline_at == until
    other = await room.crash_and_restart()
    other.messenger.fail = refuse
    room.forward(KEPT_FOR - 1)
    await other.settle()
    assert (await other.get(table)).lost
    room.forward(1)
    await other.settle()
    after = await other.get(table)
    assert (after.status, after.closing.because, after.lost) == ("closed", "server", False)
    assert await room.read(key_values.get_by_prefix, key_values.LOST) == {}
    await invite_again(other)
    assert await list_kinds(other, table) == ["table.server_lost"]


async def test_a_channel_that_is_not_found_while_the_server_is_lost_is_judged_at_the_return(room: Room) -> None:
    table = await lose_server(room)
    await room.parts.places.close_unreachable(table)
    assert (await room.get(table)).lost
    room.messenger.deleted_channels.add(CHANNEL)
    room.messenger.fail = take_all
    await room.parts.places.regain_server(GUILD, Server((), ()))
    await room.settle()
    after = await room.get(table)
    assert (after.status, after.closing.because) == ("closed", "channel")
    assert await room.read(key_values.get_by_prefix, key_values.LOST) == {}


async def test_a_return_that_nobody_heard_of_is_found_when_the_week_is_over(room: Room) -> None:
    table = await lose_server(room)
    room.messenger.fail = take_all
    room.forward(KEPT_FOR)
    await room.settle()
    after = await room.get(table)
    assert (after.status, after.lost) == ("live", False)
    assert await room.read(key_values.get_by_prefix, key_values.LOST) == {}
    assert DeadlineKind.CLOSE not in {due.kind for due in room.host.served.moves.list_coming(after)}


async def test_a_lost_table_that_is_closed_otherwise_leaves_no_note(room: Room) -> None:
    table = await lose_server(room)
    await room.close(table)
    assert await room.read(key_values.get_by_prefix, key_values.LOST) == {}


async def test_a_start_whose_time_passed_while_the_server_was_lost_does_not_come_at_the_return(room: Room) -> None:
    """Nobody could come at that time, so the game does not begin by surprise."""
    table = await room.open(GAME)
    await room.add_robots(table, 3)
    await room.ask(room.lobby.start_at, table, BEAR, "in 1h")
    room.messenger.fail = refuse
    await room.parts.places.lose_server(GUILD)
    room.forward(2 * HOUR)
    await room.settle()
    await invite_again(room)
    after = await room.get(table)
    assert (after.status, after.lost, after.start.at) == ("lobby", False, None)
    await room.press(table, "lobby.start", BEAR)
    assert (await room.get(table)).status == "live"

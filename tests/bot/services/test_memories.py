"""Memories of earlier years: told once, in the evening, from entries, old papers and keepsakes."""

from datetime import UTC, datetime

import pytest

from bot.ports import Location, Message, Requester
from bot.store import Connection
from bot.store.books import Gain, Keepsake, KeptKind, NewTransfer, crews, keepsakes, postings
from tests.bot.harness.room import BEAR, CHANNEL, GUILD, HERE, Room, list_controls
from tests.bot.harness.shelf import take_played_table
from tests.left_out import LONGER, MORE_CASES

ADMIN = Requester(900, "Admiral", admin=True)
HOUR = 3_600_000


def at(day: str, hour: int = 0) -> int:
    return int(datetime.fromisoformat(f"{day}T{hour:02}:00:00").replace(tzinfo=UTC).timestamp() * 1000)


def write_transfer(
    connection: Connection, source: str, day: int, reason: str, amount: int, table: int | None = None
) -> None:
    crew = crews.ensure(connection, GUILD, day)
    names = {member.name: member for member in crews.list_members(connection, crew.id)}
    both = [names.get(name) or crews.add_member(connection, crew.id, name, day) for name in ("Bear", "Bull")]
    accounts = [crews.open_account(connection, crew.id, member.id) for member in both]
    entries = [Gain(accounts[0], amount), Gain(accounts[1], -amount)]
    hand = None if table is None else 1
    postings.post(connection, NewTransfer(crew.id, source, entries, day, table=table, hand=hand, reason=reason))


async def prepare_crew(room: Room, today: str) -> list[Message]:
    """Give a crew a paper of 2014 and let it ask for memories in the morning; returns the messages of its channel."""
    room.clock.now = at(today, 8)
    await room.write(write_transfer, "paper:a:0", at("2014-11-27"), "Bear ties up with 32", 32)
    await room.write(write_transfer, "paper:a:1", at("2014-11-27"), "a small one", 2)
    await room.write(write_transfer, "paper:a:2", at("2014-11-28"), "the day after", 90)
    await room.write(write_transfer, "adjust:x", at("2015-11-27"), "a correction", 90)
    await room.services.tally.change_settings({"memories": True}, room.request(ADMIN))
    await room.settle()
    return room.at(HERE.channel)


async def wait_until_hour(room: Room, today: str, hour: int = 18) -> list[str]:
    before = len(room.at(HERE.channel))
    room.clock.now = at(today, hour)
    await room.tick()
    await room.settle()
    return [message.text for message in room.at(HERE.channel)[before:]]


@pytest.mark.thorough(LONGER)
async def test_a_memory_is_told_once_also_after_a_restart(room: Room) -> None:
    await prepare_crew(room, "2026-11-27")
    assert await wait_until_hour(room, "2026-11-27", 17) == []
    assert await wait_until_hour(room, "2026-11-27") == [
        "On this night in 2014: Bear ties up with 32 (Bear +32, Bull −32)"
    ]
    other = await room.crash_and_restart()
    assert await wait_until_hour(other, "2026-11-27", 19) == []
    assert await wait_until_hour(other, "2026-11-28") == ["On this night in 2014: the day after (Bear +90, Bull −90)"]
    assert await wait_until_hour(other, "2026-11-29") == []
    assert room.messenger.loud == []


async def test_a_memory_that_was_not_told_in_its_evening_is_not_told_later(room: Room) -> None:
    await prepare_crew(room, "2026-11-26")
    assert await wait_until_hour(room, "2026-11-28", 9) == []
    assert len(await wait_until_hour(room, "2026-11-28")) == 1


async def test_nothing_is_told_once_the_crew_wants_no_memories(room: Room) -> None:
    await prepare_crew(room, "2026-11-27")
    await room.services.tally.change_settings({"memories": False}, room.request(ADMIN))
    await room.settle()
    assert await wait_until_hour(room, "2026-11-27") == []


async def test_a_keepsake_of_the_channel_is_told_and_opens(room: Room) -> None:
    await prepare_crew(room, "2026-11-27")
    kept = Keepsake(0, 1, KeptKind.MESSAGE, CHANNEL, None, None, None, None, 77, BEAR.user, BEAR.user, "a fine word",
                    at("2020-11-27", 23), 0)  # fmt: skip
    await room.write(keepsakes.keep, kept, (BEAR.user,))
    await room.write(keepsakes.keep, kept._replace(channel=555, message=78, line="elsewhere"), (BEAR.user,))
    (told,) = await wait_until_hour(room, "2026-11-27")
    assert told.splitlines()[0] == f"On this night in 2020: “a fine word” (a message that <@{BEAR.user}> kept)"
    assert "elsewhere" not in told
    (row,) = room.at(HERE.channel)[-1].rows
    assert [(control.name, control.items[0].value) for control in row] == [("keep.open", "1")]  # type: ignore[union-attr]


async def test_west_of_utc_the_first_day_is_told_though_it_ends_in_the_next_year(room: Room) -> None:
    room.clock.now = at("2026-12-31", 12)
    await room.people.choose(ADMIN.user, "timezone", "America/New_York", room.clock.now)
    await room.write(write_transfer, "paper:a:0", at("2025-05-05"), "a spring day", 2)
    kept = Keepsake(0, 1, KeptKind.MESSAGE, CHANNEL, None, None, None, None, 77, BEAR.user, BEAR.user, "a fine word",
                    at("2024-01-01", 2), 0)  # fmt: skip
    await room.write(keepsakes.keep, kept, (BEAR.user,))
    await room.services.tally.change_settings({"memories": True}, room.request(ADMIN))
    await room.settle()
    (told,) = await wait_until_hour(room, "2026-12-31", 23)
    assert told.startswith("On this night in 2023: “a fine word”")


async def test_on_29_february_only_leap_years_are_remembered(room: Room) -> None:
    await prepare_crew(room, "2028-02-29")
    await room.write(write_transfer, "paper:b:0", at("2024-02-29"), "a leap day", 7)
    await room.write(write_transfer, "paper:b:1", at("2023-03-01"), "no such day", 9)
    assert await wait_until_hour(room, "2028-02-29") == ["On this night in 2024: a leap day (Bear +7, Bull −7)"]


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize(("channel", "offered"), [(CHANNEL, 1), (777, 0)])
async def test_only_hands_of_its_own_channel_are_offered_for_a_replay(room: Room, channel: int, offered: int) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await room.write(write_transfer, "hand:x", at("2023-11-14"), "out", 5, table)
    room.clock.now = at("2024-11-14", 8)
    await room.services.tally.change_settings({"memories": True}, room.request(ADMIN, Location(GUILD, channel)))
    await room.settle()
    room.clock.now = at("2024-11-14", 18)
    await room.tick()
    await room.settle()
    (told,) = [message for message in room.at(channel) if message.text.startswith("On this night in 2023")]
    assert list_controls(told) == ["tally.replay"] * offered

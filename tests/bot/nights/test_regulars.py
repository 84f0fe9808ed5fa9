"""Weekly nights and their regulars: standing answers, who has not answered, and the ping on the day before."""

from __future__ import annotations

import pytest

from bot.ports import DAY, HOUR, Requester
from bot.store.people import erasure, kept_away
from bot.store.people.kept_away import KeptAway
from bot.store.tables import nights
from tests.bot.harness.room import BEAR, BULL, GUILD, NED, WALLY, Room, message_of
from tests.bot.nights.evenings import list_texts, pass_time, plan_night, press
from tests.left_out import MORE_CASES
from tests.refuses import refuses


async def list_coming(room: Room, night: int, week: int) -> list[str]:
    return [guest.name for guest in await room.read(nights.list_coming, (night, week))]


async def pass_date(room: Room, night: int) -> None:
    """Turn the clock past the coming date of a night, to the announcement of the next."""
    (date,) = [date for date in await room.read(nights.list_of_guild, GUILD) if date.plan.id == night]
    await pass_time(room, date.at - room.clock())
    await pass_time(room, 2 * DAY)


async def plan_night_with_regulars(room: Room) -> int:
    """Plan a weekly night and bring it to its third date: Bull and Wally answered twice, and Ned once."""
    night = await plan_night(room, weekly=True)
    for week, guests in enumerate(((BULL, WALLY, NED), (BULL, WALLY))):
        for who in guests:
            await press(room, night, "out" if who is WALLY else "maybe", who, week)
        await pass_date(room, night)
    return night


def list_pings(room: Room) -> list[str]:
    return [text for text in list_texts(room) if "you haven't answered" in text]


async def test_a_standing_answer_answers_each_new_date_until_it_is_taken_back(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    await press(room, night, "in", WALLY)
    reply = message_of(await press(room, night, "weekly", BULL))
    assert "on every later date" in reply.text
    await pass_date(room, night)
    assert await list_coming(room, night, 1) == ["Bull"]
    reply = message_of(await press(room, night, "out", BULL, 1))
    assert "You're out" in reply.text
    assert "still in for every later date" in reply.text
    assert await list_coming(room, night, 1) == []
    await pass_date(room, night)
    assert await list_coming(room, night, 2) == ["Bull"]
    reply = message_of(await press(room, night, "weekly", BULL, 2))
    assert "won't count you in" in reply.text
    assert await list_coming(room, night, 2) == ["Bull"]
    await pass_date(room, night)
    assert await list_coming(room, night, 3) == []


async def test_a_standing_answer_goes_with_its_person(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    await press(room, night, "weekly", BULL)
    exported = await room.read(nights.export, BULL.user)
    assert [(answer["answer"], answer["standing"]) for answer in exported["answers"]] == [("in", 1)]
    await room.write(erasure.erase, BULL.user)
    await pass_date(room, night)
    assert await list_coming(room, night, 1) == []


async def test_a_night_of_one_date_takes_no_standing_answer(room: Room) -> None:
    night = await plan_night(room)
    with refuses("no_button"):
        await press(room, night, "weekly", BULL)


async def test_the_post_names_the_regulars_who_have_not_answered(room: Room) -> None:
    night = await plan_night_with_regulars(room)
    assert "**Not answered yet** (2): Bull and Wal" in list_texts(room)[-1]
    await press(room, night, "in", BULL, 2)
    assert "**Not answered yet** (1): Wal\n" in list_texts(room)[-1]
    await room.write(erasure.erase, WALLY.user)
    await room.settle()
    assert "Wal" not in list_texts(room)[-1]


async def test_regulars_who_have_not_answered_are_pinged_once_the_day_before(room: Room) -> None:
    night = await plan_night_with_regulars(room)
    await press(room, night, "weekly", Requester(5_005, "Fifth"), 2)
    date = await room.read(nights.find_date, (night, 2))
    assert date is not None
    await pass_time(room, date.at - DAY - HOUR - room.clock())
    assert list_pings(room) == []
    other = await room.crash_and_restart()
    await pass_time(other, HOUR)
    other = await other.crash_and_restart()
    await pass_time(other, HOUR)
    (text,) = list_pings(other)
    assert text.startswith(f"<@{BULL.user}> <@{WALLY.user}>: ")


@pytest.mark.thorough(MORE_CASES)
async def test_nobody_who_is_kept_away_is_named_or_pinged_as_a_regular(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    for week in range(2):
        await press(room, night, "in", BULL, week)
        await pass_date(room, night)
    assert "**Not answered yet** (1): Bull" in list_texts(room)[-1]
    leaving = KeptAway(GUILD, BULL.user, "i:1", room.clock.now)
    await room.write(kept_away.keep_away, leaving, BEAR.user)
    await press(room, night, "in", WALLY, 2)
    assert "Not answered yet" not in list_texts(room)[-1]
    date = await room.read(nights.find_date, (night, 2))
    assert date is not None
    await pass_time(room, date.at - HOUR - room.clock())
    assert list_pings(room) == []


async def test_the_ping_keeps_to_choice_and_quiet_hours(room: Room) -> None:
    night = await plan_night_with_regulars(room)
    await room.people.choose(BULL.user, "notify", "off", room.clock.now)
    await room.people.choose(WALLY.user, "quiet", "0-15:59", room.clock.now)  # the date begins at 1:13
    date = await room.read(nights.find_date, (night, 2))
    assert date is not None
    await pass_time(room, date.at - HOUR - room.clock())
    assert list_pings(room) == []


async def test_the_ping_moves_with_its_date(room: Room) -> None:
    night = await plan_night_with_regulars(room)
    await room.nights.move(room.request(BEAR), str(night), "in 9d")
    await room.settle()
    date = await room.read(nights.find_date, (night, 2))
    assert date is not None
    await pass_time(room, date.at - DAY - HOUR - room.clock())
    assert list_pings(room) == []
    await pass_time(room, 2 * HOUR)
    (text,) = list_pings(room)
    assert f"<t:{date.at // 1000}:F>" in text

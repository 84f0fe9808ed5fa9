"""A date that is moved or skipped: its answers, its post, its reminders and the calendar of the server go with it."""

from bot.nights.night import put_off
from bot.nights.scheduler import NightTables
from bot.ports import DAY, HOUR, MINUTE, DeliveryError, ErrorKind, Location, Message, Place
from bot.services.nights import GATHERED
from bot.store.tables import nights
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, Room
from tests.bot.nights.evenings import (
    ADMIN,
    GAME,
    list_texts,
    pass_time,
    plan_night,
    press,
    read_state,
    reminders,
    table_of,
)
from tests.refuses import refuses


async def find_begin(room: Room, night: int, week: int = 0) -> int:
    date = await room.read(nights.find_date, (night, week))
    assert date is not None
    return date.at


async def move(room: Room, night: int, when: str) -> None:
    await room.nights.move(room.request(BEAR), str(night), when)
    await room.settle()


async def test_a_moved_date_keeps_its_answers_and_tells_them_silently_in_its_post(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BULL)
    before = await find_begin(room, night)
    await move(room, night, "in 30h")
    after = await find_begin(room, night)
    (post,) = room.at(CHANNEL)
    assert (await room.read(nights.list_coming, (night, 0)))[0].user == BULL.user
    assert f"<t:{after // 1000}:F>" in post.text
    assert f"Moved from <t:{before // 1000}:F>" in post.text
    assert "**In** (1): Bull" in post.text
    assert (post.pings, post.roles, list_texts(room, dm(BULL.user).channel)) == ((), (), [])
    await pass_time(room, 4 * HOUR)
    assert await read_state(room, night) == "planned"
    await pass_time(room, after - room.clock() - HOUR)
    assert len(reminders(room, BULL)) == 1
    await pass_time(room, HOUR)
    assert (await table_of(room, night)).names == ("Bull",)


async def test_a_date_is_not_moved_to_its_own_time(room: Room) -> None:
    night = await plan_night(room)
    await move(room, night, "in 30h")
    with refuses("night_same"):
        await move(room, night, "in 30h")


async def test_a_date_that_is_moved_after_its_reminder_gets_another_reminder(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BULL)
    await pass_time(room, await find_begin(room, night) - room.clock() - HOUR)
    assert len(reminders(room, BULL)) == 1
    await move(room, night, "in 1d")
    await pass_time(room, await find_begin(room, night) - room.clock() - HOUR)
    assert len(reminders(room, BULL)) == 2


async def test_a_reminder_kept_back_by_quiet_hours_is_not_sent_for_the_old_time(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BULL)
    await room.people.choose(BULL.user, "quiet", "22-0:45", room.clock.now)  # the date begins at 1:13
    await pass_time(room, await find_begin(room, night) - room.clock() - HOUR)
    assert reminders(room, BULL) == []
    await move(room, night, "in 1d")
    await pass_time(room, 50 * MINUTE)
    assert reminders(room, BULL) == []


async def test_a_date_moved_while_its_table_opens_opens_it_at_the_new_time(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BULL)
    (date,) = await room.read(nights.list_of_guild, GUILD)
    await move(room, night, "in 30h")
    opening = NightTables(room.store, room.tables, room.people, room.messenger, room.parts.outbox)
    await opening.open(date, date.at)
    moved = await room.read(nights.find_date, (night, 0))
    assert moved is not None
    assert (moved.state, moved.table) == ("planned", None)
    await pass_time(room, moved.at - room.clock())
    assert (await table_of(room, night)).names == ("Bull",)


async def test_a_date_whose_table_is_there_already_is_not_moved(room: Room) -> None:
    night = await plan_night(room)
    table = await room.open(GAME)
    await room.write(nights.change, (night, 0), table=table)
    with refuses("night_begins"):
        await move(room, night, "in 30h")


async def test_a_step_that_failed_while_its_date_was_moved_or_ended_is_not_tried_again(room: Room) -> None:
    night = await plan_night(room)
    (date,) = await room.read(nights.list_of_guild, GUILD)
    await room.write(put_off, date, date.at)
    assert await room.read(nights.find_next_due) == date.at
    await move(room, night, "in 30h")
    coming = await room.read(nights.find_next_due)
    await room.write(put_off, date, date.at)
    assert await room.read(nights.find_next_due) == coming
    await room.nights.cancel(room.request(BEAR), "")
    await room.settle()
    await room.write(put_off, date, date.at)
    assert await room.read(nights.find_next_due) is None


async def test_the_weeks_after_a_moved_date_keep_their_hour(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    await press(room, night, "in", BULL)
    before = await find_begin(room, night)
    await move(room, night, "in 2d")
    await pass_time(room, await find_begin(room, night) - room.clock())
    assert await find_begin(room, night, 1) == before + 7 * DAY
    assert "Moved from" not in list_texts(room)[-1]


async def test_the_calendar_shows_the_new_time_once(room: Room) -> None:
    refused: list[str] = []

    def refuse_once(what: str, place: Place, message: Message | None) -> None:
        if what == "unschedule" and not refused:
            refused.append(what)
            raise DeliveryError(ErrorKind.FORBIDDEN)

    room.messenger.fail = refuse_once
    night = await plan_night(room)
    await move(room, night, "in 30h")
    assert refused == ["unschedule"]
    await pass_time(room, MINUTE + GATHERED)
    (event,) = room.messenger.scheduled.values()
    assert event.begins == await find_begin(room, night)
    await room.nights.cancel(room.request(BEAR), "")
    await room.settle()
    assert room.messenger.scheduled == {}


async def test_only_the_planner_moves_a_date_that_is_still_to_come_and_to_one_time(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    with refuses("night_not_yours"):
        await room.nights.move(room.request(BULL), str(night), "in 2d")
    with refuses("time_weekly"):
        await room.nights.move(room.request(BEAR), str(night), "fridays 8pm")
    found = await room.read(nights.list_of_guild, GUILD)
    room.forward(found[0].at - room.clock())
    with refuses("night_begins"):
        await room.nights.move(room.request(BEAR), str(night), "in 2d")


async def test_in_a_thread_the_night_of_the_channel_above_needs_no_number(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    await plan_night(room, weekly=True, where=Location(GUILD, CHANNEL + 1))
    await room.nights.skip(room.request(ADMIN, Location(GUILD, CHANNEL + 2, CHANNEL)), "")
    assert await read_state(room, night, 0) == "skipped"

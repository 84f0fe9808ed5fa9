"""A game night from its plan to its table: answers, reminders, restarts and failures."""

import asyncio
from dataclasses import replace

import pytest

from bot.edge.custom_ids import Control
from bot.messages.parts.table_words import words_of
from bot.nights.night import UNWANTED
from bot.ports import DAY, HOUR, DeliveryError, ErrorKind, Message, Place, Requester
from bot.services.nights import GATHERED
from bot.store import ShardSet
from bot.store.people import erasure
from bot.store.tables import nights
from bot.tables.seats.queue import queue_of
from bot.wording import Language
from tests.bot.harness.memory_messenger import closed_dms, dm
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, HERE, NED, WALLY, Room, message_of, settings
from tests.bot.harness.settling import tick_nights
from tests.bot.nights.evenings import (
    ADMIN,
    ELSEWHERE,
    GAME,
    NEXT_DOOR,
    list_texts,
    pass_time,
    plan_night,
    press,
    read_state,
    reminders,
    table_of,
)
from tests.refuses import refuses


async def test_people_are_counted_once_and_the_message_follows(room: Room) -> None:
    night = await plan_night(room)
    for answer, who in (("in", BEAR), ("in", BULL), ("maybe", WALLY), ("out", NED), ("in", BEAR), ("maybe", BULL)):
        await press(room, night, answer, who)
    (message,) = room.at(CHANNEL)
    assert "**In** (1): Bear" in message.text
    assert "**Maybe** (2): Wal and Bull" in message.text
    assert "**Out** (1): Ned" in message.text
    assert (message.pings, message.roles) == ((), ())
    assert [button.name for button in message.rows[0]] == [
        f"night.{choice}.{night}.0" for choice in ("in", "maybe", "out")
    ]


async def test_an_answer_names_the_buttons_of_the_announcement_as_they_stand_there(room: Room) -> None:
    night = await plan_night(room)
    spaniard = replace(BULL, language=Language("es-ES"))
    reply = message_of(await press(room, night, "in", spaniard))
    assert "Asistencia confirmada" in reply.text and "**Out**" in reply.text


async def test_a_night_and_its_lobby_speak_its_planners_language_until_the_crew_has_one(room: Room) -> None:
    brazilian = replace(BEAR, language=Language("pt-BR"))
    await room.me.set_language(room.request(brazilian))
    night = await plan_night(room, who=brazilian)
    (message,) = room.at(CHANNEL)
    assert "noite de jogo" in message.text and "Vou" in str(message.rows)
    await room.me.set_language(room.request(BEAR))  # the planner changes the language of their Discord
    await press(room, night, "in", BULL)
    await pass_time(room, HOUR)
    assert "noite de jogo" in list_texts(room)[0]
    await pass_time(room, 2 * HOUR)
    assert words_of(await table_of(room, night)).language == "pt-BR"
    await room.tally.change_settings({"language": "English"}, room.request(ADMIN))
    await plan_night(room, "in 5h", who=brazilian)
    assert any("game night" in text for text in list_texts(room))


async def test_the_hour_is_a_timestamp_that_each_reader_sees_in_their_own_zone(room: Room) -> None:
    begun = room.clock()
    night = await plan_night(room, "in 3h")
    date = await room.read(nights.find_date, (night, 0))
    assert date is not None
    assert abs(date.at - begun - 3 * HOUR) <= HOUR // 60
    stamp = f"<t:{date.at // 1000}:F>"
    (message,) = room.at(CHANNEL)
    assert stamp in message.text
    listed = message_of(await room.nights.show(room.request(BULL)))
    assert stamp in listed.text


@pytest.mark.parametrize(("when", "reminded"), [("in 3h", True), ("in 30m", False)])
async def test_a_reminder_is_promised_only_if_one_will_come(room: Room, when: str, reminded: bool) -> None:
    await plan_night(room, when)
    (announced,) = [message.text for message in room.at(CHANNEL) if "game night" in message.text]
    assert ("An hour before" in announced) is reminded


async def test_the_table_opens_with_those_who_are_in_and_robots(room: Room) -> None:
    night = await plan_night(room, robots="deckhand")
    for answer, who in (("in", BULL), ("maybe", WALLY), ("in", BEAR)):
        await press(room, night, answer, who)
    await pass_time(room, 2 * HOUR)
    assert len(reminders(room, BEAR)) == len(reminders(room, BULL)) == 1
    assert list_texts(room, dm(WALLY.user).channel) == []
    await pass_time(room, HOUR)
    table = await table_of(room, night)
    assert table.status == "lobby"
    assert [seat.user_id for seat in table.seats] == [BULL.user, BEAR.user, None, None]
    assert table.row.host == BEAR.user
    texts = list_texts(room)
    assert any(f"The table is open in <#{CHANNEL}>." in text for text in texts)
    (call,) = [message for message in room.at(CHANNEL) if message.pings]
    assert call.pings == (BULL.user, BEAR.user)
    await pass_time(room, DAY)
    assert len(reminders(room, BEAR)) == 1


async def test_those_who_find_no_seat_wait_in_the_queue(room: Room) -> None:
    night = await plan_night(room)
    crowd = [BEAR, BULL, WALLY, NED, Requester(5, "Fifth"), Requester(6, "Sixth")]
    for who in crowd:
        await press(room, night, "in", who)
    room.messenger.left.add(BULL.user)
    await pass_time(room, 3 * HOUR)
    table = await table_of(room, night)
    assert table.names == ("Bear", "Wal", "Ned", "Fifth")
    assert [waiter.name for waiter in queue_of(table)] == ["Sixth"]


async def test_a_night_keeps_to_the_channels_that_admins_chose(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    await room.lobby.choose_channels(room.request(ADMIN), "<#900>")
    with refuses("other_channels"):
        await plan_night(room)
    await pass_time(room, 3 * HOUR)
    assert await read_state(room, night) == "refused"
    assert any("couldn't open the table" in text for text in list_texts(room))


async def test_a_restart_between_reminder_and_hour_repeats_nothing(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    await pass_time(room, 2 * HOUR)
    other = await room.crash_and_restart()
    await other.settle()
    await pass_time(other, HOUR)
    assert len(reminders(other, BEAR)) == 1
    assert (await table_of(other, night)).names == ("Bear",)


async def test_a_crash_while_the_reminder_is_sent_repeats_nothing(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    room.forward(2 * HOUR)
    room.messenger.crash_after = 1
    ticking = asyncio.create_task(room.tick())
    await room.wait_for_lost_answer()
    ticking.cancel()
    room.messenger.forget_nonces()
    other = await room.crash_and_restart()
    await other.settle()
    assert len(reminders(other, BEAR)) == 1


async def test_a_crash_while_the_table_opens_loses_and_doubles_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)

    def crash(*given: object) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as broken:
        broken.setattr("bot.tables.lobby.opening.open_with", crash)
        await pass_time(room, 3 * HOUR)
    assert await read_state(room, night) == "planned"
    other = await room.crash_and_restart()
    await pass_time(other, 60_000)
    assert (await table_of(other, night)).names == ("Bear",)
    assert await read_state(other, night) == "open"
    assert sum("is open. You have a seat there" in text for text in list_texts(other)) == 1


async def test_two_processes_do_everything_once(room: Room) -> None:
    other = Room(room.store, room.settings, room.messenger, room.clock, chance=room.chance)
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    for hours in (2, 1):
        room.forward(hours * HOUR)
        await asyncio.gather(tick_nights(room.parts.nights), tick_nights(other.parts.nights))
        await room.settle()
    assert len(reminders(room, BEAR)) == 1
    assert (await table_of(room, night)).names == ("Bear",)
    assert sum("is open. You have a seat there" in text for text in list_texts(room)) == 1


async def test_a_process_serves_only_the_nights_of_its_own_servers(room: Room) -> None:
    far = settings(share=ShardSet(frozenset({1}), 2))
    other = Room(room.store, far, room.messenger, room.clock, chance=room.chance)
    await other.nights.plan(other.request(BEAR), GAME, "in 3h", False, "", "")
    await tick_nights(other.parts.nights)
    assert list_texts(room) == []
    await tick_nights(room.parts.nights)
    assert len(list_texts(room)) == 1


async def test_a_typed_every_makes_a_night_weekly(room: Room) -> None:
    await plan_night(room, "every friday 8pm")
    assert sum("every week" in text for text in list_texts(room)) == 1


async def test_a_weekly_night_goes_on_and_each_date_asks_anew(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    await press(room, night, "in", BEAR)
    await pass_time(room, 3 * HOUR)
    await room.close((await table_of(room, night)).id)
    await pass_time(room, DAY - 60_000)
    assert sum("every week" in text for text in list_texts(room)) == 1
    await pass_time(room, 60_000)
    assert sum("every week" in text for text in list_texts(room)) == 2
    await press(room, night, "in", WALLY, week=1)
    await pass_time(room, 6 * DAY)
    assert (await table_of(room, night, 1)).names == ("Wal",)
    with refuses("night_open"):
        await press(room, night, "out", BEAR, week=1)


async def test_a_night_that_nobody_comes_to_ends_by_itself(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    for week in range(UNWANTED):
        assert [date.plan.id for date in await room.read(nights.list_of_guild, GUILD)] == [night]
        await pass_time(room, 7 * DAY if week else 3 * HOUR)
    assert await read_state(room, night, UNWANTED - 1) == "nobody"
    assert await room.read(nights.list_of_guild, GUILD) == []


async def test_a_skipped_date_gives_way_to_the_next(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    await press(room, night, "in", BULL)
    with refuses("night_not_yours"):
        await room.nights.skip(room.request(BULL), "")
    await room.nights.skip(room.request(BEAR), str(night))
    await room.settle()
    assert ["won't happen" in text for text in list_texts(room, dm(BULL.user).channel)] == [True]
    assert "skipped" in list_texts(room)[0]
    with refuses("night_skipped"):
        await press(room, night, "in", BEAR)
    assert await room.read(nights.list_of_guild, GUILD) != []
    once = await plan_night(room)
    with refuses("night_which"):
        await room.nights.skip(room.request(BEAR), "")
    with refuses("night_once"):
        await room.nights.skip(room.request(ADMIN), str(once))


async def test_a_night_that_is_cancelled_after_a_skip_promises_no_other_date(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    await room.nights.skip(room.request(BEAR), "")
    await room.settle()
    assert list_texts(room)[0].endswith("This date is skipped; I'll announce the next one here.")
    await room.nights.cancel(room.request(BEAR), str(night))
    await room.settle()
    (text,) = list_texts(room)
    assert text.endswith("This date is skipped, and it was the last: the night is cancelled.")


async def test_a_press_on_a_cancelled_night_is_answered(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BULL)
    (event,) = room.messenger.scheduled.values()
    assert event.ends > event.begins == room.clock.now - 1 - GATHERED + 3 * HOUR
    await room.nights.cancel(room.request(ADMIN), "")
    await room.settle()
    assert room.messenger.scheduled == {}
    assert ["is cancelled" in text for text in list_texts(room, dm(BULL.user).channel)] == [True]
    (message,) = room.at(CHANNEL)
    assert message.rows == ()
    assert message.text.endswith("This night is cancelled.")
    with refuses("night_cancelled"):
        await press(room, night, "in", BEAR)
    await pass_time(room, DAY)
    assert reminders(room, BULL) == []
    assert len(list_texts(room)) == 1


async def test_forged_presses_and_those_from_another_channel_are_refused(room: Room) -> None:
    night = await plan_night(room)
    for where, number in ((ELSEWHERE, night), (NEXT_DOOR, night), (NEXT_DOOR, 4_000)):
        with refuses("night_over"):
            await press(room, number, "in", BEAR, where=where)
    for control in ("night.in", "night.in.1.2.3", "night.come.1.0", "night.in.x.0"):
        with refuses("no_button"):
            await room.press_at(Control(0, control, 0), BEAR, HERE)
    with refuses("night_over"):
        await press(room, 4_000, "in", BEAR)


@pytest.mark.parametrize("weekly", [False, True])
async def test_a_number_of_another_channel_is_refused_like_one_that_does_not_exist(room: Room, weekly: bool) -> None:
    night = await plan_night(room, weekly=weekly)
    for end in (room.nights.skip, room.nights.cancel):
        for where in (NEXT_DOOR, ELSEWHERE):
            for given in (str(night), f"#{night}", "4000"):
                with refuses() as refused:
                    await end(room.request(BULL, where), given)
                assert (refused.value.reason, refused.value.facts) == ("night_unknown", {})
            with refuses("night_none"):
                await end(room.request(BULL, where), "")
    assert await read_state(room, night) == "planned"


async def test_a_night_of_another_channel_is_not_counted_among_those_of_this_one(room: Room) -> None:
    hidden, open_to_all = await plan_night(room), await plan_night(room, who=BULL, where=NEXT_DOOR)
    await room.nights.cancel(room.request(BULL, NEXT_DOOR), "")
    assert (await read_state(room, hidden), await read_state(room, open_to_all)) == ("planned", "cancelled")


async def test_planners_and_admins_end_a_night_from_another_channel(room: Room) -> None:
    own, other = await plan_night(room, weekly=True), await plan_night(room)
    await room.nights.skip(room.request(BEAR, NEXT_DOOR), str(own))
    await room.nights.cancel(room.request(ADMIN, NEXT_DOOR), str(other))
    assert (await read_state(room, own), await read_state(room, other)) == ("skipped", "cancelled")


async def test_a_deleted_channel_ends_its_night(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    await press(room, night, "in", BEAR)
    room.messenger.deleted_channels.add(CHANNEL)
    await pass_time(room, 3 * HOUR)
    assert await read_state(room, night) == "gone"
    assert await room.read(nights.list_of_guild, GUILD) == []


async def test_a_night_goes_on_after_its_planner_has_left(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BULL)
    await room.write(erasure.erase, BEAR.user)
    room.messenger.left.add(BEAR.user)
    await room.settle()
    assert "Planned by somebody who has left." in list_texts(room)[0]
    await pass_time(room, 3 * HOUR)
    table = await table_of(room, night)
    assert (table.names, table.row.host) == (("Bull",), BULL.user)


async def test_an_erased_person_is_not_seated(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BULL)
    await room.write(erasure.erase, BULL.user)
    await room.settle()
    assert "Bull" not in list_texts(room)[0]
    await pass_time(room, 3 * HOUR)
    assert await read_state(room, night) == "nobody"


async def test_people_with_closed_dms_are_reminded_in_the_channel(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    room.messenger.fail = closed_dms(BEAR.user)
    await pass_time(room, 2 * HOUR)
    (note,) = [message for message in room.at(CHANNEL) if message.pings]
    assert note.pings == (BEAR.user,)
    assert note.text.startswith("<@1> Duo Dominoes")


async def test_quiet_hours_keep_the_reminder_back(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    await room.people.choose(BEAR.user, "quiet", "0-15:59", room.clock.now)  # the evening begins at 22:13
    await pass_time(room, 2 * HOUR)
    assert reminders(room, BEAR) == []
    await pass_time(room, HOUR)
    assert (await table_of(room, night)).names == ("Bear",)


async def test_a_night_in_a_taken_channel_gets_a_thread(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    await room.open(GAME)
    await pass_time(room, 3 * HOUR)
    table = await table_of(room, night)
    assert table.row.thread is not None
    assert f"The table is open in <#{table.row.thread}>." in list_texts(room)[0]


async def test_without_threads_the_night_is_tried_for_two_hours_and_then_says_that_it_could_not_open(
    room: Room,
) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    await room.open(GAME)

    def refuse_threads(what: str, place: Place, message: Message | None) -> None:
        if what == "thread":
            raise DeliveryError(ErrorKind.FORBIDDEN)

    room.messenger.fail = refuse_threads
    await pass_time(room, 3 * HOUR)
    assert await read_state(room, night) == "planned"
    (letter,) = [text for text in list_texts(room, dm(BEAR.user).channel) if "can't open a thread" in text]
    assert "I'll keep trying for two hours" in letter
    for _ in range(8):
        await pass_time(room, HOUR // 4)
    assert await read_state(room, night) == "refused"
    assert [what for what, _ in room.messenger.calls].count("thread") > 4


async def test_a_date_that_passed_while_the_bot_was_away_opens_no_table(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    await pass_time(room, 6 * HOUR)
    assert await read_state(room, night) == "missed"
    assert reminders(room, BEAR) == []


async def test_the_number_of_nights_is_limited(room: Room) -> None:
    for _ in range(3):
        await plan_night(room)
    with refuses("nights_person"):
        await plan_night(room)
    for _ in range(7):
        await plan_night(room, who=ADMIN)
    with refuses("nights_server"):
        await plan_night(room, who=ADMIN)
    reply = message_of(await room.nights.show(room.request(BEAR)))
    assert len(reply.text.splitlines()) == 10
    assert len(reply.text) < 2_000


@pytest.mark.parametrize(
    ("when", "reason"), [("2031-01-01 20:00", "time_far"), ("2001-01-01 20:00", "time_past"), ("soon", "time_words")]
)
async def test_a_date_lies_within_a_year(room: Room, when: str, reason: str) -> None:
    with refuses(reason):
        await room.nights.plan(room.request(BEAR), GAME, when, False, "", "")


async def test_a_deleted_announcement_is_posted_again(room: Room) -> None:
    night = await plan_night(room)
    room.messenger.messages.clear()
    await press(room, night, "in", BEAR)
    (message,) = room.at(CHANNEL)
    assert "**In** (1): Bear" in message.text

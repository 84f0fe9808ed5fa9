"""Game nights under floods, lasting refusals, late answers and deleted places."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.edge.custom_ids import Control
from bot.nights import date_messages, scheduler
from bot.nights.scheduler import NightTables
from bot.outbox import outbox as outbox_dispatcher
from bot.ports import DAY, HOUR, MINUTE, DeliveryError, ErrorKind, Message, Place, Requester
from bot.services.nights import GATHERED, MOST_OF_DAY
from bot.services.places import Server
from bot.store import Connection, Store, StoreUnavailable
from bot.store.books import crews, houses
from bot.store.tables import nights
from bot.tables.seats.queue import MOST_IN_QUEUE, queue_of
from bot.tally.books.crew_settings import make_settings_of_crew
from games.core import Level
from games.core.game import Game
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, HERE, Room, in_dm, message_of
from tests.bot.harness.settling import tick_nights
from tests.bot.nights.evenings import (
    ADMIN,
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
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses


async def test_nights_planned_and_cancelled_in_a_loop_are_limited_and_post_nothing(room: Room) -> None:
    for _ in range(MOST_OF_DAY):
        await room.nights.plan(room.request(BEAR), GAME, "in 3h", False, "", "")
        await room.nights.cancel(room.request(BEAR), "")
    with refuses("nights_day"):
        await plan_night(room)
    await room.settle()
    assert list_texts(room) == []
    assert await room.read(nights.list_due, room.clock.now + DAY) == []
    await pass_time(room, DAY)
    await plan_night(room)


async def test_a_night_whose_work_ends_during_a_look_is_looked_at_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look skips a night at work; when that work ends, the night's next step is due at once."""
    at_work, read = room.parts.nights, Store.read
    await room.parts.stop_loops()
    await room.nights.plan(room.request(BEAR), GAME, "in 3h", False, "", "")
    await at_work.look()
    assert at_work.lanes.busy

    async def slow(store: Store, function: Any, *arguments: Any) -> Any:
        working = set(at_work.lanes.busy.values()) if function is scheduler._look else set()
        found = await read(store, function, *arguments)
        if working:
            await asyncio.wait(working)
            await room.nights.cancel(room.request(BEAR), "")
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Store, "read", slow)
        await tick_nights(at_work)
    assert await room.read(nights.list_due, room.clock.now + DAY) == []


async def test_a_date_not_yet_announced_cannot_be_skipped(room: Room) -> None:
    await plan_night(room, weekly=True)
    await room.nights.skip(room.request(BEAR), "")
    await room.settle()
    with refuses("night_unannounced"):
        await room.nights.skip(room.request(BEAR), "")


async def test_a_request_that_never_ends_holds_up_no_other_night(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    await press(room, night, "in", BULL)
    send = room.messenger.send

    async def stuck(place: Place, message: Message, nonce: str) -> int:
        if place.channel in (dm(BEAR.user).channel, NEXT_DOOR.channel):
            await asyncio.Event().wait()
        return await send(place, message, nonce)

    with monkeypatch.context() as refusing:
        refusing.setattr(date_messages, "PATIENCE", 0.5)
        refusing.setattr(outbox_dispatcher, "PATIENCE", 0.5)
        refusing.setattr(room.messenger, "send", stuck)
        other = room.request(BEAR, NEXT_DOOR)
        await room.nights.plan(other, GAME, "in 4h", False, "", "")
        await pass_time(room, 2 * HOUR)
        assert len(reminders(room, BULL)) == 1
        assert reminders(room, BEAR) == list_texts(room, NEXT_DOOR.channel) == []
    await pass_time(room, MINUTE)
    assert len(reminders(room, BEAR)) == len(reminders(room, BULL)) == len(list_texts(room, NEXT_DOOR.channel)) == 1


async def test_a_night_does_not_wait_for_a_request_of_another(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    await room.nights.plan(room.request(BEAR, NEXT_DOOR), GAME, "in 4h", False, "", "")
    send, posted, let_go = room.messenger.send, asyncio.Event(), asyncio.Event()

    async def stuck(place: Place, message: Message, nonce: str) -> int:
        if place.channel == dm(BEAR.user).channel:
            await let_go.wait()
        elif place.channel == NEXT_DOOR.channel:
            posted.set()
        return await send(place, message, nonce)

    with monkeypatch.context() as refusing:
        refusing.setattr(room.messenger, "send", stuck)
        room.forward(2 * HOUR)
        ticking = asyncio.create_task(room.tick())
        async with asyncio.timeout(10):
            await posted.wait()
        assert reminders(room, BEAR) == []
        let_go.set()
        await ticking
    assert len(reminders(room, BEAR)) == len(list_texts(room, NEXT_DOOR.channel)) == 1


async def test_a_date_that_changed_just_before_its_post_is_looked_at_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_unless_changed, changed = nights.change_unless_changed, list[int]()

    def change(connection: Connection, date: nights.Date, **values: object) -> bool:
        if not changed:
            changed.append(date.week)
            nights.change(connection, date.key, outdated_at=room.clock.now, state="cancelled", step="", due_at=None)
        return change_unless_changed(connection, date, **values)

    monkeypatch.setattr(nights, "change_unless_changed", change)
    await room.nights.plan(room.request(BEAR), GAME, "in 3h", False, "", "")
    await room.settle()
    assert changed == [0]
    assert list_texts(room) == []
    assert room.messenger.scheduled == {}


async def test_answers_end_at_the_hour(room: Room) -> None:
    night = await plan_night(room)
    room.forward(3 * HOUR)
    with refuses("night_opening"):
        await room.press_at(Control(0, f"night.in.{night}.0", 0), BEAR, HERE)


async def test_a_date_cancelled_while_its_table_opens_stays_without_one(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    (date,) = await room.read(nights.list_of_guild, GUILD)
    await room.nights.cancel(room.request(BEAR), "")
    opening = NightTables(room.store, room.tables, room.people, room.messenger, room.parts.outbox)
    await opening.open(date, date.at)
    assert await read_state(room, night) == "cancelled"
    after = await room.read(nights.find_date, (night, 0))
    assert after is not None
    assert after.table is None


async def test_house_rules_missing_from_the_announcement_are_agreed_to_before_the_start(room: Room) -> None:
    crew = await room.write(crews.ensure_at_place, GUILD, (CHANNEL,), 1, make_settings_of_crew)
    await room.write(houses.put, crew.id, GAME, {"live": {"secrets": "hand"}}, None, 1)
    night = await plan_night(room, robots="deckhand")
    for who in (BEAR, BULL):
        await press(room, night, "in", who)
    await pass_time(room, 3 * HOUR)
    table = await table_of(room, night)
    assert table.row.settings.house["secrets"] == "hand"
    assert table.consent.changed == {"secrets": "session"}
    assert [table.names[seat] for seat in table.consent.awaited] == ["Bear", "Bull"]
    with refuses("house_waits"):
        await room.press(table.id, "lobby.start", BEAR)


async def test_the_announcement_and_the_list_name_house_rules_and_robots(room: Room) -> None:
    preset = room.settings.game(GAME).PRESETS[0].name
    await room.nights.plan(room.request(BEAR), GAME, "in 3h", False, "deckhand", preset)
    await room.settle()
    reply = message_of(await room.nights.show(room.request(BULL)))
    for text in (list_texts(room)[0], reply.text):
        assert f"House rules: {preset}. Deckhands fill any empty seats." in text


async def test_the_announcement_names_the_level_that_plays_in_the_place_of_a_withdrawn_one(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await plan_night(room, robots="shellback")
    assert "Shellbacks fill any empty seats." in list_texts(room)[0]
    monkeypatch.setattr(Game, "LEVELS", property(lambda _: (Level.DECKHAND, Level.OLD_HAND)))
    await press(room, night, "in", BEAR)
    assert "Old hands fill any empty seats." in list_texts(room)[0]


async def test_the_same_answer_twice_changes_nothing_and_edits_are_gathered(room: Room) -> None:
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    before = await room.read(nights.find_date, (night, 0))
    await press(room, night, "in", BEAR)
    assert await room.read(nights.find_date, (night, 0)) == before
    edits = [what for what, _ in room.messenger.calls].count("edit")
    for answer in ("out", "maybe", "out"):
        await room.press_at(Control(0, f"night.{answer}.{night}.0", 0), BEAR, HERE)
        await room.settle()
    assert [what for what, _ in room.messenger.calls].count("edit") == edits
    await pass_time(room, GATHERED)
    assert [what for what, _ in room.messenger.calls].count("edit") == edits + 1
    assert "**Out** (1): Bear" in list_texts(room)[0]


async def test_suggestions_and_the_list_keep_to_the_channel_and_name_the_coming_hour(room: Room) -> None:
    night = await plan_night(room)
    (date,) = await room.read(nights.list_of_guild, GUILD)
    when = datetime.fromtimestamp(date.at / 1000, UTC)
    ((words, number),) = await room.nights.suggest_nights(room.request(BULL))
    assert (words, number) == (f"{night}: Duo Dominoes, {when:%a} {when.day} {when:%b %Y %H:%M} (UTC)", str(night))
    assert await room.nights.suggest_nights(room.request(BULL, NEXT_DOOR)) == []
    for planner_or_admin in (BEAR, ADMIN):
        assert len(await room.nights.suggest_nights(room.request(planner_or_admin, NEXT_DOOR))) == 1


async def test_a_direct_message_is_sent_to_a_server(room: Room) -> None:
    alone = room.request(BEAR, in_dm(BEAR))
    for asked in (
        room.nights.show(alone),
        room.nights.cancel(alone, ""),
        room.nights.plan(alone, GAME, "in 3h", False, "", ""),
        room.lobby.choose_channels(alone, ""),
    ):
        with refuses("server_only"):
            await asked


async def test_a_past_date_is_never_due(room: Room) -> None:
    night = await plan_night(room)
    await room.nights.cancel(room.request(BEAR), "")
    await room.settle()
    await room.write(nights.change, (night, 0), due_at=1)
    assert await room.parts.nights.look() is None


async def test_nights_end_with_their_channel(room: Room) -> None:
    night = await plan_night(room, weekly=True)
    await room.parts.places.close_place(CHANNEL)
    assert await read_state(room, night) == "gone"
    assert await room.read(nights.list_of_guild, GUILD) == []


def _refuse_channel(what: str, place: Place, message: Message | None) -> None:
    if place.channel == CHANNEL:
        raise DeliveryError(ErrorKind.FORBIDDEN)


async def _lose_server(room: Room, unheard: bool) -> None:
    """Remove the bot from its server. If it did not hear of that, a survey finds it out."""
    if unheard:
        await room.parts.places.survey({GUILD + 1: Server((), ())}, lambda guild: True)
    else:
        await room.parts.places.lose_server(GUILD)
    await room.settle()


@pytest.mark.parametrize("unheard", [False, True])
async def test_nights_wait_a_week_for_their_server(room: Room, unheard: bool) -> None:
    """The planner is told once, the bot tries nothing for a week, and then the nights end."""
    night = await plan_night(room, weekly=True)
    before = len(room.messenger.everything_at(CHANNEL))
    room.messenger.fail = _refuse_channel
    for _ in range(2):
        await _lose_server(room, unheard)
    (letter,) = [text for text in list_texts(room, dm(BEAR.user).channel) if "I was removed from a server" in text]
    assert f"<t:{(room.clock() + 7 * DAY) // 1000}:F>" in letter
    await pass_time(room, 7 * DAY - 1)
    assert await read_state(room, night) == "planned"
    assert len(room.messenger.everything_at(CHANNEL)) == before
    await pass_time(room, 1)
    assert await read_state(room, night) == "gone"
    assert await room.read(nights.list_of_guild, GUILD) == []


@pytest.mark.parametrize("unheard", mark_thorough([False, True], MORE_CASES, but=[True]))
async def test_a_night_goes_on_when_the_bot_is_back(room: Room, unheard: bool) -> None:
    night = await plan_night(room, "in 3h")
    for who in (BEAR, BULL):
        await press(room, night, "in", who)
    await _lose_server(room, unheard)
    await pass_time(room, HOUR)
    back = Server((CHANNEL,), (CHANNEL,))
    if unheard:
        await room.parts.places.survey({GUILD: back}, lambda guild: True)
    else:
        await room.parts.places.regain_server(GUILD, back)
    await pass_time(room, HOUR + GATHERED)
    assert len(reminders(room, BULL)) == 1
    await pass_time(room, HOUR)
    assert (await table_of(room, night)).status == "lobby"


async def test_nobody_is_reminded_twice_because_the_bot_was_away(room: Room) -> None:
    night = await plan_night(room, "in 3h")
    await press(room, night, "in", BULL)
    await pass_time(room, 2 * HOUR + 15 * MINUTE)
    assert len(reminders(room, BULL)) == 1
    await _lose_server(room, False)
    await pass_time(room, 15 * MINUTE)
    await room.parts.places.regain_server(GUILD, Server((CHANNEL,), (CHANNEL,)))
    await pass_time(room, HOUR)
    assert len(reminders(room, BULL)) == 1
    assert (await table_of(room, night)).status == "lobby"


async def test_a_weekly_night_whose_time_has_passed_in_a_lost_server_goes_on_next_week(room: Room) -> None:
    night = await plan_night(room, "in 3h", weekly=True)
    await press(room, night, "in", BULL)
    await _lose_server(room, False)
    await pass_time(room, DAY)
    assert await read_state(room, night) == "planned"
    assert reminders(room, BULL) == []
    await room.parts.places.regain_server(GUILD, Server((CHANNEL,), (CHANNEL,)))
    await pass_time(room, GATHERED)
    assert await read_state(room, night) == "missed"
    assert await read_state(room, night, 1) == "planned"


async def test_without_its_database_the_bot_leaves_the_nights_of_a_lost_server_to_the_next_connection(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise StoreUnavailable("the database is away")

    night = await plan_night(room, weekly=True)
    elsewhere = {GUILD + 1: Server((), ())}
    with monkeypatch.context() as outage:
        outage.setattr(Store, "read", fail)
        await room.parts.places.survey(elsewhere, lambda guild: True)
    assert [date.step for date in await room.read(nights.list_of_guild, GUILD)] == ["remind"]
    await room.parts.places.survey(elsewhere, lambda guild: True)
    assert [date.step for date in await room.read(nights.list_of_guild, GUILD)] == ["lost"]
    assert await read_state(room, night) == "planned"


async def test_people_who_left_take_no_place_from_those_who_stay(room: Room) -> None:
    night = await plan_night(room)
    crowd = [Requester(1_000 + number, f"P{number}") for number in range(2 * MOST_IN_QUEUE + 2)]
    for at, who in enumerate(crowd):
        await room.write(nights.put_answer, (night, 0), nights.NightAnswer(who.user, who.name, nights.IN, at))
    room.messenger.left |= {who.user for who in crowd[:MOST_IN_QUEUE]}
    await pass_time(room, 3 * HOUR)
    table = await table_of(room, night)
    placed = [seat.user_id for seat in table.seats] + [waiter.user for waiter in queue_of(table)]
    assert placed == [who.user for who in crowd[MOST_IN_QUEUE : 2 * MOST_IN_QUEUE]]
    (call,) = [message for message in room.at(CHANNEL) if message.pings]
    assert list(call.pings) == placed


async def test_a_cancellation_without_a_number_means_the_only_night_of_the_channel(room: Room) -> None:
    night = await plan_night(room)
    await room.nights.plan(room.request(BEAR, NEXT_DOOR), GAME, "in 3h", False, "", "")
    await room.nights.cancel(room.request(BEAR), "")
    assert await read_state(room, night) == "cancelled"

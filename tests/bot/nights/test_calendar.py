"""The event of a night in the server's calendar: refused, lost, removed, and made in the end."""

from bot.ports import HOUR, MINUTE, DeliveryError, ErrorKind, Message, Place, ScheduledEvent
from bot.services.nights import GATHERED
from tests.bot.harness.room import BEAR, CHANNEL, Room
from tests.bot.nights.evenings import list_texts, pass_time, plan_night, press, table_of


async def test_a_night_goes_on_without_the_calendar(room: Room) -> None:
    def refuse_calendar(what: str, place: Place, message: Message | None) -> None:
        if what == "schedule":
            raise DeliveryError(ErrorKind.FORBIDDEN)

    room.messenger.fail = refuse_calendar
    night = await plan_night(room)
    await press(room, night, "in", BEAR)
    assert [what for what, _ in room.messenger.calls][-3:] == ["edit", "look", "schedule"]
    await pass_time(room, 3 * HOUR)
    assert (await table_of(room, night)).names == ("Bear",)


async def test_an_event_that_a_moderator_removed_is_made_anew_before_the_night(room: Room) -> None:
    await plan_night(room, "in 3h")
    assert len(room.messenger.scheduled) == 1
    room.messenger.scheduled.clear()
    await pass_time(room, 2 * HOUR + 45 * MINUTE)
    assert len(room.messenger.scheduled) == 1


async def test_an_event_whose_answer_was_lost_is_found_and_not_made_twice(room: Room) -> None:
    schedule = room.messenger.schedule

    async def lose_answer(guild: int, event: ScheduledEvent) -> int:
        await schedule(guild, event)
        raise TimeoutError

    room.messenger.schedule = lose_answer  # type: ignore[method-assign]
    await plan_night(room)
    room.messenger.schedule = schedule  # type: ignore[method-assign]
    await pass_time(room, 2 * MINUTE)
    assert len(room.messenger.scheduled) == 1


async def test_what_takes_too_long_is_tried_again_and_nobody_is_told(room: Room) -> None:
    slow = ["send", "schedule"]

    def answer_late(what: str, place: Place, message: Message | None) -> None:
        if what in slow and not (message is not None and place.channel != CHANNEL):
            slow.remove(what)
            raise TimeoutError

    room.messenger.fail = answer_late
    await plan_night(room)
    for _ in range(2):
        await pass_time(room, 2 * MINUTE)
    assert (slow, len(list_texts(room)), len(room.messenger.scheduled)) == ([], 1, 1)
    assert not any("game night" in message.text for message in room.dm(BEAR))


async def test_the_calendar_is_tried_again_by_the_slow_clock(room: Room) -> None:
    """A refused removal is tried again too: a cancelled night must not stay in the calendar."""
    refused: list[str] = []

    def refuse_once(what: str, place: Place, message: Message | None) -> None:
        if what in ("schedule", "unschedule") and what not in refused:
            refused.append(what)
            raise DeliveryError(ErrorKind.FORBIDDEN)

    room.messenger.fail = refuse_once
    await plan_night(room)
    assert room.messenger.scheduled == {}
    await pass_time(room, MINUTE + GATHERED)
    assert len(room.messenger.scheduled) == 1
    await room.nights.cancel(room.request(BEAR), "")
    await room.settle()
    assert refused == ["schedule", "unschedule"]
    assert len(room.messenger.scheduled) == 1
    await pass_time(room, MINUTE + GATHERED)
    assert room.messenger.scheduled == {}

"""The promises of a game night: a seat while there are seats, and then a place in the queue."""

from bot.ports import Requester
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, message_of
from tests.bot.nights.evenings import plan_night, press


async def test_a_fifth_person_is_promised_a_place_in_the_queue_and_no_seat(room: Room) -> None:
    night = await plan_night(room)
    for who in (BEAR, BULL, WALLY, NED):
        reply = message_of(await press(room, night, "in", who))
        assert "you have a seat" in reply.text
    fifth = Requester(5_005, "Fifth")
    reply = message_of(await press(room, night, "in", fifth))
    assert "You're number 1 in the queue" in reply.text
    assert "you have a seat" not in reply.text
    await press(room, night, "out", BULL)
    reply = message_of(await press(room, night, "in", fifth))
    assert "you have a seat" in reply.text

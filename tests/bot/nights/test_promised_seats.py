"""The promises of a game night: a seat while there are seats, and then a place in the queue."""

from __future__ import annotations

from bot.ports.requests import Requester
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room
from tests.bot.nights.evenings import plan_night, press


async def test_a_fifth_person_is_promised_a_place_in_the_queue_and_no_seat(room: Room) -> None:
    night = await plan_night(room)
    for who in (BEAR, BULL, WALLY, NED):
        reply = await press(room, night, "in", who)
        assert reply.message is not None
        assert "you have a seat" in reply.message.text
    fifth = Requester(5_005, "Fifth")
    reply = await press(room, night, "in", fifth)
    assert reply.message is not None
    assert "place 1 in the queue" in reply.message.text
    assert "you have a seat" not in reply.message.text
    await press(room, night, "out", BULL)
    reply = await press(room, night, "in", fifth)
    assert reply.message is not None
    assert "you have a seat" in reply.message.text

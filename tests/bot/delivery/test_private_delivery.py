"""Closed DMs, forbidden channels, and messages that are deleted or too old."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.automation.served_tables import ROUNDS
from bot.delivery.private_delivery import CHECK_AGAIN
from bot.edge.interactions import InteractionRequest
from bot.outbox.posting import MINUTE
from bot.ports.messenger import DeliveryError, ErrorKind, Place
from bot.ports.requests import Location, Requester
from bot.ports.ui import Message
from bot.store.messages import projections
from bot.store.messages.message_keys import MessageKey, MessageKind
from games.core.refused import Refused
from games.core.seats import Seat
from tests.bot.harness.memory_messenger import closed_dms, dm
from tests.bot.harness.players import play_until, play_until_turn, step
from tests.bot.harness.room import ACTS, BEAR, BULL, CHANNEL, NED, Room
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"
CLOSED_DMS = "I cannot send you direct messages"


def _threads(room: Room) -> list[int]:
    channels = {sent.place.channel for sent in room.messenger.messages.values()}
    return sorted(channels - {CHANNEL, dm(BEAR.user).channel, dm(BULL.user).channel})


def _notices(room: Room) -> list[str]:
    return [message.text for message in room.messenger.at(CHANNEL) if CLOSED_DMS in message.text]


async def _ask_for_thread(room: Room, table: int, who: Requester) -> str:
    """Ask for a private thread, and open it if that is offered. Returns the answer to the first request."""
    told = await room.press(table, "hand.thread", who)
    assert told.message is not None
    if any(control.name == "hand.thread.open" for row in told.message.rows for control in row):
        await room.press(table, "hand.thread.open", who)
        await room.settle()
    return told.message.text


async def test_a_player_is_told_once_of_closed_dms_and_no_thread_opens_by_itself(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    told = [message for message in room.messenger.at(CHANNEL) if CLOSED_DMS in message.text]
    assert len(told) == 1
    assert told[0].pings == (BULL.user,)
    assert [control.name for row in told[0].rows for control in row] == ["hand.show", "hand.thread"]
    await play_until(room, table, 2, BEAR, BULL)
    assert len([message for message in room.messenger.at(CHANNEL) if CLOSED_DMS in message.text]) == 1
    assert _threads(room) == []


async def test_the_notice_of_closed_dms_arrives_although_the_channel_refused_it_at_first(room: Room) -> None:
    shut, refused = closed_dms(BULL.user), list[str]()

    def fail(what: str, place: Place, message: Message | None) -> None:
        shut(what, place, message)
        if message is not None and CLOSED_DMS in message.text and not refused:
            refused.append(message.text)
            raise DeliveryError(ErrorKind.FORBIDDEN, "send_messages")

    room.messenger.fail = fail
    await room.start_table(GAME, (BEAR, BULL), 2)
    assert refused
    assert _notices(room) == []
    room.clock.forward(MINUTE)
    await room.settle()
    assert _notices(room) == refused


async def test_a_player_chooses_a_thread_once_they_know_who_can_read_it(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    assert (await _ask_for_thread(room, table, BULL)).startswith(
        "A private thread is not only yours to read. It can be read by <@777> and <@&778>, and by anyone they let in."
    )
    (thread,) = _threads(room)
    present = await room.tables.get(table)
    (rack,) = room.messenger.at(thread)
    assert rack.pictures[0].alt == f"both {present.view(present.seat_of(BULL.user))!r}"
    await play_until(room, table, 2, BEAR, BULL)
    assert len(_threads(room)) == 1


async def test_many_presses_at_once_open_one_thread(room: Room) -> None:
    """Otherwise each press would open a thread, and the hands in the other threads would never be taken back."""
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await asyncio.gather(*(room.press(table, "hand.thread.open", BULL) for _ in range(5)))
    assert [what for what, _ in room.messenger.calls].count("thread") == 1


async def test_a_thread_that_an_opponent_could_read_is_not_opened(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    room.messenger.thread_managers = {BEAR.user}
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    assert "because Bear could read it there" in await _ask_for_thread(room, table, BULL)
    reply = await room.press(table, "hand.thread.open", BULL)
    assert reply.message is not None
    assert "because Bear could read it there" in reply.message.text
    assert _threads(room) == []
    with pytest.raises(Refused, match="not_seated"):
        await room.press(table, "hand.thread.open", NED)


async def test_a_hand_leaves_its_thread_when_an_opponent_may_read_it(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await _ask_for_thread(room, table, BULL)
    (thread,) = _threads(room)
    room.messenger.thread_managers = {NED.user}
    await room.hand_over(table, BEAR, BEAR.user, NED)
    assert (await room.tables.get(table)).seat_of(NED.user) is None, "Ned may have read Bull's hand"
    room.messenger.thread_managers = {BEAR.user}
    room.clock.forward(CHECK_AGAIN)
    await play_until(room, table, 1, BEAR, BULL)
    await room.settle()
    assert room.messenger.at(thread) == []


@pytest.mark.thorough(MORE_CASES)
async def test_a_player_is_told_once_that_their_thread_is_no_longer_used(room: Room) -> None:
    """Between two hands an opponent becomes able to read the thread, so the new hand is not posted there."""
    shut, told = closed_dms(BULL.user), list[str]()
    room.messenger.fail = shut
    table = await room.start_table(GAME, (BEAR, BULL), 2, pace="correspondence")
    await _ask_for_thread(room, table, BULL)

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "send" and place == dm(BULL.user):  # tried again for the next hand
            room.messenger.thread_managers = {BEAR.user}
            room.clock.forward(CHECK_AGAIN)
        if what == "send" and message is not None and CLOSED_DMS in message.text:
            told.append(message.text)
        shut(what, place, message)

    room.messenger.fail = fail
    await play_until(room, table, 1, BEAR, BULL)
    await room.settle()
    assert len(told) == 1
    for _ in range(6):
        room.clock.forward(CHECK_AGAIN)
        await step(room, table, BEAR, BULL)
        await room.settle()
    assert (await room.tables.get(table)).shuffle.number == 2
    assert len(told) == 1


async def test_closed_dms_are_forgotten_with_an_unused_table_and_found_again_without_another_notice(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2, pace="correspondence")
    await _ask_for_thread(room, table, BULL)
    await play_until_turn(room, table, BEAR, BULL)
    private, notices = room.host.idle.private, _notices(room)
    await room.host.idle.put_away()
    assert private._closed and private._checked, "the table is in use"
    for _ in range(ROUNDS):
        await room.host.idle.put_away()
    assert not private._closed and not private._checked
    await step(room, table, BEAR, BULL)
    assert private._closed
    assert _notices(room) == notices and len(_threads(room)) == 1


async def test_a_thread_of_an_older_release_is_no_longer_used(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await _ask_for_thread(room, table, BULL)
    (thread,) = _threads(room)
    key = MessageKey(MessageKind.HAND, Seat(1))
    row = await room.store.read(projections.find, table, key)
    assert row is not None
    await room.store.write(projections.put, replace(row, data=replace(row.data, chosen=False)))
    other = await room.crash_and_restart()
    await play_until(other, table, 1, BEAR, BULL)
    await other.settle()
    assert other.messenger.at(thread) == []
    await other.stop()


async def test_the_notice_of_closed_dms_does_not_depend_on_the_hand(room: Room) -> None:
    room.messenger.fail = closed_dms(BEAR.user, BULL.user)
    await room.start_table(GAME, (BEAR, BULL), 2)
    told = {message.text.replace(f"<@{BEAR.user}>", "").replace(f"<@{BULL.user}>", "")
            for message in room.messenger.at(CHANNEL) if CLOSED_DMS in message.text}  # fmt: skip
    assert len(told) == 1


async def test_without_threads_the_button_remains(room: Room) -> None:
    shut = closed_dms(BULL.user)

    def fail(what: str, place: Place, message: Message | None) -> None:
        shut(what, place, message)
        if what == "thread":
            raise DeliveryError(ErrorKind.FORBIDDEN, "create_private_threads")

    room.messenger.fail = fail
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    reply = await room.press(table, "hand.thread.open", BULL)
    assert reply.message is not None
    assert _threads(room) == []
    reply = await room.press(table, "hand.show", BULL)
    assert reply.message is not None
    assert reply.message.pictures[0].alt.startswith("rack")
    await play_until(room, table, 1, BEAR, BULL)


async def test_a_request_from_the_dm_opens_it_again(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    room.messenger.fail = lambda what, place, message: None
    await room.press(table, "hand.show", BULL, where=Location(0, dm(BULL.user).channel))
    await room.settle()
    assert len(room.messenger.at(dm(BULL.user).channel)) == 1
    assert _threads(room) == []


async def test_a_command_in_the_dm_opens_it_again(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    await room.start_table(GAME, (BEAR, BULL), 2)
    room.messenger.fail = lambda what, place, message: None
    where = Location(0, dm(BULL.user).channel)
    await ACTS.carry_out(room.services, InteractionRequest(BULL, where, room.stamp(), path=("hand", "show")))
    await room.settle()
    (rack,) = room.messenger.at(where.channel)
    assert rack.pictures[0].alt.startswith("both ")


async def test_dms_are_tried_again_with_the_next_hand(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    room.messenger.fail = lambda what, place, message: None
    await play_until(room, table, 1, BEAR, BULL)
    await step(room, table, BEAR, BULL)
    assert len(room.messenger.at(dm(BULL.user).channel)) == 1
    assert _threads(room) == []


@pytest.mark.parametrize("kind", mark_thorough([ErrorKind.GONE, ErrorKind.TOO_OLD], MORE_CASES, but=[ErrorKind.GONE]))
async def test_a_message_that_cannot_be_edited_is_posted_again(room: Room, kind: ErrorKind) -> None:
    table = await room.start_table(GAME)
    failed: list[str] = []

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "edit" and place.channel == CHANNEL and not failed:
            failed.append(what)
            raise DeliveryError(kind)

    room.messenger.fail = fail
    await play_until(room, table, 1, BEAR)
    assert failed == ["edit"]
    present = await room.tables.get(table)
    assert f"board {present.view(None)!r}" in [p.alt for posted in room.messenger.at(CHANNEL) for p in posted.pictures]


async def test_no_more_is_sent_to_a_forbidden_channel_and_the_host_is_told_once(room: Room) -> None:
    def fail(what: str, place: Place, message: Message | None) -> None:
        if place.channel == CHANNEL:
            raise DeliveryError(ErrorKind.FORBIDDEN, "send_messages")

    table = await room.open(GAME)
    room.messenger.fail = fail
    for _ in range(3):
        await room.press(table, "lobby.robot+", BEAR)
    await room.press(table, "lobby.start", BEAR)
    await room.settle()
    tried = len([call for call in room.messenger.calls if call[1] == CHANNEL])
    await play_until(room, table, 1, BEAR)
    assert len([call for call in room.messenger.calls if call[1] == CHANNEL]) == tried
    told = [notice for notice in room.messenger.at(dm(BEAR.user).channel) if "send_messages" in notice.text]
    assert len(told) == 1
    room.messenger.fail = lambda what, place, message: None
    await room.ask(room.services.seats.show_again, table, BEAR)
    await room.settle()
    assert room.messenger.at(CHANNEL)


async def test_a_robot_plays_for_a_player_who_has_left_the_server(room: Room) -> None:
    there = dm(BULL.user).channel

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "send" and place.channel == there:
            raise DeliveryError(ErrorKind.LEFT)

    room.messenger.fail = fail
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    present = await room.tables.get(table)
    seat = present.seat_of(BULL.user)
    assert seat is not None
    assert present.occupant(seat).stand_in is not None
    assert [posted for posted in room.messenger.at(CHANNEL) if CLOSED_DMS in posted.text] == []
    assert _threads(room) == []
    room.messenger.fail = lambda what, place, message: None
    await play_until(room, table, 1, BEAR)
    await step(room, table, BEAR)
    assert len(room.messenger.at(there)) == 1

"""Closed DMs, forbidden channels, and messages that are deleted or too old."""

import pytest

from bot.edge.interactions import InteractionRequest
from bot.ports import MINUTE, DeliveryError, ErrorKind, Fault, Message, Place, Requester
from bot.store.messages import projections
from bot.store.messages.projections import INSTEAD
from tests.bot.harness.memory_messenger import closed_dms, dm
from tests.bot.harness.players import play_until, play_until_turn, step, step_or_wait
from tests.bot.harness.room import ACTS, BEAR, BULL, CHANNEL, NED, Room, in_dm, list_controls
from tests.bot.harness.word_scenes import board_alt
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"
CLOSED_DMS = "I can't send you direct messages"


def _lines(room: Room, who: Requester = BULL) -> list[Message]:
    """The messages in the channel that speak to a player."""
    return [message for message in room.at(CHANNEL) if message.text.startswith(_mark(who))]


def _mark(who: Requester) -> tuple[str, str]:
    return f"<@{who.user}>", f"-# <@{who.user}>"


def _pings(room: Room) -> int:
    return sum(BULL.user in message.pings for _, message in room.messenger.loud)


async def test_a_player_is_told_once_of_closed_dms_in_a_line_that_is_then_edited(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    (line,) = _lines(room)
    assert CLOSED_DMS in line.text
    assert "Privacy Settings" in line.text
    assert line.pings == (BULL.user,)
    assert list_controls(line) == ["hand.show"]
    await play_until(room, table, 2, BEAR, BULL)
    (line,) = _lines(room)
    assert CLOSED_DMS not in line.text
    assert _pings(room) == 1, "at a live table, no turn makes a sound"
    turns = [shown.text for shown in room.messenger.everything_at(CHANNEL) if shown.text.endswith("it's your turn.")]
    assert turns
    await room.close(table)
    await room.settle()
    assert _lines(room) == []


async def test_by_correspondence_each_turn_is_one_mention_and_one_line(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2, pace="correspondence")
    seat, turns = (await room.get(table)).seat_of(BULL.user), 0
    for _ in range(20):
        if (await room.get(table)).public_view.to_act != (seat,):
            await step(room, table, BEAR)
            continue
        turns += 1
        await room.settle()
        assert _pings(room) in (turns, turns + 1), "the first line makes a sound too"
        (line,) = _lines(room)
        assert "it's your turn" in line.text
        await step(room, table, BULL)
    assert turns > 2


async def test_quiet_hours_keep_the_line_of_a_turn_quiet(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    await room.people.choose(BULL.user, "quiet", "22:00-08:00", room.clock.now)
    table = await room.start_table(GAME, (BEAR, BULL), 2, pace="correspondence")
    await play_until_turn(room, table, BEAR, BULL)
    await room.settle()
    assert len(_lines(room)) == 1
    assert _pings(room) == 0


async def test_the_line_arrives_although_the_channel_refused_it_at_first(room: Room) -> None:
    shut, refused = closed_dms(BULL.user), list[str]()

    def fail(what: str, place: Place, message: Message | None) -> None:
        shut(what, place, message)
        if message is not None and CLOSED_DMS in message.text and not refused:
            refused.append(message.text)
            raise DeliveryError(ErrorKind.FORBIDDEN, "send_messages")

    room.messenger.fail = fail
    await room.start_table(GAME, (BEAR, BULL), 2)
    assert refused
    assert _lines(room) == []
    room.forward(2 * MINUTE)
    await room.settle()
    assert len(_lines(room)) == 1


async def test_an_unused_table_costs_no_other_line_and_ping_where_dms_are_closed(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2, pace="correspondence")
    await play_until_turn(room, table, BEAR, BULL)
    await room.settle()
    pings = _pings(room)
    await room.host.idle.put_away()
    await room.host.idle.put_away()
    await step(room, table, BEAR)
    await room.settle()
    assert len(_lines(room)) == 1
    assert _pings(room) <= pings + 1, "one more at most, for their next turn"


async def test_the_line_does_not_depend_on_the_hand(room: Room) -> None:
    room.messenger.fail = closed_dms(BEAR.user, BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await play_until_turn(room, table, BULL, BEAR)
    await room.settle()
    (of_bear,), (of_bull,) = _lines(room, BEAR), _lines(room)
    assert of_bull.text.startswith(f"<@{BULL.user}>, it's your turn.")
    assert of_bear.text.splitlines()[1:] == of_bull.text.splitlines()[1:]
    assert (of_bear.pictures, of_bear.sequence) == (of_bull.pictures, of_bull.sequence) == ((), 0)


@pytest.mark.parametrize(
    "kind",
    mark_thorough(
        [ErrorKind.DMS_CLOSED, ErrorKind.TOO_FAST, ErrorKind.BAD_REQUEST, ErrorKind.FORBIDDEN], MORE_CASES,
        but=[ErrorKind.TOO_FAST],
    ),
)  # fmt: skip
async def test_a_dm_that_cannot_be_opened_is_tried_again_and_the_channel_says_why(room: Room, kind: ErrorKind) -> None:
    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "open" and place == dm(BULL.user):
            raise DeliveryError(kind, "403 0 the reason")

    room.messenger.fail, room.messenger.hosts = fail, (NED.user,)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    (line,) = _lines(room)
    assert (CLOSED_DMS in line.text) == (kind is ErrorKind.DMS_CLOSED)
    letters = [message.text for message in room.dm(NED)]
    assert [("the reason" in text and "Since <t:" in text and "The next try is <t:" in text) for text in letters] == [
        True
    ] * (kind.fault is Fault.BOT)
    ((_, row),) = await room.read(projections.list_held_back)
    assert (row.state, row.data.detail, row.data.retry_at) == (INSTEAD, "403 0 the reason", row.updated_at + MINUTE)
    room.messenger.fail = lambda what, place, message: None
    room.forward(MINUTE)
    await room.settle()
    assert _lines(room) == []
    assert len(room.dm(BULL)) == 1
    assert await room.read(projections.list_held_back) == []
    await play_until_turn(room, table, BEAR)


async def test_a_picture_that_a_dm_refuses_comes_in_words_and_later_as_a_picture_again(room: Room) -> None:
    def fail(what: str, place: Place, message: Message | None) -> None:
        if place == dm(BULL.user) and message is not None and message.pictures:
            raise DeliveryError(ErrorKind.PICTURE, "400 20009 the reason")

    room.messenger.fail = fail
    await room.start_table(GAME, (BEAR, BULL), 2)
    (shown,) = room.dm(BULL)
    assert shown.pictures == ()
    assert shown.layout is None
    assert _lines(room) == []
    ((_, row),) = await room.read(projections.list_held_back)
    assert row.data.detail == "400 20009 the reason"
    room.messenger.fail = lambda what, place, message: None
    room.forward(MINUTE)
    await room.settle()
    (shown,) = room.dm(BULL)
    assert len(shown.pictures) == 1


async def test_a_command_in_the_dm_opens_it_again(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    await room.start_table(GAME, (BEAR, BULL), 2)
    room.messenger.fail = lambda what, place, message: None
    where = in_dm(BULL)
    request = InteractionRequest(BULL, where, room.stamp(), path=("hand", "show"))
    await ACTS.carry_out(room.services, ACTS.find(request), request)
    await room.settle()
    (rack,) = room.at(where.channel)
    assert rack.pictures[0].alt.startswith("both ")


@pytest.mark.thorough(MORE_CASES)
async def test_dms_are_tried_again_with_the_next_hand(room: Room) -> None:
    room.messenger.fail = closed_dms(BULL.user)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    room.messenger.fail = lambda what, place, message: None
    await play_until(room, table, 1, BEAR, BULL)
    await step(room, table, BEAR, BULL)
    assert len(room.dm(BULL)) == 1


@pytest.mark.parametrize("kind", mark_thorough([ErrorKind.GONE, ErrorKind.TOO_OLD], MORE_CASES, but=[ErrorKind.GONE]))
async def test_a_message_that_cannot_be_edited_is_posted_again(room: Room, kind: ErrorKind) -> None:
    table = await room.start_table(GAME)
    failed: list[str] = []

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "edit" and place.channel == CHANNEL and not failed:
            failed.append(what)
            raise DeliveryError(kind)

    room.messenger.fail = fail
    for _ in range(3):
        await step_or_wait(room, table, BEAR)
    assert failed == ["edit"]
    present = await room.get(table)
    shown = [picture.alt for posted in room.at(CHANNEL) for picture in posted.pictures]
    assert board_alt(present) in shown


async def test_a_robot_plays_for_a_player_who_has_left_the_server(room: Room) -> None:
    there = dm(BULL.user).channel

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "send" and place.channel == there:
            raise DeliveryError(ErrorKind.LEFT)

    room.messenger.fail = fail
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    present = await room.get(table)
    seat = present.seat_of(BULL.user)
    assert seat is not None
    assert present.occupant(seat).stand_in is not None
    (line,) = _lines(room)
    assert "This player seems to have left the server" in line.text
    room.messenger.fail = lambda what, place, message: None
    await play_until(room, table, 1, BEAR)
    await step(room, table, BEAR)
    assert len(room.at(there)) == 1

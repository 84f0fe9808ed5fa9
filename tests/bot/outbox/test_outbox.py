"""The outbox of what is said once: its lanes, damaged messages, and those of other processes."""

from collections.abc import Hashable

import pytest
from sqlalchemy import text as sql

from bot.nights.date_messages import NoticeTeller
from bot.outbox import outbox as outbox_dispatcher
from bot.outbox.outbox import Letters, write_letter
from bot.store import NewMessage, ShardSet
from bot.store.messages import outbox
from tests.bot.harness.room import BEAR, BULL, GUILD, Room
from tests.left_out import MORE_CASES


async def test_notices_of_other_processes_do_not_hide_those_of_this_one(room: Room) -> None:
    for number in range(outbox_dispatcher.AT_ONCE + 1):
        payload = {"what": "opened", "guild": 1 << 22, "night": 1, "week": 0}
        await room.write(outbox.add, NewMessage("night", payload, f"far{number}", 1))
    near = NewMessage("night", {"what": "opened", "guild": GUILD, "night": 1, "week": 0}, "near", 2)
    await room.write(outbox.add, near)
    tellers, share = {"night": NoticeTeller(room.store, str)}, ShardSet(frozenset({0}), 2)
    found = await room.read(outbox_dispatcher.take_due, room.clock.now, tellers, frozenset[Hashable](), share)
    assert [notice.nonce for notices in found.values() for notice in notices] == ["near"]


async def test_a_damaged_message_is_set_aside_by_name_and_the_others_are_sent(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    await room.parts.stop_loops()  # no message is sent before it is damaged
    for about in ("one", "two"):
        await room.write(write_letter, BEAR.user, about, about, 1)
    cut = sql("UPDATE outbox SET payload = '{' WHERE payload LIKE '%one%'")
    await room.write(lambda connection: connection.execute(cut))
    await room.settle()
    assert [message.text for message in room.dm(BEAR)] == ["two"]
    assert await room.read(outbox.count_damaged) == 1
    assert any("is damaged, and set aside" in told for told in caplog.messages)


@pytest.mark.thorough(MORE_CASES)
async def test_a_lane_full_of_messages_does_not_hold_up_the_others(room: Room) -> None:
    for number in range(outbox_dispatcher.AT_ONCE + 1):
        await room.write(write_letter, BEAR.user, "dead", str(number), 1)
    await room.write(write_letter, BULL.user, "alive", "one", 2)
    letters = {Letters.kind: Letters()}
    found = await room.read(outbox_dispatcher.take_due, room.clock.now, letters, frozenset[Hashable]())
    assert {lane: len(messages) for lane, messages in found.items()} == {
        ("letter", BEAR.user): outbox_dispatcher.MOST_OF_LANE,
        ("letter", BULL.user): 1,
    }
    busy = frozenset({("letter", BEAR.user)})
    found = await room.read(outbox_dispatcher.take_due, room.clock.now, letters, busy)
    assert found.keys() == {("letter", BULL.user)}


async def test_messages_for_no_server_are_divided_among_the_processes_by_lane(room: Room) -> None:
    await room.parts.stop_loops()
    for user in range(40):
        for about in ("one", "two"):
            await room.write(write_letter, user, about, about, 1)
    letters, seen = {Letters.kind: Letters()}, list[tuple[Hashable, int]]()
    for share in (ShardSet(frozenset({0}), 2), ShardSet(frozenset({1, 3}), 4)):  # while the connections are doubled
        found = await room.read(outbox_dispatcher.take_due, room.clock.now, letters, frozenset[Hashable](), share)
        assert found
        seen += [(lane, len(messages)) for lane, messages in found.items()]
    assert sorted(seen) == [((Letters.kind, user), 2) for user in range(40)]

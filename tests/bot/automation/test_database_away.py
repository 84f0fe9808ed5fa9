"""The database goes away in the middle of a game and comes back: tables wait, then go on, and repeat nothing."""

import asyncio
import contextlib
import logging

import pytest

from bot.periodic import Periodic
from bot.ports import MINUTE
from bot.ports.times import SECOND
from bot.store import ShardSet, StoreUnavailable
from bot.store.processes import heartbeats
from bot.supervisor import Supervisor
from bot.tables.aggregate.pacing import LIVE
from tests.bot.harness.players import play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, Room
from tests.bot.harness.settling import settle_tables, tick_tables
from tests.bot.store.broken import Broken
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"


def _list_warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert all(record.exc_info is None for record in found)
    return [record.name for record in found]


async def beat(room: Room) -> None:
    """Record a heartbeat, unless the database is away."""
    with contextlib.suppress(StoreUnavailable):
        await room.host.beat()


@pytest.mark.parametrize("reads", mark_thorough([False, True], MORE_CASES, but=[False]))
async def test_tables_wait_for_the_database_and_go_on_by_themselves(
    room: Room, broken: Broken, caplog: pytest.LogCaptureFixture, reads: bool
) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    await beat(room)
    before = present.sequence
    (broken.break_commits if reads else broken.break_everything)("the disk is full")
    for _ in range(20):
        room.forward(LIVE.nudges[0] // 2)
        room.host.workers.refresh(present)
        await settle_tables(room.host)
        await beat(room)
    with pytest.raises(StoreUnavailable):
        await room.say(table, words_for(present, BEAR) or "", BEAR)
    assert _list_warnings(caplog) == ["bot.store.availability"]
    broken.mend()
    await beat(room)
    await room.settle()
    present = await room.get(table)
    assert present.clock.offset == 10 * LIVE.nudges[0]
    assert present.absences.nudged == {}
    assert present.public_view.to_act == (present.seat_of(BEAR.user),)
    assert present.sequence > before
    assert _list_warnings(caplog) == ["bot.store.availability"] * 2
    room.forward(LIVE.nudges[0])
    await room.settle()
    assert (await room.get(table)).absences.nudged == {present.seat_of(BEAR.user): 1}
    await room.say(table, words_for(present, BEAR) or "", BEAR)
    assert (await room.get(table)).sequence > present.sequence + 1


async def test_a_nudge_that_could_not_be_stored_is_stored_later(room: Room, broken: Broken) -> None:
    """The database was away only when the nudge was due, so the table gets no time back."""
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    broken.break_everything("the line is cut")
    room.forward(LIVE.nudges[0])
    await tick_tables(room.host)
    assert (await room.get(table)).absences.nudged == {}
    broken.mend()
    await beat(room)
    await room.settle()
    after = await room.get(table)
    assert after.absences.nudged == {present.seat_of(BEAR.user): 1}
    assert after.clock.offset == 0


async def test_the_program_is_noted_as_running_again_when_the_database_is_back(room: Room, broken: Broken) -> None:
    broken.break_everything("the line is cut")
    room.forward(MINUTE)
    await beat(room)
    broken.mend()
    room.forward(15 * SECOND)
    await beat(room)
    assert await room.read(heartbeats.list_last_seen) == {ShardSet(): room.clock.now}
    room.forward(15 * SECOND)
    await beat(room)
    assert await room.read(heartbeats.list_last_seen) == {ShardSet(): room.clock.now}


async def test_a_loop_goes_on_while_the_database_is_away_and_after_a_mistake(caplog: pytest.LogCaptureFixture) -> None:
    looked: asyncio.Queue[None] = asyncio.Queue()
    errors = [StoreUnavailable("the line is cut"), KeyError("a bug"), StoreUnavailable("the line is cut again")]

    async def look() -> None:
        looked.put_nowait(None)
        if errors:
            raise errors.pop(0)

    woken, supervisor = asyncio.Event(), Supervisor()
    loop = Periodic("a loop", look, 3_600, supervisor, woken)
    loop.start()
    for _ in range(4):
        await looked.get()
        woken.set()
    await loop.stop()
    assert not supervisor.fallen.is_set()
    assert [(line.name, line.getMessage()) for line in caplog.records if line.levelname == "ERROR"] == [
        ("bot.periodic", "a loop: a look failed; the next one comes")
    ]


async def test_the_bot_stops_without_a_database(room: Room, broken: Broken) -> None:
    broken.break_everything("the line is cut")
    await room.stop()
    broken.mend()

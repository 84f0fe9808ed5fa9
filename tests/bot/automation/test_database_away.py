"""The database goes away in the middle of a game and comes back: tables wait, then go on, and repeat nothing."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.store.database.errors import StoreUnavailable
from bot.store.processes import heartbeats
from bot.store.processes.shards import ShardSet
from bot.store.store import Store
from bot.supervisor import Supervisor
from bot.tables.aggregate.pacing import LIVE, MINUTE, SECOND
from bot.tally.outbox_dispatcher import OutboxDispatcher
from bot.tally.papers import Papers
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.memory_messenger import RecordingMessenger
from tests.bot.harness.players import until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, Room
from tests.bot.store.broken import Broken

GAME = "duo-dominoes"


def _told(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert all(record.exc_info is None for record in found)
    return [record.name for record in found]


@pytest.mark.parametrize("reads", [False, True])
async def test_tables_wait_for_the_database_and_go_on_by_themselves(
    room: Room, broken: Broken, caplog: pytest.LogCaptureFixture, reads: bool
) -> None:
    table = await room.started(GAME, (BEAR, BULL), 2)
    present = await until_turn(room, table, BEAR, BULL)
    await room.host.heartbeat.beat()
    before = present.sequence
    (broken.commits if reads else broken.everything)("the disk is full")
    for _ in range(20):
        room.clock.forward(LIVE.nudges[0] // 2)
        room.host.workers.refresh(present)
        await room.host.wait_until_settled()
        await room.host.heartbeat.beat()
    with pytest.raises(StoreUnavailable):
        await room.say(table, words_for(present, BEAR) or "", BEAR)
    assert _told(caplog) == ["bot.store.availability"]
    broken.mended()
    await room.host.heartbeat.beat()
    await room.settled()
    present = await room.tables.get(table)
    assert present.clock.offset == 10 * LIVE.nudges[0]
    assert present.absences.nudged == {}
    assert present.public_view.to_act == (present.seat_of(BEAR.user),)
    assert present.sequence > before
    assert _told(caplog) == ["bot.store.availability"] * 2
    room.clock.forward(LIVE.nudges[0])
    await room.settled()
    assert (await room.tables.get(table)).absences.nudged == {present.seat_of(BEAR.user): 1}
    await room.say(table, words_for(present, BEAR) or "", BEAR)
    assert (await room.tables.get(table)).sequence > present.sequence + 1


async def test_a_robot_moves_after_its_deadline_could_not_be_stored(room: Room, broken: Broken) -> None:
    """The database was away only during the robot's move, so the table gets no time back."""
    table = await room.started(GAME, (BEAR, BULL), 2)
    present = await until_turn(room, table, BEAR, BULL)
    broken.everything("the line is cut")
    room.clock.forward(LIVE.nudges[0])
    await room.host.tick()
    assert (await room.tables.get(table)).absences.nudged == {}
    broken.mended()
    await room.host.heartbeat.beat()
    await room.settled()
    after = await room.tables.get(table)
    assert after.absences.nudged == {present.seat_of(BEAR.user): 1}
    assert after.clock.offset == 0


async def test_the_program_is_noted_as_running_again_when_the_database_is_back(room: Room, broken: Broken) -> None:
    broken.everything("the line is cut")
    room.clock.forward(MINUTE)
    await room.host.heartbeat.beat()
    broken.mended()
    room.clock.forward(15 * SECOND)
    await room.host.heartbeat.beat()
    assert await room.store.read(heartbeats.list_last_seen) == {ShardSet(): room.clock.now}
    room.clock.forward(15 * SECOND)
    await room.host.heartbeat.beat()
    assert await room.store.read(heartbeats.list_last_seen) == {ShardSet(): room.clock.now}


async def test_the_outbox_dispatcher_logs_once_that_the_database_is_away(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: asyncio.Queue[None] = asyncio.Queue()

    async def away(_: OutboxDispatcher) -> int:
        tried.put_nowait(None)
        raise StoreUnavailable("the line is cut")

    async def draw_nothing(crew: int, season: int, now: int) -> None:
        return None

    monkeypatch.setattr(OutboxDispatcher, "tick", away)
    clock = ManualClock()
    papers = Papers(store, clock)
    dispatcher = OutboxDispatcher(store, RecordingMessenger(), clock, True, Supervisor(), draw_nothing, papers)
    dispatcher.start()
    for _ in range(3):
        await tried.get()
        dispatcher.wake()
    await dispatcher.stop()
    assert _told(caplog) == []


async def test_the_bot_stops_without_a_database(room: Room, broken: Broken) -> None:
    broken.everything("the line is cut")
    await room.stop()
    broken.mended()

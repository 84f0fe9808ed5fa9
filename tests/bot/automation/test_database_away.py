"""The database goes away in the middle of a game and comes back: tables wait, say nothing twice, and go on."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.store import heartbeats
from bot.store.errors import StoreUnavailable
from bot.store.shards import ShardSet
from bot.store.store import Store
from bot.tables.pacing import LIVE, MINUTE, SECOND
from bot.tally.outbox_dispatcher import OutboxDispatcher
from tests.bot.store.broken import Broken
from tests.bot.tables.fakes import BEAR, BULL, Crowd, HandClock, RecordingPostbox
from tests.bot.tables.players import until_turn, words_for

GAME = "duo-dominoes"


def _told(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert all(one.exc_info is None for one in found)
    return [one.name for one in found]


@pytest.mark.parametrize("reads", [False, True])
async def test_tables_wait_for_the_database_and_go_on_by_themselves(
    crowd: Crowd, broken: Broken, caplog: pytest.LogCaptureFixture, reads: bool
) -> None:
    table = await crowd.started(GAME, (BEAR, BULL), 2)
    present = await until_turn(crowd, table, BEAR, BULL)
    await crowd.desk.keeper.heartbeat.beat()
    before = present.sequence
    (broken.commits if reads else broken.everything)("the disk is full")
    for _ in range(20):
        crowd.clock.forward(LIVE.nudges[0] // 2)
        crowd.desk.keeper.workers.refresh(present)
        await crowd.desk.keeper.settled()
        await crowd.desk.keeper.heartbeat.beat()
    with pytest.raises(StoreUnavailable):
        await crowd.say(table, words_for(present, BEAR) or "", BEAR)
    assert _told(caplog) == ["bot.store.availability"]
    broken.mended()
    await crowd.desk.keeper.heartbeat.beat()
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.offset == 10 * LIVE.nudges[0]
    assert present.nudged == {}
    assert present.crowd.to_act == (present.seat_of(BEAR.user),)
    assert present.sequence > before
    assert _told(caplog) == ["bot.store.availability"] * 2
    crowd.clock.forward(LIVE.nudges[0])
    await crowd.settled()
    assert (await crowd.desk.tables.get(table)).nudged == {present.seat_of(BEAR.user): 1}
    await crowd.say(table, words_for(present, BEAR) or "", BEAR)
    assert (await crowd.desk.tables.get(table)).sequence > present.sequence + 1


async def test_the_clock_of_a_table_that_could_not_be_wound_goes_on(crowd: Crowd, broken: Broken) -> None:
    """The database was away for a robot's move alone: no time is given back, and the robot moves."""
    table = await crowd.started(GAME, (BEAR, BULL), 2)
    present = await until_turn(crowd, table, BEAR, BULL)
    broken.everything("the line is cut")
    crowd.clock.forward(LIVE.nudges[0])
    await crowd.desk.keeper.tick()
    assert (await crowd.desk.tables.get(table)).nudged == {}
    broken.mended()
    await crowd.desk.keeper.heartbeat.beat()
    await crowd.settled()
    after = await crowd.desk.tables.get(table)
    assert after.nudged == {present.seat_of(BEAR.user): 1}
    assert after.offset == 0


async def test_the_program_is_noted_as_running_again_when_the_database_is_back(crowd: Crowd, broken: Broken) -> None:
    broken.everything("the line is cut")
    crowd.clock.forward(MINUTE)
    await crowd.desk.keeper.heartbeat.beat()
    broken.mended()
    crowd.clock.forward(15 * SECOND)
    await crowd.desk.keeper.heartbeat.beat()
    assert await crowd.store.read(heartbeats.last_seen) == {ShardSet(): crowd.clock.now}
    crowd.clock.forward(15 * SECOND)
    await crowd.desk.keeper.heartbeat.beat()
    assert await crowd.store.read(heartbeats.last_seen) == {ShardSet(): crowd.clock.now}


async def test_the_herald_of_the_tally_does_not_repeat_that_it_is_away(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: asyncio.Queue[None] = asyncio.Queue()

    async def away(_: OutboxDispatcher) -> int:
        tried.put_nowait(None)
        raise StoreUnavailable("the line is cut")

    monkeypatch.setattr(OutboxDispatcher, "tick", away)
    herald = OutboxDispatcher(store, RecordingPostbox(), HandClock())
    herald.start()
    for _ in range(3):
        await tried.get()
        herald.wake()
    await herald.stop()
    assert _told(caplog) == []


async def test_a_stop_without_a_database_is_a_stop(crowd: Crowd, broken: Broken) -> None:
    broken.everything("the line is cut")
    await crowd.desk.stop()
    broken.mended()

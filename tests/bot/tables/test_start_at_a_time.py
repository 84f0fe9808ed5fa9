"""The game starts by itself at a time."""

from __future__ import annotations

import pytest

from bot.store import tables as stored_tables
from bot.tables.pacing import HOUR, MINUTE
from games.core.refused import Refused
from tests.bot.tables.fakes import BEAR, BULL, CHANNEL, HERE, NED, WALLY, Crowd, dm

GAME = "duo-dominoes"


async def _opened(crowd: Crowd, when: str) -> int:
    reply = await crowd.desk.open(GAME, "live", "", False, BEAR, HERE, crowd.stamp(), when)
    assert reply.message is not None
    await crowd.settled()
    return reply.message.table


async def _all_sit(crowd: Crowd, table: int) -> None:
    for who in (BULL, WALLY, NED):
        await crowd.press(table, "lobby.join", who)
    await crowd.settled()


def _calls_to_play(crowd: Crowd) -> list[str]:
    return [one.text for one in crowd.postbox.at(CHANNEL) if one.text.startswith("It is time")]


async def _status(crowd: Crowd, table: int) -> str:
    return (await crowd.desk.tables.get(table)).status


async def test_the_lobby_says_when_and_the_game_begins_then(crowd: Crowd) -> None:
    table = await _opened(crowd, "in 2h")
    at = crowd.clock.now + 2 * HOUR
    assert f"<t:{at // 1000}:F>" in crowd.postbox.at(CHANNEL)[-1].text
    assert (await crowd.store.read(stored_tables.load, table)).deadline_at == at
    await _all_sit(crowd, table)
    crowd.clock.forward(2 * HOUR - 1)
    await crowd.settled()
    assert await _status(crowd, table) == "lobby"
    crowd.clock.forward(1)
    await crowd.settled()
    assert await _status(crowd, table) == "live"
    assert len(crowd.postbox.at(dm(BULL.user).channel)) == 1
    (called,) = [one for one in crowd.postbox.at(CHANNEL) if one.text.startswith("It is time")]
    assert sorted(called.pings) == [who.user for who in (BEAR, BULL, WALLY, NED)]
    reply = await crowd.desk.verify(table, 1)
    assert reply.message is not None


async def test_the_time_is_the_openers_own(crowd: Crowd) -> None:
    await crowd.desk.prefer(BEAR, "timezone", "Australia/Hobart")
    reply = await crowd.desk.open(GAME, "live", "", False, BEAR, HERE, crowd.stamp(), "20:30")
    assert reply.message is not None
    assert "Australia/Hobart" in reply.message.text
    start = (await crowd.desk.tables.get(reply.message.table)).start.at
    assert start is not None
    assert (start // MINUTE) % (24 * 60) == 9 * 60 + 30  # summer in Hobart is eleven hours ahead


async def test_too_few_are_told_once_and_the_lobby_stays_open(crowd: Crowd) -> None:
    table = await _opened(crowd, "in 2h")
    await crowd.press(table, "lobby.join", BULL)
    crowd.clock.forward(2 * HOUR)
    for _ in range(3):
        await crowd.settled()
        crowd.clock.forward(HOUR)
    assert await _status(crowd, table) == "lobby"
    (said,) = _calls_to_play(crowd)
    assert "4 players" in said
    assert f"<@{BEAR.user}>" in said and f"<@{BULL.user}>" in said
    (board,) = [one for one in crowd.postbox.at(CHANNEL) if one.rows]
    assert "<t:" not in board.text
    for who in (WALLY, NED):
        await crowd.press(table, "lobby.join", who)
    await crowd.settled()
    assert await _status(crowd, table) == "lobby"
    await crowd.press(table, "lobby.start", BULL)
    await crowd.settled()
    assert await _status(crowd, table) == "live"
    assert _calls_to_play(crowd) == []
    assert [one.text for one in crowd.postbox.at(CHANNEL) if "It was time" in one.text] == [
        "-# It was time to start Duo Dominoes, and too few sat here."
    ]


async def test_who_closes_a_lobby_that_was_too_empty_asks_for_nobody_any_more(crowd: Crowd) -> None:
    table = await _opened(crowd, "in 2h")
    crowd.clock.forward(2 * HOUR)
    await crowd.settled()
    assert len(_calls_to_play(crowd)) == 1
    await crowd.desk.table("close", table, BEAR, crowd.stamp())
    await crowd.settled()
    assert _calls_to_play(crowd) == []


async def test_somebody_may_press_start_before(crowd: Crowd) -> None:
    table = await _opened(crowd, "in 2h")
    await _all_sit(crowd, table)
    await crowd.press(table, "lobby.start", NED)
    await crowd.settled()
    assert await _status(crowd, table) == "live"
    crowd.clock.forward(2 * HOUR)
    await crowd.settled()
    assert (await crowd.desk.tables.get(table)).start.came is None
    assert _calls_to_play(crowd) == []


@pytest.mark.parametrize("moment_of_crash", ["before", "after"])
async def test_a_restart_keeps_the_time_and_tells_it_once(crowd: Crowd, moment_of_crash: str) -> None:
    table = await _opened(crowd, "in 2h")
    await _all_sit(crowd, table)
    if moment_of_crash == "after":
        crowd.clock.forward(2 * HOUR)
        await crowd.settled()
    other = await crowd.again()
    if moment_of_crash == "before":
        await other.settled()
        assert await _status(other, table) == "lobby"
        other.clock.forward(3 * HOUR)  # later than was said, as after an outage
    await other.settled()
    assert await _status(other, table) == "live"
    assert len(_calls_to_play(other)) == 1
    await other.desk.stop()


async def test_the_time_can_be_set_later_moved_and_taken_back(crowd: Crowd) -> None:
    table = await crowd.open(GAME)
    await _all_sit(crowd, table)
    await crowd.desk.start_at(table, "in 2h", BEAR, crowd.stamp())
    await crowd.desk.start_at(table, "in 3h", BEAR, crowd.stamp())
    with pytest.raises(Refused, match="not_host"):
        await crowd.desk.start_at(table, "in 1h", BULL, crowd.stamp())
    crowd.clock.forward(2 * HOUR)
    await crowd.settled()
    assert await _status(crowd, table) == "lobby"
    reply = await crowd.desk.start_at(table, "off", BEAR, crowd.stamp())
    assert reply.message is not None
    assert "presses **Start**" in reply.message.text
    crowd.clock.forward(2 * HOUR)
    await crowd.settled()
    assert await _status(crowd, table) == "lobby"
    await crowd.press(table, "lobby.start", BEAR)
    with pytest.raises(Refused, match="started"):
        await crowd.desk.start_at(table, "in 1h", BEAR, crowd.stamp())


async def test_no_table_is_opened_for_a_time_that_cannot_be_read(crowd: Crowd) -> None:
    with pytest.raises(Refused, match="time_words"):
        await crowd.desk.open(GAME, "live", "", False, BEAR, HERE, crowd.stamp(), "when Bull is home")
    assert await crowd.store.read(stored_tables.open_tables) == []


async def test_a_table_that_was_left_does_not_start(crowd: Crowd) -> None:
    table = await _opened(crowd, "in 2h")
    await crowd.press(table, "lobby.leave", BEAR)
    crowd.clock.forward(2 * HOUR)
    await crowd.settled()
    assert _calls_to_play(crowd) == []

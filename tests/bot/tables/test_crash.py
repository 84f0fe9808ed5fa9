"""A desk that is dropped at any point: a new one on the same store shows every table as it is, and nothing twice."""

from __future__ import annotations

import asyncio

import pytest

from bot.messages import log
from bot.store import events
from bot.store.store import Store
from bot.tables.entries import entries
from games.core.refused import Refused
from tests.bot.tables.fakes import BEAR, CHANNEL, Crowd, dm, settings
from tests.bot.tables.players import words_for

GAME = "duo-dominoes"


async def _all_is_shown(crowd: Crowd, table: int) -> None:
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    stored = await crowd.store.read(events.read, table)
    assert [one.sequence for one in stored] == list(range(1, present.sequence + 1))
    refolded = present.game.fold(
        [one.event for one in entries(stored) if type(one.event).__module__.startswith("games.")]
    )
    assert present.game.view(refolded, None) == present.public_view
    boards = [one for one in crowd.postbox.at(CHANNEL) if any(p.alt.startswith("board") for p in one.pictures)]
    assert [board.pictures[0].alt for board in boards] == [f"board {present.view(None)!r}"]
    seat = present.seat_of(BEAR.user)
    (rack,) = crowd.postbox.at(dm(BEAR.user).channel)
    assert rack.pictures[0].alt == f"rack {present.view(seat)!r}"
    logs = [one.text for one in crowd.postbox.at(CHANNEL) if one.name == "sheet.png"]
    assert "\n".join(logs) == "\n".join(text for _, text in log.lines_of(present, entries(stored)) if text)


async def _one_word(crowd: Crowd, table: int) -> bool:
    """Bear says what is to be said; the same interaction again after a crash."""
    present = await crowd.desk.tables.get(table)
    words = words_for(present, BEAR)
    if words is None or present.shuffle.number > 2:
        return False
    verb, _, rest = words.partition(" ")
    await crowd.desk.say(table, verb, rest, BEAR, crowd.stamp())
    return True


@pytest.mark.parametrize("lost", [0, 1, 2, 3, 5, 8])
async def test_replies_of_discord_are_lost_in_a_crash(store: Store, lost: int) -> None:
    crowd = Crowd(store, settings())
    await crowd.desk.start()
    table = await crowd.started(GAME)
    for _ in range(6):
        crowd.postbox.crash_after = lost
        if not await _one_word(crowd, table):
            break
        await crowd.desk.tick()
        crowd = await crowd.again()
        await _all_is_shown(crowd, table)
    await crowd.desk.stop()


@pytest.mark.parametrize("steps", [*range(0, 24, 2), 40, 60])
async def test_a_word_is_cut_off_anywhere_and_said_again(store: Store, steps: int) -> None:
    crowd = Crowd(store, settings())
    await crowd.desk.start()
    table = await crowd.started(GAME)
    for _ in range(3):
        present = await crowd.desk.tables.get(table)
        words = words_for(present, BEAR)
        if words is None:
            break
        verb, _, rest = words.partition(" ")
        stamp = crowd.stamp()
        word = asyncio.create_task(crowd.desk.say(table, verb, rest, BEAR, stamp))
        for _ in range(steps):
            await asyncio.sleep(0)
        word.cancel()
        await asyncio.gather(word, return_exceptions=True)
        crowd = await crowd.again()
        await crowd.settled()
        try:
            await crowd.desk.say(table, verb, rest, BEAR, stamp)
        except Refused as refused:
            raise AssertionError(f"the repeated word was refused: {refused.key}") from refused
        await _all_is_shown(crowd, table)
        stored = await crowd.store.read(events.read, table)
        assert sum(1 for one in stored if one.cause == stamp.cause and one.part == 0) == 1
    await crowd.desk.stop()


async def test_a_stop_and_a_start_post_nothing_new(store: Store) -> None:
    crowd = Crowd(store, settings())
    await crowd.desk.start()
    table = await crowd.started(GAME)
    sends = [one for one in crowd.postbox.calls if one[0] == "send"]
    await crowd.desk.stop()
    other = Crowd(store, settings(), crowd.postbox, crowd.clock)
    await other.desk.start()
    await _all_is_shown(other, table)
    assert [one for one in other.postbox.calls if one[0] == "send"] == sends
    await other.desk.stop()

"""Whole sessions at a desk: lobby, hands, sheet."""

from __future__ import annotations

from bot.store import events, postings
from bot.store import tables as stored_tables
from tests.bot.tables.fakes import BEAR, BULL, CHANNEL, Crowd, dm

GAME = "duo-dominoes"


async def test_a_lobby_fills_and_starts_on_start_only(crowd: Crowd) -> None:
    table = await crowd.open(GAME)
    await crowd.press(table, "lobby.join", BULL)
    for _ in range(2):
        await crowd.press(table, "lobby.robot+", BEAR)
    await crowd.settled()
    (log, board) = crowd.postbox.at(CHANNEL)
    assert "Shuffle 1 is fixed" in log.text
    assert all(name in board.text for name in ("Bear", "Bull", "Able (robot)", "Baker (robot)"))
    assert (await crowd.desk.tables.get(table)).status == "lobby"
    await crowd.press(table, "lobby.start", BULL)
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.status == "live"
    assert present.crowd.hand == 1
    assert len(crowd.postbox.at(dm(BEAR.user).channel)) == 1


async def test_robots_play_hand_after_hand_and_the_books_balance(crowd: Crowd) -> None:
    table = await crowd.started(GAME)
    for _ in range(400):
        present = await crowd.desk.tables.get(table)
        seat = present.seat_of(BEAR.user)
        assert seat is not None
        if present.crowd.phase == "between" and present.number > 3:
            break
        if present.crowd.phase == "between":
            await crowd.say(table, "next", BEAR)
        else:
            move = present.game.robot(present.view(seat), _FIRST)
            await crowd.say(table, present.game.write(move), BEAR)
        await crowd.settled()
    else:
        raise AssertionError("three hands did not end")
    row = await crowd.store.read(stored_tables.load, table)
    assert row.sequence == (await crowd.desk.tables.get(table)).sequence
    transfers = await crowd.store.read(postings.read, row.crew)
    assert all(sum(entry.amount for entry in one.entries) == 0 for one in transfers)
    stored = await crowd.store.read(events.read, table)
    assert [one.sequence for one in stored] == list(range(1, row.sequence + 1))
    for hand in (1, 2, 3):
        reply = await crowd.desk.verify(table, hand)
        assert reply.message is not None
        assert "comes out as it was played" in reply.message.text


class _First:
    def below(self, n: int) -> int:
        return 0

    def shuffled(self, items):  # type: ignore[no-untyped-def]
        return tuple(items)


_FIRST = _First()

"""Taking back when something else happens in the same moment: what is public stops it, what is secret must not show."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.ports.requests import Location, Requester
from bot.store.store import Store
from bot.tables import events, takebacks
from bot.tables.changes import Change
from games.core.refused import Refused
from games.core.seats import Seat
from tests.bot.tables.fakes import BEAR, BULL, CHANNEL, NED, WALLY, Crowd, dm
from tests.bot.tables.players import words_for

GAME = "duo-dominoes"
PEOPLE = (BEAR, BULL, WALLY, NED)


class Interrupted:
    """A store in which something happens right after the last move was looked up."""

    def __init__(self, store: Store, between: Callable[[], Awaitable[object]]) -> None:
        self._store = store
        self._between = between

    async def read(self, function: Any, *args: Any) -> Any:
        found = await self._store.read(function, *args)
        if function is takebacks.read_last_move:
            await self._between()
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


async def _moved(crowd: Crowd) -> tuple[int, Requester, Requester]:
    """A table at which somebody has just moved: its number, who that was, and who is next."""
    table = await crowd.open(GAME)
    await crowd.press(table, "lobby.house.set", BEAR, "auto_pass", "false")
    for who in PEOPLE[1:]:
        await crowd.press(table, "lobby.join", who)
    await crowd.press(table, "lobby.start", BEAR)
    await crowd.settled()
    mover = PEOPLE[(await crowd.desk.tables.get(table)).public_view.to_act[0]]
    await crowd.say(table, words_for(await crowd.desk.tables.get(table), mover) or "", mover)
    return table, mover, PEOPLE[(await crowd.desk.tables.get(table)).public_view.to_act[0]]


async def test_a_request_is_refused_when_everybody_saw_the_table_move_on(crowd: Crowd) -> None:
    table, mover, following = await _moved(crowd)

    async def moves() -> None:
        await crowd.say(table, words_for(await crowd.desk.tables.get(table), following) or "", following)

    crowd.desk.store = Interrupted(crowd.store, moves)  # type: ignore[assignment]
    with pytest.raises(Refused) as refused:
        await crowd.desk.undo(table, "ask", mover, crowd.stamp())
    assert refused.value.key == "TABLE/undo_moved"
    assert (await crowd.desk.tables.get(table)).takeback.asked is None


async def test_what_nobody_else_learns_of_neither_stops_a_request_nor_shows_in_it(crowd: Crowd) -> None:
    table, mover, following = await _moved(crowd)
    before = await crowd.desk.tables.get(table)

    async def reminds() -> None:
        seat = before.seat_of(following.user)
        assert seat is not None
        await crowd.desk.tables.change(table, "nudge", crowd.clock.now, lambda _: _reminded(seat))

    crowd.desk.store = Interrupted(crowd.store, reminds)  # type: ignore[assignment]
    await crowd.desk.undo(table, "ask", mover, crowd.stamp())
    present = await crowd.desk.tables.get(table)
    assert present.sequence == before.sequence + 2
    assert present.takeback.asked is not None


async def test_the_board_says_who_asks_and_forgets_what_was_taken_back(crowd: Crowd) -> None:
    table, mover, following = await _moved(crowd)
    words = words_for(await crowd.desk.tables.get(table), following) or ""
    await crowd.say(table, words, following)
    await crowd.settled()
    said = f"{following.name} {'passes' if words == 'knock' else 'lays'}"
    assert said in crowd.postbox.at(CHANNEL)[-1].text
    await crowd.desk.undo(table, "ask", following, crowd.stamp())
    await crowd.settled()
    assert f"{following.name} asks to take the last move back." in crowd.postbox.at(CHANNEL)[-1].text
    for who in PEOPLE:
        if who is not following:
            await crowd.desk.undo(table, "yes", who, crowd.stamp())
    await crowd.settled()
    board = crowd.postbox.at(CHANNEL)[-1].text
    assert said not in board
    assert "asks to take" not in board
    assert f"{mover.name} starts" in board


def _reminded(seat: Seat) -> Change:
    return Change((events.Nudged(seat, 1),))


async def test_in_a_private_message_the_table_is_the_one_that_everybody_saw_move_last(crowd: Crowd) -> None:
    """A player of two tables must not learn from the choice that something secret happened at one of them."""
    first, _, following = await _moved(crowd)
    crowd.clock.forward(1_000)
    reply = await crowd.desk.open(GAME, "live", "", True, BEAR, Location(1, 200), crowd.stamp())
    assert reply.message is not None
    second = reply.message.table
    here = Location(0, dm(BEAR.user).channel)
    assert await crowd.desk.table_at(here, BEAR) == second
    crowd.clock.forward(1_000)
    seat = (await crowd.desk.tables.get(first)).seat_of(following.user)
    assert seat is not None
    await crowd.desk.tables.change(first, "nudge", crowd.clock.now, lambda _: _reminded(seat))
    assert await crowd.desk.table_at(here, BEAR) == second
    await crowd.say(first, words_for(await crowd.desk.tables.get(first), following) or "", following)
    assert await crowd.desk.table_at(here, BEAR) == first

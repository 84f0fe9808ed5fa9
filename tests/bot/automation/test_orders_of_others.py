"""Standing orders belong to a person at a seat: they are never played for anybody else who comes to sit there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.automation.order_language import parse_order
from bot.store import events as stored_events
from bot.store import people
from bot.store.shards import ShardSet
from bot.store.store import Store
from bot.tables.seats import stand_in
from bot.tables.table import Table
from games.core.refused import Refused
from games.core.seats import Seat
from tests.bot.tables.fakes import BEAR, BULL, NED, NO_PAUSE_BY_POST, Crowd, settings
from tests.bot.tables.players import until_turn, words_for
from tests.databases import KINDS

GAME = "duo-dominoes"
PAUSE = 5_000
PACE = replace(NO_PAUSE_BY_POST, order=PAUSE)
"""Long enough that an order which was just given is not played before the seat changes hands."""


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Both databases."""
    return str(request.param)


@pytest_asyncio.fixture
async def slow(store: Store) -> AsyncIterator[Crowd]:
    """A desk where orders wait a little before they speak."""
    made = Crowd(store, settings(correspondence=PACE))
    await made.desk.start()
    yield made
    await made.desk.stop()


async def ordered(crowd: Crowd) -> tuple[Table, str]:
    """A table at which it is Bull's turn and he has given an order that would speak, and its words."""
    table = await crowd.started(GAME, (BEAR, BULL), 2, pace="correspondence")
    present = await until_turn(crowd, table, BULL, BEAR)
    words = words_for(present, BULL)
    assert words is not None
    await crowd.desk.orders(table, words, BULL, crowd.stamp())
    return await crowd.desk.tables.get(table), words


async def played(crowd: Crowd, since: Table) -> list[str | None]:
    """The causes of what orders did once their pause was over."""
    crowd.clock.forward(2 * PAUSE)
    await crowd.settled()
    found = await crowd.store.read(stored_events.read, since.id, since.sequence)
    return [event.cause for event in found if (event.cause or "").startswith("order:")]


async def kept(crowd: Crowd, table: int) -> list[int]:
    """Whose orders are in the store."""
    return [order.user_id for order in await crowd.store.read(people.orders, table)]


async def test_an_order_plays_for_the_one_who_gave_it(slow: Crowd) -> None:
    present, _ = await ordered(slow)
    assert len(await played(slow, present)) == 1


@pytest.mark.parametrize("restarts", [False, True])
async def test_whoever_takes_a_seat_over_does_not_play_by_the_orders_of_the_last(slow: Crowd, restarts: bool) -> None:
    present, _ = await ordered(slow)
    await slow.desk.sub(present.id, BULL.user, NED, BULL, slow.stamp())
    assert await kept(slow, present.id) == []
    crowd = await slow.again() if restarts else slow
    assert await played(crowd, present) == []
    assert (await crowd.desk.tables.get(present.id)).crowd.to_act == present.crowd.to_act
    reply = await crowd.desk.orders(present.id, None, NED, crowd.stamp())
    assert reply.message is not None
    assert "You have no standing orders" in reply.message.text
    if restarts:
        await crowd.desk.stop()


async def test_a_seat_that_comes_back_comes_back_without_orders(slow: Crowd) -> None:
    present, words = await ordered(slow)
    await slow.desk.sub(present.id, BULL.user, NED, BULL, slow.stamp())
    await slow.desk.sub(present.id, NED.user, BULL, BEAR, slow.stamp())
    assert await played(slow, present) == []
    await slow.desk.orders(present.id, words, BULL, slow.stamp())
    assert len(await played(slow, present)) == 1


async def test_a_stand_in_ends_the_orders_too(store: Store) -> None:
    crowd = Crowd(store, settings(correspondence=replace(PACE, robot=1_000 * PAUSE)))
    await crowd.desk.start()
    table = await crowd.open(GAME, pace="correspondence")
    for who in (BULL, NED):
        await crowd.press(table, "lobby.join", who)
    await crowd.press(table, "lobby.robot+", BEAR)
    await crowd.press(table, "lobby.start", BEAR)
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    if present.crowd.to_act == (Seat(3),):  # the robot begins
        crowd.clock.forward(1_000 * PAUSE)
        await crowd.settled()
        present = await crowd.desk.tables.get(table)
    (seat,) = present.crowd.to_act
    who = (BEAR, BULL, NED)[seat]
    words = words_for(present, who)
    assert words is not None
    await crowd.desk.orders(table, words, who, crowd.stamp())
    at = crowd.clock.now
    await crowd.desk.tables.change(table, "away", at, lambda now: stand_in(now, seat, at))
    assert await kept(crowd, table) == []
    await crowd.desk.why(table, who)
    await crowd.desk.orders(table, None, who, crowd.stamp())
    assert (await crowd.desk.tables.get(table)).present(seat)
    assert await played(crowd, present) == []
    await crowd.desk.stop()


async def test_an_order_in_the_store_that_somebody_else_gave_is_silent(slow: Crowd) -> None:
    """As older releases left them there."""
    present, words = await ordered(slow)
    standing = parse_order(present.game, words).to_json()
    seat = present.seat_of(BULL.user)
    assert seat is not None
    await slow.desk.sub(present.id, BULL.user, NED, BULL, slow.stamp())
    at = slow.clock.now
    await slow.store.write(people.add_order, present.id, seat, BULL.user, present.number, standing, at)
    reply = await slow.desk.orders(present.id, None, NED, slow.stamp())
    assert reply.message is not None
    assert "You have no standing orders" in reply.message.text
    assert await played(slow, present) == []
    other = await slow.again()
    assert await played(other, present) == []
    await other.desk.stop()


async def test_an_order_that_comes_too_late_is_not_kept(slow: Crowd) -> None:
    """The seat was handed over between the look at the table and the write."""
    present, words = await ordered(slow)
    seat = present.seat_of(BULL.user)
    assert seat is not None
    await slow.desk.sub(present.id, BULL.user, NED, BULL, slow.stamp())
    with pytest.raises(Refused, match="not_seated"):
        await slow.desk.standing_orders.add(present, seat, BULL.user, words, slow.clock.now)
    assert await kept(slow, present.id) == []


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_a_seat_that_another_process_hands_over_takes_no_orders_along(store: Store) -> None:
    """The process that keeps the clock knows of the order, and has not heard of the change."""
    home = Crowd(store, settings(correspondence=PACE, share=ShardSet(frozenset({0}), 2)))
    other = Crowd(store, settings(correspondence=PACE, share=ShardSet(frozenset({1}), 2)), home.postbox, home.clock)
    other.spoken = 1_000
    await home.desk.start()
    present, _ = await ordered(home)
    await home.desk.standing_orders.load(present)
    assert home.desk.standing_orders.of(present, Seat(present.crowd.to_act[0]))
    await other.desk.sub(present.id, BULL.user, NED, BULL, other.stamp())
    await other.desk.sub(present.id, NED.user, BULL, BEAR, other.stamp())
    assert await played(home, present) == []
    for crowd in (home, other):
        await crowd.desk.stop()

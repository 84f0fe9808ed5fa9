"""Standing orders belong to a person at a seat: they are never played for anyone else who takes the seat over."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.automation.standing_orders import parse_order
from bot.store import ShardSet, Store
from bot.store.people import standing_orders
from bot.store.people.standing_orders import StoredOrder
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Table
from bot.tables.seats.handovers import stand_in
from games.core import Seat, to_json
from tests.bot.harness.players import play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, NED, NO_PAUSE_BY_POST, Room, message_of, settings
from tests.chance import SeededChance
from tests.databases import KINDS
from tests.left_out import MORE_CASES, POSTGRESQL, mark_thorough
from tests.refuses import refuses

GAME = "duo-dominoes"
PAUSE = 5_000
PACE = replace(NO_PAUSE_BY_POST, order=PAUSE)
"""A pause long enough for a seat to change hands before an order just given is played."""


@pytest.fixture(params=mark_thorough(KINDS, POSTGRESQL, but=["sqlite"]))
def kind(request: pytest.FixtureRequest) -> str:
    """Both databases."""
    return str(request.param)


@pytest_asyncio.fixture
async def slow(store: Store) -> AsyncIterator[Room]:
    """A room where orders wait for `PACE` before they are played."""
    made = Room(store, settings(correspondence=PACE))
    await made.start()
    yield made
    await made.stop()


async def give_order(room: Room) -> tuple[Table, str]:
    """Give an order for Bull that applies in Bull's present turn; return the table and the order's words."""
    table = await room.start_table(GAME, (BEAR, BULL), 2, pace="correspondence")
    present = await play_until_turn(room, table, BULL, BEAR)
    words = words_for(present, BULL)
    assert words is not None
    await room.ask(room.services.orders.give, table, BULL, words)
    return await room.get(table), words


async def play_orders(room: Room, since: Table) -> list[str | None]:
    """Let the pause of orders pass; returns the causes of the moves that orders made."""
    room.forward(2 * PAUSE)
    await room.settle()
    found = await room.read(stored_events.read, since.id, since.sequence)
    return [event.cause for event in found if (event.cause or "").startswith("order:")]


async def list_users_with_orders(room: Room, table: int) -> list[int]:
    """The users whose orders are in the store."""
    return [order.user_id for order in await room.read(standing_orders.list_orders, table)]


async def test_an_order_plays_for_the_player_who_gave_it(slow: Room) -> None:
    present, _ = await give_order(slow)
    assert len(await play_orders(slow, present)) == 1


@pytest.mark.parametrize("restarts", mark_thorough([False, True], MORE_CASES, but=[True]))
async def test_a_new_player_of_a_seat_does_not_play_by_the_last_ones_orders(slow: Room, restarts: bool) -> None:
    present, _ = await give_order(slow)
    await slow.hand_over(present.id, BULL, BULL.user, NED)
    assert await list_users_with_orders(slow, present.id) == []
    room = await slow.crash_and_restart() if restarts else slow
    assert await play_orders(room, present) == []
    assert (await room.get(present.id)).public_view.to_act == present.public_view.to_act
    reply = message_of(await room.ask(room.services.orders.show, present.id, NED))
    assert "You have no standing orders" in reply.text
    if restarts:
        await room.stop()


async def test_a_player_who_gets_their_seat_back_has_no_orders(slow: Room) -> None:
    present, words = await give_order(slow)
    await slow.hand_over(present.id, BULL, BULL.user, NED)
    await slow.hand_over(present.id, NED, NED.user, BULL)
    assert await play_orders(slow, present) == []
    await slow.ask(slow.services.orders.give, present.id, BULL, words)
    assert len(await play_orders(slow, present)) == 1


async def test_a_stand_in_ends_the_orders_too(store: Store) -> None:
    room = Room(store, settings(correspondence=replace(PACE, robot=1_000 * PAUSE)), chance=SeededChance("stand-in"))
    await room.start()
    table = await room.start_table(GAME, (BEAR, BULL, NED), 1, pace="correspondence")
    present = await room.get(table)
    if present.public_view.to_act == (Seat(3),):  # the robot begins
        room.forward(1_000 * PAUSE)
        await room.settle()
        present = await room.get(table)
    (seat,) = present.public_view.to_act
    who = (BEAR, BULL, NED)[seat]
    words = words_for(present, who)
    assert words is not None
    await room.ask(room.services.orders.give, table, who, words)
    at = room.clock.now
    await room.tables.change(table, "away", at, lambda present: stand_in(present, seat, at))
    assert await list_users_with_orders(room, table) == []
    await room.ask(room.services.explanations.explain, table, who)
    await room.press(table, "orders.give", who)  # without words this lists the orders, and it ends the stand-in
    assert (await room.get(table)).is_present(seat)
    assert await play_orders(room, present) == []
    await room.stop()


async def test_a_stored_order_of_a_former_player_plays_no_move(slow: Room) -> None:
    """Older releases kept the orders of a seat's former player."""
    present, words = await give_order(slow)
    standing = to_json(parse_order(present.game, words))
    seat = present.seat_of(BULL.user)
    assert seat is not None
    await slow.hand_over(present.id, BULL, BULL.user, NED)
    at = slow.clock.now
    await slow.write(
        standing_orders.add_order, StoredOrder(0, present.id, seat, BULL.user, present.shuffle.number, standing, at)
    )
    reply = message_of(await slow.ask(slow.services.orders.show, present.id, NED))
    assert "You have no standing orders" in reply.text
    assert await play_orders(slow, present) == []
    other = await slow.crash_and_restart()
    assert await play_orders(other, present) == []
    await other.stop()


async def test_an_order_that_comes_too_late_is_not_kept(slow: Room) -> None:
    """The seat is handed over after the table was read and before the order is written."""
    present, words = await give_order(slow)
    seat = present.seat_of(BULL.user)
    assert seat is not None
    await slow.hand_over(present.id, BULL, BULL.user, NED)
    with refuses("not_seated"):
        await slow.orders.add(present, seat, BULL.user, words, slow.clock.now)
    assert await list_users_with_orders(slow, present.id) == []


@pytest.mark.thorough(POSTGRESQL)
@pytest.mark.parametrize("kind", ["postgresql"])
async def test_a_seat_that_another_process_hands_over_takes_no_orders_along(store: Store) -> None:
    """The process that runs the clock knows of the order, but not yet of the handover."""
    home = Room(store, settings(correspondence=PACE, share=ShardSet(frozenset({0}), 2)))
    other = Room(store, settings(correspondence=PACE, share=ShardSet(frozenset({1}), 2)), home.messenger, home.clock)
    other.spoken = 1_000
    await home.start()
    present, _ = await give_order(home)
    await home.orders.load(present)
    assert home.orders.of(present, Seat(present.public_view.to_act[0]))
    await other.hand_over(present.id, BULL, BULL.user, NED)
    await other.hand_over(present.id, NED, NED.user, BULL)
    assert await play_orders(home, present) == []
    for room in (home, other):
        await room.stop()

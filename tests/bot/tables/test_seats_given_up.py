"""Seats that change players: the former player keeps no copy of the hand, and the next player sees nothing private of
the former player."""

import contextlib
from collections.abc import Awaitable

import pytest
import pytest_asyncio

from bot.store.tables import commits as stored_events
from bot.tables.aggregate.offers import offers_of
from bot.tables.history.entries import decode_entries
from bot.tables.history.events import Substituted
from games import registry
from games.core import Refused, Seat
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.offers import ADMIN, BEAR_TOO, GAME, offer, press, racks
from tests.bot.harness.players import play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, in_dm
from tests.left_out import MORE_GAMES, mark_thorough
from tests.refuses import refuses


@pytest_asyncio.fixture
async def table(room: Room) -> int:
    """Bear, the host, and Bull play with two robots; the first hand is dealt."""
    return await room.start_table(GAME, (BEAR, BULL), 2)


# Messages that are deleted.


async def test_the_former_players_rack_is_taken_back(room: Room, table: int) -> None:
    assert len(racks(room, BULL)) == 1
    await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    await room.settle()
    assert room.dm(BULL) == []
    for control in ("hand.show", "hand.sort", "hand.hide", "orders.give"):
        with refuses("not_seated"):
            await room.press(table, control, BULL, where=in_dm(BULL))


async def test_a_copy_that_arrives_late_never_shows_the_next_players_hand(room: Room, table: int) -> None:
    """Discord may take minutes to accept a copy, which is kept only then."""
    shown = await room.press(table, "hand.show", BULL)
    assert shown.again is not None
    await room.hand_over(table, BULL, BULL.user, NED)
    with refuses("not_seated"):
        await shown.again()


async def test_a_rack_is_taken_back_after_a_crash_too(room: Room, table: int) -> None:
    room.messenger.crash_after = 0
    await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    other = await room.crash_and_restart()
    await other.settle()
    assert other.dm(BULL) == []
    await other.stop()


async def test_the_next_player_sees_nothing_private_of_the_last(room: Room, table: int) -> None:
    await room.press(table, "hand.hide", BULL, where=in_dm(BULL))
    await room.settle()
    await room.hand_over(table, BULL, BULL.user, NED)
    await room.settle()
    (rack,) = room.dm(NED)
    assert rack.pictures, "the hand that Bull had hidden is shown"
    assert racks(room, BULL) == []


async def test_a_request_to_take_a_move_back_ends_with_its_player(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "auto_pass", "false")
    for who in (BULL, WALLY, ADMIN):
        await room.press(table, "lobby.join", who)
    await room.begin(table)
    await play_until_turn(room, table, BULL, BEAR, WALLY, ADMIN)
    await room.say(table, words_for(await room.get(table), BULL) or "", BULL)
    await room.press(table, "undo.ask", BULL)
    assert (await room.get(table)).takeback.asked is not None
    await room.hand_over(table, BULL, BULL.user, NED)
    assert (await room.get(table)).takeback.asked is None
    with refuses("undo_nothing"):
        await room.press(table, "undo.ask", NED)


# Every game.


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_in_every_game_a_person_gets_only_one_hand_of_a_deal(room: Room, game: str) -> None:
    """Bear leaves and tries every way to a second hand, with another account and an admin's help; Bull never agrees."""
    table = await room.start_table(game, (BEAR, BULL), 2)
    first = (await room.get(table)).shuffle.number
    made = await offer(room, table, BEAR, None, BEAR_TOO)
    await press(room, table, "yes", made, BEAR_TOO)
    await room.ask(room.seats.substitute, table, BEAR, BEAR.user, None)
    await room.settle()
    sent = [room.messenger.calls.count(("send", dm(who.user).channel)) for who in (BEAR, BEAR_TOO)]
    present = await room.get(table)
    for new in (BEAR, BEAR_TOO, NED):
        await _try(room.ask(room.seats.substitute, table, BEAR, None, new))
        await _try(room.ask(room.seats.substitute, table, ADMIN, BULL.user, new))
    for open_offer in offers_of(await room.get(table)):
        for who in (BEAR, BEAR_TOO, NED, ADMIN):
            for answer in ("agree", "yes"):
                await _try(room.press(table, f"offer.{answer}.{open_offer.number}", who))
    await room.settle()
    after = await room.get(table)
    assert (after.shuffle.number, after.hand_open) == (first, present.hand_open)
    if not after.hand_open:  # the robots have played the hand to its end
        return
    assert all(after.seat_of(who.user) is None for who in (BEAR, BEAR_TOO, NED))
    assert sent == [room.messenger.calls.count(("send", dm(who.user).channel)) for who in (BEAR, BEAR_TOO)]
    assert all(racks(room, who) == [] for who in (BEAR, BEAR_TOO, NED))


async def _try(attack: Awaitable[object]) -> None:
    with contextlib.suppress(Refused):
        await attack


# The store.


async def test_a_handover_is_one_event_and_names_no_person(room: Room, table: int) -> None:
    await room.hand_over(table, BULL, BULL.user, NED)
    found = decode_entries(await room.read(stored_events.read, table))
    (handed,) = [row.event for row in found if isinstance(row.event, Substituted)]
    assert handed == Substituted(Seat(1), False, None, "own")

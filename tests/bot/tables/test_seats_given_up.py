"""Seats that change players: the former player keeps no copy of the hand, and the next player sees nothing private of
the former player."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable

import pytest
import pytest_asyncio

from bot.messages.replay_steps import Look
from bot.ports.requests import Location
from bot.store.tables import events as stored_events
from bot.tables.aggregate.offers import offers_of
from bot.tables.history.entries import decode_entries
from bot.tables.history.events import Substituted
from games import registry
from games.core.refused import Refused
from games.core.seats import Seat
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.offers import ADMIN, BEAR_TOO, GAME, offer, play_to_next_deal, press, racks
from tests.bot.harness.players import play_until, play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room
from tests.left_out import MORE_GAMES, mark_thorough


@pytest_asyncio.fixture
async def table(room: Room) -> int:
    """Bear, the host, and Bull play with two robots; the first hand is dealt."""
    return await room.start_table(GAME, (BEAR, BULL), 2)


# Messages that are deleted.


async def test_the_former_players_rack_is_taken_back(room: Room, table: int) -> None:
    assert len(racks(room, BULL)) == 1
    await room.ask(room.services.seats.substitute, table, BULL, BULL.user, None)
    await room.settle()
    assert room.messenger.at(dm(BULL.user).channel) == []
    for control in ("hand.show", "hand.sort", "hand.hide", "orders.give"):
        with pytest.raises(Refused, match="not_seated"):
            await room.press(table, control, BULL, where=Location(0, dm(BULL.user).channel))


async def test_a_rack_is_taken_back_after_a_crash_too(room: Room, table: int) -> None:
    room.messenger.crash_after = 0
    await room.ask(room.services.seats.substitute, table, BULL, BULL.user, None)
    other = await room.crash_and_restart()
    await other.settle()
    assert other.messenger.at(dm(BULL.user).channel) == []
    await other.stop()


async def test_the_next_player_sees_nothing_private_of_the_last(room: Room, table: int) -> None:
    await room.press(table, "hand.hide", BULL, where=Location(0, dm(BULL.user).channel))
    await room.settle()
    await room.hand_over(table, BULL, BULL.user, NED)
    await room.settle()
    (rack,) = room.messenger.at(dm(NED.user).channel)
    assert rack.pictures, "the hand that Bull had hidden is shown"
    assert racks(room, BULL) == []


async def test_a_request_to_take_a_move_back_ends_with_its_player(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "auto_pass", "false")
    for who in (BULL, WALLY, ADMIN):
        await room.press(table, "lobby.join", who)
    await room.press(table, "lobby.start", BEAR)
    await room.settle()
    await play_until_turn(room, table, BULL, BEAR, WALLY, ADMIN)
    await room.say(table, words_for(await room.tables.get(table), BULL) or "", BULL)
    await room.press(table, "undo.ask", BULL)
    assert (await room.tables.get(table)).takeback.asked is not None
    await room.hand_over(table, BULL, BULL.user, NED)
    assert (await room.tables.get(table)).takeback.asked is None
    with pytest.raises(Refused, match="undo_nothing"):
        await room.press(table, "undo.ask", NED)


@pytest.mark.parametrize("seed", ["crowd 3"])
async def test_the_replay_of_a_former_players_hand_is_the_public_one(room: Room, table: int) -> None:
    await play_until(room, table, 1, BEAR, BULL)
    own = await room.ask(room.services.replays.show, table, BULL, Look(1))
    assert own.message is not None
    assert len(own.message.pictures) == 2
    await room.hand_over(table, BULL, BULL.user, NED)
    shown = await room.ask(room.services.replays.show, table, NED, Look(1))
    assert shown.message is not None
    assert [picture.alt[:5] for picture in shown.message.pictures] == ["board"]
    await play_to_next_deal(room, table, BEAR, NED)
    await play_until(room, table, 2, BEAR, NED)
    played = await room.ask(room.services.replays.show, table, NED, Look(2))
    assert played.message is not None
    assert len(played.message.pictures) == 2


# Every game.


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_in_every_game_a_person_gets_only_one_hand_of_a_deal(room: Room, game: str) -> None:
    """Bear leaves and tries every way to a second hand, with another account and an admin's help; Bull never agrees."""
    table = await room.start_table(game, (BEAR, BULL), 2)
    first = (await room.tables.get(table)).shuffle.number
    made = await offer(room, table, BEAR, None, BEAR_TOO)
    await press(room, table, "yes", made, BEAR_TOO)
    await room.ask(room.services.seats.substitute, table, BEAR, BEAR.user, None)
    await room.settle()
    sent = [room.messenger.calls.count(("send", dm(who.user).channel)) for who in (BEAR, BEAR_TOO)]
    present = await room.tables.get(table)
    for new in (BEAR, BEAR_TOO, NED):
        await _try(room.ask(room.services.seats.substitute, table, BEAR, None, new))
        await _try(room.ask(room.services.seats.substitute, table, ADMIN, BULL.user, new))
    for open_offer in offers_of(await room.tables.get(table)):
        for who in (BEAR, BEAR_TOO, NED, ADMIN):
            for answer in ("agree", "yes"):
                await _try(room.press(table, f"offer.{answer}.{open_offer.number}", who))
    await room.settle()
    after = await room.tables.get(table)
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
    found = decode_entries(await room.store.read(stored_events.read, table))
    (handed,) = [row.event for row in found if isinstance(row.event, Substituted)]
    assert handed == Substituted(Seat(1), False, None, "own")

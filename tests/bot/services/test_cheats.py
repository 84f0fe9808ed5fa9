"""Ways to cheat at a table, each of which is refused or has no effect."""

from __future__ import annotations

import pytest

from bot.ports.messenger import DeliveryError, ErrorKind, Place
from bot.ports.requests import Requester
from bot.ports.ui import Message
from bot.store.store import Store
from bot.tables.aggregate.limits import Limits
from bot.wording import ENGLISH, Words
from games.core.refused import Refused
from games.core.seats import Seat
from tests.bot.harness.players import play_until_turn, start_and_move_once, words_for
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"
PEOPLE = (BEAR, BULL, WALLY, NED)


async def _ask_for_take_back(room: Room) -> tuple[int, Requester]:
    """Start a table and ask for a take-back; returns the table's number and the next player."""
    table, mover, following = await start_and_move_once(room)
    await room.press(table, "undo.ask", mover)
    return table, following


async def test_a_move_cannot_be_taken_back_after_a_robot_answered_it(room: Room) -> None:
    """Robots agree to every take-back, but the move with which a robot answers tells something about its hand."""
    table = await room.start_table(GAME, (BEAR,), 3)
    before = await play_until_turn(room, table, BEAR)
    await room.say(table, words_for(before, BEAR) or "", BEAR)
    await room.settle()
    assert (await room.tables.get(table)).visibility.last_public.keys() > {Seat(0)}
    with pytest.raises(Refused, match="undo_revealed"):
        await room.press(table, "undo.ask", BEAR)


@pytest.mark.parametrize("started", [False, True])
async def test_every_button_of_a_lobby_says_that_its_table_is_closed(room: Room, started: bool) -> None:
    """Otherwise the buttons would say that a table which closed before its start has begun."""
    table = await (room.start_table(GAME, (BEAR, BULL), 2) if started else room.open(GAME))
    await room.close(table)
    for what in ("join", "leave", "leave.0", "swap", "robot+", "robot-", "start", "call"):
        for who in (BEAR, NED):
            with pytest.raises(Refused, match="TABLE/closed"):
                await room.press(table, f"lobby.{what}", who)


async def test_nothing_is_decided_at_a_closed_table(room: Room) -> None:
    """An old message, or one that is about to be edited, still has its buttons."""
    table, late = await _ask_for_take_back(room)
    seat = (await room.tables.get(table)).seat_of(late.user)
    for _ in range(5):
        room.clock.forward(60_000)
        await room.tick()
        if (await room.tables.get(table)).absences.nudged.get(Seat(seat or 0), 0) >= 3:
            break
    await room.close(table)
    await room.settle()
    closed = await room.tables.get(table)
    for who in PEOPLE:
        for what in ("undo.yes", "undo.no", f"vote.{seat}"):
            with pytest.raises(Refused, match="closed"):
                await room.press(table, what, who)
    assert await room.tables.get(table) == closed


async def test_no_salt_is_taken_at_a_closed_table(room: Room) -> None:
    table = await take_played_table(room, GAME, (BEAR, BULL), 2)
    await room.close(table)
    closed = await room.tables.get(table)
    with pytest.raises(Refused, match="closed"):
        await room.ask(room.services.fairness.salt, table, BULL, "late")
    assert await room.tables.get(table) == closed


def _count_opened_threads(room: Room) -> int:
    return sum(what == "thread" for what, _ in room.messenger.calls)


async def test_a_refused_table_leaves_no_thread(store: Store) -> None:
    room = Room(store, settings(limits=Limits(person_lobbies=2)))
    await room.start()
    with pytest.raises(Refused, match="preset"):
        await room.open(GAME, preset="none of ours", thread=True)
    for _ in range(2):
        await room.open(GAME, thread=True)
    for _ in range(3):
        with pytest.raises(Refused, match="person_lobbies"):
            await room.open(GAME, thread=True)
    assert _count_opened_threads(room) == 2


@pytest.mark.parametrize(
    ("kind", "words"),
    mark_thorough(
        [("full", "active threads"), ("wrong", "of this kind"), ("forbidden", "permission")],
        MORE_CASES,
        but=[("full", "active threads")],
    ),
)
async def test_a_thread_that_cannot_be_opened_names_the_real_reason(room: Room, kind: str, words: str) -> None:
    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "thread":
            raise DeliveryError(ErrorKind(kind))

    room.messenger.fail = fail
    with pytest.raises(Refused) as refused:
        await room.open(GAME, thread=True)
    assert words in Words(ENGLISH).word_refusal(refused.value)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    reply = await room.press(table, "hand.thread.open", BULL)
    assert reply.message is not None
    assert words in reply.message.text


async def test_a_player_gets_only_one_private_thread(room: Room) -> None:
    lobby = await room.open(GAME, thread=True)
    with pytest.raises(Refused, match="not_started"):
        await room.press(lobby, "hand.thread.open", BEAR)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    begun = _count_opened_threads(room)
    for _ in range(3):
        reply = await room.press(table, "hand.thread.open", BULL)
        assert reply.message is not None
        assert reply.message.text == "Your hand is in the thread now."
    assert _count_opened_threads(room) == begun + 1
    await room.close(table)
    with pytest.raises(Refused, match="closed"):
        await room.press(table, "hand.thread.open", BEAR)
    assert _count_opened_threads(room) == begun + 1


async def test_a_robot_plays_for_somebody_who_leaves_the_server_again(room: Room) -> None:
    """Otherwise leaving, coming back to look at the hand and leaving again would stop the table."""
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    for _ in range(2):
        await room.parts.places.stand_in_for_leaver(table, BULL.user)
        assert not (await room.tables.get(table)).is_present(Seat(1))
        await room.press(table, "hand.show", BULL)
        assert (await room.tables.get(table)).is_present(Seat(1))

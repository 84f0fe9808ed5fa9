"""Take-backs while something else happens: a public move stops them, and a secret move must not show in them."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from msgspec.structs import replace

from bot.ports import Location
from bot.services.seats import SeatService
from bot.store import Store
from bot.tables.aggregate import Change
from bot.tables.history import events
from bot.tables.play import takebacks
from games.core import Seat
from tests.bot.harness.players import start_and_move_once, words_for
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, in_dm, message_of
from tests.refuses import refuses

GAME = "duo-dominoes"
PEOPLE = (BEAR, BULL, WALLY, NED)


def make_interrupted_seats(room: Room, between: Callable[[], Awaitable[object]]) -> SeatService:
    """A seat service that calls `between` in the middle of each request for a take-back."""
    store = cast(Store, Interrupted(room.store, between))
    return replace(room.seats, store=store)


class Interrupted:
    """A store that calls `between` right after the last move was read."""

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


async def test_a_request_is_refused_when_everybody_saw_the_table_move_on(room: Room) -> None:
    table, mover, following = await start_and_move_once(room)

    async def make_move() -> None:
        await room.say(table, words_for(await room.get(table), following) or "", following)

    service = make_interrupted_seats(room, make_move)
    with refuses() as refused:
        await room.ask(service.ask_to_take_back, table, mover)
    assert refused.value.key == "TABLE/undo_moved"
    assert (await room.get(table)).takeback.asked is None


async def test_an_unseen_event_neither_stops_a_request_nor_shows_in_it(room: Room) -> None:
    table, mover, following = await start_and_move_once(room)
    before = await room.get(table)

    async def remind() -> None:
        seat = before.seat_of(following.user)
        assert seat is not None
        await room.tables.change(table, "nudge", room.clock.now, lambda _: _make_reminder(seat))

    service = make_interrupted_seats(room, remind)
    await room.ask(service.ask_to_take_back, table, mover)
    present = await room.get(table)
    assert present.sequence == before.sequence + 2
    assert present.takeback.asked is not None


async def test_a_button_answers_the_question_that_it_stood_under(room: Room) -> None:
    table, mover, following = await start_and_move_once(room)
    others = [who for who in PEOPLE if who is not mover]
    await room.ask(room.seats.ask_to_take_back, table, mover)
    first = await _find_answer_buttons(room, table)
    await room.press(table, first["no"], following)
    room.forward(room.settings.waits.undo_wait)
    await room.ask(room.seats.ask_to_take_back, table, mover)
    second = await _find_answer_buttons(room, table)
    for old in first.values():
        with refuses() as refused:
            await room.press(table, old, others[-1])
        assert refused.value.key == "TABLE/undo_old"
    for who in others:
        await room.press(table, second["yes"], who)
    assert (await room.get(table)).takeback.asked is None


async def test_a_button_of_an_older_release_answers_the_open_question(room: Room) -> None:
    table, mover, following = await start_and_move_once(room)
    await room.ask(room.seats.ask_to_take_back, table, mover)
    await room.press(table, "undo.no", following)
    assert (await room.get(table)).takeback.asked is None


async def _find_answer_buttons(room: Room, table: int) -> dict[str, str]:
    """The custom ids of the board's answer buttons, by answer."""
    await room.settle()
    found = [control.name for row in room.at(CHANNEL)[-1].rows for control in row]
    return {what.split(".")[1]: what for what in found if what.startswith("undo.")}


async def test_the_board_names_the_requester_and_drops_the_move_taken_back(room: Room) -> None:
    table, mover, following = await start_and_move_once(room)
    words = words_for(await room.get(table), following) or ""
    await room.say(table, words, following)
    await room.settle()
    line = f"{following.name} {'passes' if words == 'knock' else 'lays'}"
    assert line in room.at(CHANNEL)[-1].text
    await room.ask(room.seats.ask_to_take_back, table, following)
    await room.settle()
    assert f"{following.name} asks to take the last move back." in room.at(CHANNEL)[-1].text
    for who in PEOPLE:
        if who is not following:
            await room.ask(room.seats.answer_take_back, table, who, True)
    await room.settle()
    board = room.at(CHANNEL)[-1].text
    assert line not in board
    assert "asks to take" not in board
    assert f"{mover.name} starts" in board


def _make_reminder(seat: Seat) -> Change:
    return Change((events.Nudged(seat, 1),))


async def test_in_a_private_message_the_table_is_the_one_that_everybody_saw_move_last(room: Room) -> None:
    """Otherwise the choice would tell somebody who plays at two tables that a secret move was made at one of them."""
    first, _, following = await start_and_move_once(room)
    room.forward(1_000)
    reply = message_of(await room.lobby.open(room.request(BEAR, Location(1, 200)), GAME, thread=True))
    second = reply.table
    here = in_dm(BEAR)
    assert await room.table_at(here, BEAR) == second
    room.forward(1_000)
    seat = (await room.get(first)).seat_of(following.user)
    assert seat is not None
    await room.tables.change(first, "nudge", room.clock.now, lambda _: _make_reminder(seat))
    assert await room.table_at(here, BEAR) == second
    await room.say(first, words_for(await room.get(first), following) or "", following)
    assert await room.table_at(here, BEAR) == first

"""Cheats that were tried at a table: what each hoped for, and what they get."""

from __future__ import annotations


import pytest

from bot.ports.requests import Requester
from bot.tables.table import Table
from games.core.refused import Refused
from games.core.seats import Seat
from tests.bot.harness.players import play_until, words_for
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room

GAME = "duo-dominoes"
PEOPLE = (BEAR, BULL, WALLY, NED)


def _to_act(table: Table) -> Requester:
    return PEOPLE[table.public_view.to_act[0]]


async def _with_a_question(room: Room) -> tuple[int, Requester, Requester]:
    """A table where a move may be taken back: its number, whoever moved and asks, and whoever is next."""
    table = await room.started(GAME, PEOPLE, 0)
    mover = _to_act(await room.tables.get(table))
    await room.say(table, words_for(await room.tables.get(table), mover) or "", mover)
    await room.press(table, "undo.ask", mover)
    return table, mover, _to_act(await room.tables.get(table))


async def test_nobody_looks_at_a_robots_answer_and_moves_again(room: Room) -> None:
    """The robots agree to everything, and what they lay or pass tells of their hands."""
    table = await room.started(GAME, (BEAR,), 3)
    for _ in range(20):
        before = await room.tables.get(table)
        if Seat(0) in before.public_view.to_act:
            break
        await room.settled()
    await room.say(table, words_for(before, BEAR) or "", BEAR)
    await room.settled()
    assert (await room.tables.get(table)).visibility.last_public.keys() > {Seat(0)}
    with pytest.raises(Refused, match="undo_revealed"):
        await room.press(table, "undo.ask", BEAR)


async def test_nothing_is_decided_at_a_closed_table(room: Room) -> None:
    """Buttons of an old message, or of one that is about to be edited."""
    table, mover, late = await _with_a_question(room)
    seat = (await room.tables.get(table)).seat_of(late.user)
    for _ in range(5):
        room.clock.forward(60_000)
        await room.tick()
        if (await room.tables.get(table)).absences.nudged.get(Seat(seat or 0), 0) >= 3:
            break
    await room.press(table, "table.close", BEAR)
    await room.settled()
    closed = await room.tables.get(table)
    for who in PEOPLE:
        for what in ("undo.yes", "undo.no", f"vote.{seat}"):
            with pytest.raises(Refused, match="closed"):
                await room.press(table, what, who)
    assert await room.tables.get(table) == closed


async def test_no_salt_is_taken_at_a_closed_table(room: Room) -> None:
    table = await room.started(GAME, (BEAR, BULL), 2)
    await play_until(room, table, 1, BEAR, BULL)
    await room.press(table, "table.close", BEAR)
    closed = await room.tables.get(table)
    with pytest.raises(Refused, match="closed"):
        await room.ask(room.services.fairness.salt, table, BULL, "late")
    assert await room.tables.get(table) == closed

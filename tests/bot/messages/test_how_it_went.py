"""Below a replay: *How it went* tells the turning points of a finished hand, from what everybody saw."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from bot.automation.thinkers import Thinkers
from bot.messages.how_it_went import MOST_LOOKS, Outlook, how_it_went
from bot.messages.replay import frame
from bot.ports.markup import without_pieces
from games.core.refused import Refused
from games.core.seats import Seat
from games.core.view import View
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, Room

GAME = "duo-dominoes"


async def over(room: Room, game: str = GAME) -> int:
    """A table whose first hand is over; its secret has not opened."""
    table = await room.started(game)
    await play_until(room, table, 1, BEAR)
    return table


async def test_the_turning_points_are_steps_of_the_replay(room: Room) -> None:
    table = await over(room)
    present = await room.tables.get(table)
    shown = await frame(room.store, room.pictures, room.chance, present, 1, 3, Seat(0))
    assert "replay.1.3.went" in [control.what for row in shown.rows for control in row]
    reply = await room.press(table, "replay.1.3.went", BEAR)
    assert reply.message is not None and not reply.message.rows
    first, explained, began, *turns, ended = reply.message.text.split("\n")
    assert first == "**How hand 1 went**, from what everybody saw"
    assert "many times over" in explained
    for line in (began, ended):
        assert sum(map(int, re.findall(r" in (\d+)", line))) == 100, line
        assert "Bear + Baker in " in line
    assert turns
    for told, shares in zip(turns[::2], turns[1::2], strict=True):
        number = int(told.partition("Step ")[2].partition(":")[0])
        replayed = await frame(room.store, room.pictures, room.chance, present, 1, number, Seat(0))
        assert told.partition(":** ")[2] in without_pieces(replayed.text)
        before, after = map(int, re.findall(r"(\d+) → (\d+) of 100", shares)[0])
        assert abs(before - after) >= 15


async def test_only_what_everybody_saw_is_thought_about_and_the_luck_is_no_secret(room: Room) -> None:
    table = await over(room)
    asked: list[tuple[Sequence[View], tuple[str, ...]]] = []

    async def even(name: str, views: Sequence[View], salts: tuple[str, ...]) -> list[Outlook]:
        asked.append((views, salts))
        return [(0.5,) * 4 for _ in views]

    present = await room.tables.get(table)
    told = [await how_it_went(room.store, room.chance, even, present, 1, seat) for seat in (None, Seat(0))]
    assert all("No single step changed that much." in text for text in told)
    for views, salts in asked:
        assert 10 < len(views) <= MOST_LOOKS
        assert {view.seat for view in views} == {None}
        assert salts == (str(table), "1")


async def test_a_hand_that_takes_too_long_or_had_no_play_is_told_in_a_sentence(room: Room) -> None:
    table = await over(room)
    present = await room.tables.get(table)

    async def late(name: str, views: Sequence[View], salts: tuple[str, ...]) -> None:
        return None

    async def empty(name: str, views: Sequence[View], salts: tuple[str, ...]) -> list[Outlook]:
        return [() for _ in views]

    assert "Ask again" in await how_it_went(room.store, room.chance, late, present, 1, None)
    assert "Nothing was played in hand 1" in await how_it_went(room.store, room.chance, empty, present, 1, None)
    with pytest.raises(Refused, match="no_replay"):
        await how_it_went(room.store, room.chance, empty, present, 2, None)


async def test_a_process_looks_back_as_we_would() -> None:
    asked = (GAME, (), ("7", "1"))
    pool = Thinkers(1)
    try:
        assert await pool.outlooks(*asked) == await Thinkers(0).outlooks(*asked) == []
    finally:
        pool.close()

"""Windows in which a person can make no call: practice does not ask them, and every other table does (PB-47)."""

from __future__ import annotations

from bot.store.tables import events as stored_events
from bot.tables.history.entries import entries
from games.core.seats import Seat
from games.pussers.events import Called
from games.pussers.view import Phase
from tests.bot.harness.players import step, words_for
from tests.bot.harness.room import BEAR, Room
from tests.bot.services.test_practice import opened

BEARS = Seat(0)
STEPS = 30


async def calls(room: Room, table: int) -> tuple[int, int]:
    """Play on. Returns how often a window waited for Bear while *Pass* was all they could say, and how often Bear let a
    bone go without a press."""
    asked = 0
    for _ in range(STEPS):
        present = await room.tables.get(table)
        view = present.view(BEARS)
        waits = view.phase == Phase.CALLING and BEARS in view.to_act and BEARS not in present.waiting.moved
        asked += waits and [choice.verb for choice in present.game.choices(view)] == ["pass"]
        if words_for(present, BEAR) is None or not await step(room, table, BEAR):
            room.clock.forward(1_000)
            await room.settled()
    found = entries(await room.store.read(stored_events.read, table))
    passes = [entry for entry in found if isinstance(entry.event, Called) and entry.event.seat == BEARS]
    return asked, sum((entry.cause or "").startswith("order:") for entry in passes)


async def test_practice_does_not_ask_where_there_is_nothing_to_call(room: Room) -> None:
    asked, let_go = await calls(room, (await opened(room, "pussers-bones", "deckhand")).id)
    assert (asked, let_go > 3) == (0, True)


async def test_a_table_that_others_can_see_asks_in_every_window(room: Room) -> None:
    """Its pauses would tell whoever watches that Bear could not call."""
    table = await room.started("pussers-bones", preset="alone")
    asked, let_go = await calls(room, table)
    assert (asked > 3, let_go) == (True, 0)

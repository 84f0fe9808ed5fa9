"""Forged controls: somebody who does not sit at the table presses each one, with strange arguments and values."""

import pytest

from bot.ports.requests import Location
from bot.store.tables import commits as stored_events
from bot.tables.aggregate.table import Table
from games.core.moves import Ambiguous, Unreadable
from games.core.refused import Refused
from tests.bot.harness.controls import FACT, make_example
from tests.bot.harness.room import ACTS, BEAR, BULL, GUILD, NED, WALLY, Room, in_dm
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"
NUMBERS = ("0", "1", "3", "7", "99999999999999999999", "-1", "1e3", "०", "", "1 ", "0x1")
VALUES = ((), ("",), ("1",), ("9" * 300,), ("\x00\u202e",), ("a", "b", "c"), ("none",), ("R1 R1",))
ALLOWED = frozenset({"table.queued", "table.unqueued", "table.seat_offered", "table.offer_ended"})
"""Events that anybody in the channel may cause at a table under way, by joining, or by changing their mind."""


def list_forged_controls(room: Room, table: Table) -> list[str]:
    """The names of all controls, each once with its usual facts, and those with facts once with each of `NUMBERS`."""
    found = [
        name
        for pattern in ACTS.by_pattern
        for name in (make_example(pattern), *(FACT.sub(number, pattern.text) for number in NUMBERS if pattern.kinds))
    ]
    found += [
        f"replay.{number}.{two}.{last}" for number in NUMBERS for two in NUMBERS[:4] for last in ("open", "share", "x")
    ]
    found += [f"{verb.name}.{number}" for verb in table.game.VERBS for number in NUMBERS]
    found += ["", ".", "..", "lobby", "lobby.", "hand", "vote", "tally.confirm.1", "tally.", "night.in.1.0", "night.x"]
    found += ["practice.close", "practice.new.x.y", "learn.step.x.9", "guide.open.x", "orders", "salt", "lobby.house"]
    return found


async def list_kinds(room: Room, table: int) -> list[str]:
    return [row.kind for row in await room.read(stored_events.read, table)]


@pytest.mark.parametrize("status", mark_thorough(["live", "closed", "practice"], MORE_CASES, but=["live"]))
async def test_a_stranger_changes_nothing_by_any_control(room: Room, status: str) -> None:
    if status == "practice":
        await room.practice.begin(room.request(WALLY, in_dm(WALLY)), GAME)
        await room.settle()
        table = await room.table_at(in_dm(WALLY), WALLY)
        assert table is not None
    else:
        table = await room.start_table(GAME, (BEAR, BULL), 2)
        if status == "closed":
            await room.close(table)
    await room.settle()
    present, before = await room.get(table), await list_kinds(room, table)
    where = Location(GUILD, present.place) if status == "practice" else None
    for number, control in enumerate(list_forged_controls(room, present)):
        try:
            await room.press(table, control, NED, *VALUES[number % len(VALUES)], where=where)
        except (Refused, Unreadable, Ambiguous):
            continue
    after = await list_kinds(room, table)
    assert after[: len(before)] == before
    added = set(after[len(before) :])
    assert added <= ALLOWED, added
    assert (await room.get(table)).seats == present.seats

"""The robots of a table: how well each plays, what it thinks, and, once the hand is over, why it did what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store import events as stored_events
from bot.store.engine import Connection
from bot.store.tables import Secret, StoredSeat
from bot.tables.table import Entry, Table, effective
from games.core.robots import Level, Thought, luck
from games.core.seats import Seat
from games.core.secret import unnoticed

CAUSE = "robot"
"""What the cause of a robot's move begins with."""


def level_of(one: StoredSeat) -> Level:
    """How well the robot of a seat plays. Stand-ins play well, and so do robots that were seated without a level."""
    return Level.DECKHAND if one.robot == Level.DECKHAND else Level.OLD_HAND


def thought(table: Table, state: Any, seat: Seat, secret: Secret, seen: int) -> Thought | None:
    """What the robot of a seat makes of a state; `seen` as `Table.told` counts it."""
    chance = luck(bytes.fromhex(secret.secret), seen, seat)
    return table.game.robot(table.game.view(state, seat), chance, level_of(table.occupant(seat)))


def reason(
    connection: Connection, table: Table, secret: Secret, found: Sequence[Entry], entry: Entry
) -> tuple[Seat, Thought] | None:
    """The robot whose move began with this event of a finished hand, and its thought, thought again from what it saw
    then; `found` are all events of the table. None for what no robot did, or where another move comes of it."""
    cause = entry.cause or ""
    first = next(one for one in found if one.cause == entry.cause)
    if first.sequence != entry.sequence or not cause.startswith(f"{CAUSE}:"):
        return None
    known = stored_events.known(connection, table.id, cause)
    if known is None or known.outcome is None:
        return None
    before = [one for one in found if one.sequence < entry.sequence]
    state = table.game.fold([one.event for one in effective(before)])
    seat = Seat(known.outcome["seat"])
    again = thought(table, state, seat, secret, sum(not unnoticed(one.event) for one in before))
    return (seat, again) if again is not None and table.game.write(again.move) == known.outcome["move"] else None

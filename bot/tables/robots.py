"""The robots of a table: their levels, their thoughts, and, once the hand is over, the reasons of their moves."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import events as stored_events
from bot.store.engine import Connection
from bot.store.tables import Secret, StoredSeat
from bot.tables.chance import ChanceSource
from bot.tables.entries import Entry, effective, is_of_game, is_public
from bot.tables.table import Table
from games.core.robots import Level, Thought, luck
from games.core.seats import Seat

CAUSE = "robot"
"""The beginning of the cause of a robot's move."""


def level_of(taken: StoredSeat) -> Level:
    """The level of a seat's robot. Stand-ins play well, and so do robots that were seated without a level."""
    return Level.DECKHAND if taken.robot == Level.DECKHAND else Level.OLD_HAND


def think(table: Table, seat: Seat, chance: ChanceSource) -> Thought | None:
    """The thought of a seat's robot on the table as it stands; None to stay silent."""
    return _think(table, table.state, seat, table.shuffle.committed, table.visibility.public_events, chance)


def advise(table: Table, seat: Seat) -> Thought | None:
    """The thought of an old hand in this seat, from what the seat sees alone: its luck knows no secret."""
    chance = luck(b"", table.visibility.public_events, seat)
    return table.game.robot(table.view(seat), chance, Level.OLD_HAND)


def _think(
    table: Table, state: object, seat: Seat, secret: Secret, public_events: int, chance: ChanceSource
) -> Thought | None:
    luck = chance.robot(secret, public_events, seat)
    return table.game.robot(table.game.view(state, seat), luck, level_of(table.occupant(seat)))


def moved(entry: Entry) -> bool:
    """True if a robot's move brought this event about."""
    return (entry.cause or "").startswith(f"{CAUSE}:")


def find_reason(
    connection: Connection, table: Table, secret: Secret, found: Sequence[Entry], entry: Entry, chance: ChanceSource
) -> tuple[Seat, Thought] | None:
    """The robot whose move began with this event of a finished hand, and its thought.

    The robot thinks again from what it saw then; `found` are all events of the table. None for events that no robot's
    move began with, and where the robot would move otherwise now.
    """
    cause = entry.cause or ""
    first = next(other for other in found if other.cause == entry.cause and is_of_game(other.event))
    if first.sequence != entry.sequence or not moved(entry):
        return None
    known = stored_events.known(connection, table.id, cause)
    if known is None or known.outcome is None:
        return None
    before = [earlier for earlier in found if earlier.sequence < entry.sequence]
    state = table.game.fold([earlier.event for earlier in effective(before)])
    seat = Seat(known.outcome["seat"])
    again = _think(table, state, seat, secret, sum(is_public(earlier) for earlier in before), chance)
    return (seat, again) if again is not None and table.game.write(again.move) == known.outcome["move"] else None

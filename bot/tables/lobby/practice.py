"""Practice tables: one person plays with robots in a DM. Nothing counts there, and there is no time limit.

A practice table belongs to no server, and its channel is its player's DM (see `StoredTable.practice`). A person has at
most one, since only one table can be open in a channel.
"""

from __future__ import annotations

from typing import Any, Final

from bot.ports.requests import Requester
from bot.store.database.engine import Connection
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import Pace, StoredSeat, StoredTable
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.table import Table
from bot.tables.fairness import sealing
from bot.tables.history import events
from bot.tables.lobby import house_rules
from bot.tables.lobby.opening import Draft
from bot.tables.lobby.seating import robot_names
from games.core.first_hand import FirstHand
from games.core.game import AnyGame
from games.core.options import Value
from games.core.robots import Level
from games.core.seats import Seat

PRESET: Final = "unhurried"
"""The preset for practice tables, in games that have it."""
PLAYER: Final = Seat(0)
"""The seat of the person at a practice table."""
MOST_AT_TABLE: Final = 4
"""The most players at a practice table."""


def draft(game: AnyGame, channel: int, who: Requester, at: int, first: FirstHand[Any, Any] | None = None) -> Draft:
    """Draft a practice table in a DM channel: for the prepared hand `first`, or for hands that are shuffled."""
    options = _options(game) | ({} if first is None else dict(first.house))
    house = {sealing.SECRETS.name: sealing.HAND}
    return Draft(game, 0, channel, who, at, options=options, house=house, language=who.language)


def _options(game: AnyGame) -> dict[str, Value]:
    """The options of a practice table: the rules for newcomers, without a clock."""
    newcomers = house_rules.find_newcomers(game)
    preset = PRESET if any(known.name == PRESET for known in game.PRESETS) else ""
    return house_rules.options_of(game, Pace.LIVE, {} if newcomers is None else newcomers.values, preset)


def open_table(table: Table, who: Requester, level: Level | None, at: int) -> Change | None:
    """Seat the person and robots of this level, and set the start to now; None if that was done already.

    Without a level, the table plays the prepared hand of its game, by its robots.
    """
    if table.sequence:
        return None
    prepared = table.game.FIRST_HAND if level is None else None
    fewest, most = table.game.SEATS
    players = max(fewest, min(most, MOST_AT_TABLE)) if prepared is None else prepared.players
    names = robot_names((who.name,))
    seats = (
        StoredSeat(PLAYER, who.name, at, user_id=who.user),
        *(StoredSeat(number, next(names), at, robot=str(level or Level.DECKHAND)) for number in range(1, players)),
    )
    seated = tuple(events.Seated(Seat(seat.seat), seat.user_id is None) for seat in seats)
    opened = (events.Opened(), *seated, events.StartSet(at))
    if prepared is not None:
        return Change((*opened, events.Prepared(1)), seats=seats)
    return Change(opened, seats=seats, next_shuffle=1)


def of_person(connection: Connection, user: int) -> StoredTable | None:
    """The open practice table of a person, or None."""
    return next((row for row in stored_tables.of_person(connection, user) if row.practice), None)

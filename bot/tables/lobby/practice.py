"""Practice tables: one person plays with robots in a DM. Nothing counts there, and there is no time limit.

A practice table belongs to no server, and its channel is its player's DM (see `StoredTable.alone`). A person has at
most one, since only one table can be open in a channel.
"""

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
from bot.tables.lobby.opening import Draft, list_opening_events
from bot.tables.lobby.seating import list_robot_names
from games.core.first_hand import FirstHand
from games.core.game import AnyGame
from games.core.options import Value
from games.core.robots import Level
from games.core.seats import Seat

PRESET: Final = "unhurried"
"""The preset for practice tables, in games that have it."""
PLAYER: Final = Seat(0)
"""The seat of the person at a table in their DM."""
MOST_AT_TABLE: Final = 4
"""The most players at a table in a DM."""


def draft(
    game: AnyGame, channel: int, requester: Requester, at: int, first: FirstHand[Any, Any] | None = None
) -> Draft:
    """Draft a practice table in a DM channel: for the prepared hand `first`, or for hands that are shuffled."""
    options = find_options_alone(game) | ({} if first is None else dict(first.house))
    house = {sealing.SECRETS.name: sealing.HAND}
    return Draft(game, 0, channel, requester, at, options=options, house=house, language=requester.language)


def find_options_alone(game: AnyGame) -> dict[str, Value]:
    """The options of a table in a DM: the rules for newcomers, without a clock."""
    newcomers = house_rules.find_newcomers_preset(game)
    preset = PRESET if any(known.name == PRESET for known in game.PRESETS) else ""
    return house_rules.options_of(game, Pace.LIVE, {} if newcomers is None else newcomers.values, preset)


def open_table(table: Table, requester: Requester, level: Level | None, at: int) -> Change | None:
    """Seat the person and robots of this level, and set the start to now; None if that was done already.

    Without a level, the table plays the prepared hand of its game, in which the robots follow a script.
    """
    if table.sequence:
        return None
    prepared = table.game.FIRST_HAND if level is None else None
    players = count_players(table.game) if prepared is None else prepared.players
    seats = seat_alone(requester, players, level or Level.DECKHAND, at)
    opened = (*list_opening_events(seats), events.StartSet(at))
    if prepared is not None:
        return Change((*opened, events.Prepared(1)), seats=seats)
    return Change(opened, seats=seats, next_shuffle=1)


def count_players(game: AnyGame) -> int:
    """The number of players at a table in a DM: `MOST_AT_TABLE`, or the nearest number that the game allows."""
    fewest, most = game.SEATS
    return max(fewest, min(most, MOST_AT_TABLE))


def seat_alone(requester: Requester, players: int, level: Level, at: int) -> tuple[StoredSeat, ...]:
    """The seats of a table in a DM: the person, and robots of one level."""
    names = list_robot_names((requester.name,))
    robots = (StoredSeat(number, next(names), at, robot=str(level)) for number in range(1, players))
    return StoredSeat(PLAYER, requester.name, at, user_id=requester.user), *robots


def find_of_person(connection: Connection, user: int) -> StoredTable | None:
    """The open practice table of a person, or None."""
    return next((row for row in stored_tables.list_of_person(connection, user) if row.practice), None)

"""A check that every table of a database can be folded, even if the database is damaged or forged."""

from __future__ import annotations

from bot.store.books import reports
from bot.store.database.engine import Connection
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import StoredTable
from bot.tables.aggregate.table import Table
from bot.tables.history.entries import read_entries
from games import registry
from games.core.events import UnknownEvent
from games.core.game import AnyGame
from games.core.seats import Seat


def first_unreadable(connection: Connection) -> int | None:
    """Find the first table whose row or log cannot be folded; None if there is none.

    Tables that only a newer release can read are skipped.
    """
    return next((table for table in reports.tables_of(connection) if not _is_readable(connection, table)), None)


def _is_readable(connection: Connection, number: int) -> bool:
    try:
        row = stored_tables.load(connection, number)
        game = _game_of(row)
        if game is not None:
            _fold(connection, row, game)
    except UnknownEvent:
        return True
    except Exception:  # a forged log may fail in any way
        return False
    return True


def _game_of(row: StoredTable) -> AnyGame | None:
    """The game of a table; None if this release does not know the game or this version of its rules."""
    game = registry.game(row.game) if row.game in registry.NAMES else None
    return game if game is not None and row.rules_version <= game.RULES_VERSION else None


def _fold(connection: Connection, row: StoredTable, game: AnyGame) -> None:
    """Fold a table and make the view of each seat. A forged log may raise any exception."""
    seats = tuple(stored_tables.seats_of(connection, row.id))
    found = read_entries(connection, row.id)
    table = Table(row, game, seats).refold(found)
    if table.sequence != row.sequence:
        raise ValueError(f"the log ends with event {table.sequence}, and the row says {row.sequence}")
    for seat in range(len(seats) if table.playing else 0):
        table.view(Seat(seat))

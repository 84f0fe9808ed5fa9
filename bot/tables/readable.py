"""A check that finds the tables that cannot be folded, in a database that may be damaged or forged."""

from bot.store import Connection, StoredTable
from bot.store.books import reports
from bot.store.tables import commits as stored_events, rows as stored_tables
from bot.tables.aggregate import Table
from bot.tables.history.entries import decode_entries, read_entries
from games import registry
from games.core import AnyGame, Seat, UnknownEvent


def list_unreadable(connection: Connection) -> dict[int, str]:
    """Find the tables whose row or events cannot be read. Map the number of each to its damaged part.

    Tables that only a newer release can read are skipped.
    """
    found = ((table, find_damage(connection, table)) for table in reports.list_tables(connection))
    return {table: part for table, part in found if part is not None}


def find_damage(connection: Connection, number: int) -> str | None:
    """The part of a table that is damaged: "its row", "event 7", "its events"; None if the table can be read."""
    try:
        row = stored_tables.load(connection, number)
        game = registry.game(row.game) if row.game in registry.NAMES else None
        newer = game is None or row.rules_version > game.RULES_VERSION
    except Exception:  # a damaged row may fail in any way
        return "its row"
    if game is None or newer:
        return None
    try:
        _fold(connection, row, game)
    except UnknownEvent:
        return None
    except Exception:  # a damaged log may fail in any way too
        return _find_damaged_event(connection, row)
    return None


def _find_damaged_event(connection: Connection, row: StoredTable) -> str:
    """The first event of a damaged log that cannot be read by itself; "its events" if each can."""
    for sequence in range(1, row.sequence + 1):
        try:
            if len(decode_entries(stored_events.read(connection, row.id, sequence - 1, sequence))) != 1:
                return f"event {sequence}"
        except Exception:
            return f"event {sequence}"
    return "its events"


def _fold(connection: Connection, row: StoredTable, game: AnyGame) -> None:
    """Fold a table and make the view of each seat. A forged log may raise any exception."""
    seats = tuple(stored_tables.seats_of(connection, row.id))
    if [taken.seat for taken in seats] != list(range(len(seats))):
        raise ValueError("a seat is missing")
    found = read_entries(connection, row.id)
    table = Table(row, game, seats).refold(found)
    if table.sequence != row.sequence:
        raise ValueError(f"the log ends with event {table.sequence}, and the row says {row.sequence}")
    for seat in range(len(seats) if table.playing else 0):
        table.view(Seat(seat))

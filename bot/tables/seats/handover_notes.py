"""Notes in a table's row of seats that change hands while a result is open, since it counts for their former players.

A result is open during a hand, and in a game of several hands until that game is won.
"""

from dataclasses import replace

from bot.store.tables.settings import Handover, StoredSettings
from bot.tables.aggregate.table import Table
from games.core.seats import Seat


def is_result_open(table: Table) -> bool:
    """True during a hand, and between the hands of a game that is not won yet."""
    return table.hand_open or (table.playing is not None and table.playing.view.game_open)


def note_handover(table: Table, seat: Seat) -> StoredSettings:
    """A table's settings with a note that this seat is handed over, if a result is open."""
    settings, user = table.row.settings, table.occupant(seat).user_id
    if not is_result_open(table):
        return settings
    note = find_handover(table, seat, table.shuffle.number)
    if note is None:
        note = Handover(table.shuffle.number, user, lasts=True)
    elif user is not None:
        note = note._replace(last=user)
    return replace(settings, handed={**settings.handed, seat: note})


def begin_result(table: Table) -> Table:
    """The table before a deal, without the notes of a result that is not open any more."""
    settings = table.row.settings
    if is_result_open(table) or not settings.handed:
        return table
    return replace(table, row=replace(table.row, settings=replace(settings, handed={})))


def find_handover(table: Table, seat: Seat, hand: int) -> Handover | None:
    """The note on a seat that was handed over since the result of this hand was opened; None if it was not."""
    noted = table.row.settings.handed.get(seat)
    return noted if noted is not None and (noted.lasts or noted.hand == hand) else None


def list_former(table: Table) -> frozenset[int]:
    """The users who gave up a seat, and for whom the result that is open may count. An erased user has the negative id
    of their row in the books."""
    if not is_result_open(table):
        return frozenset()
    hand = table.shuffle.number
    notes = (find_handover(table, seat, hand) for seat in table.row.settings.handed)
    named = (user for note in notes if note is not None for user in (note.user, note.last))
    return frozenset(user for user in named if user)


def counts_for(table: Table, user: int) -> bool:
    """True if the result that is open may count for a user who gave up a seat."""
    return user in list_former(table)

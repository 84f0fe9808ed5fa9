"""Notes in a table's row of handovers in the middle of a hand, since the hand may count for the former player."""

from __future__ import annotations

from dataclasses import replace

from bot.store.tables.settings import Handover, StoredSettings
from bot.tables.aggregate.table import Table
from games.core.seats import Seat


def note_handover(table: Table, seat: Seat) -> StoredSettings:
    """A table's settings with a note that this seat is handed over in the middle of a hand, if one is under way."""
    settings, hand = table.row.settings, table.shuffle.number
    if not table.hand_open or find_handover(table, seat, hand) is not None:
        return settings
    note = Handover(hand, table.occupant(seat).user_id)
    return replace(settings, handed={**settings.handed, seat: note})


def find_handover(table: Table, seat: Seat, hand: int) -> Handover | None:
    """The first handover of a seat in the middle of this hand; None if there was none."""
    noted = table.row.settings.handed.get(seat)
    return noted if noted is not None and noted.hand == hand else None


def counts_for(table: Table, user: int) -> bool:
    """True if a user gave up a seat in the middle of the hand under way, so that the hand may count for them."""
    return Handover(table.shuffle.number, user) in table.row.settings.handed.values()

"""Notes in a table's row of handovers in the middle of a hand, since the hand may count for the former player."""

from __future__ import annotations

from typing import Any

from bot.tables.aggregate.table import Table
from games.core.seats import Seat

HANDED = "handed"
"""The table setting that lists the seats that were handed over in the middle of a hand."""


def note_handover(table: Table, seat: Seat) -> dict[str, Any]:
    """A table's settings with a note that this seat is handed over in the middle of a hand, if one is under way."""
    before = table.row.settings
    if not table.hand_open or before.get(HANDED, {}).get(str(seat), {}).get("hand") == table.shuffle.number:
        return dict(before)
    note = {"hand": table.shuffle.number, "user": table.occupant(seat).user_id}
    return {**before, HANDED: {**before.get(HANDED, {}), str(seat): note}}


def counts_for(table: Table, user: int) -> bool:
    """True if a user gave up a seat in the middle of the hand under way, so that the hand may count for them."""
    notes = table.row.settings.get(HANDED, {}).values()
    return any(note["hand"] == table.shuffle.number and note["user"] == user for note in notes)

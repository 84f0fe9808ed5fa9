"""Numbered alerts, so that a player is alerted only once each time the table waits for them."""

from __future__ import annotations

from bot.people.turn_notices import USUAL, is_silent, tells_each_turn
from bot.tables.aggregate.table import Table
from bot.tables.timing.deadlines import waits_for
from games.core.seats import Seat

_ALERTS_OF_A_TURN = 10
"""The number of alerts that a turn may have: one for the turn itself, the others for its reminders."""


def alert_number(table: Table, seat: Seat) -> int:
    """The number of a seat's present alert. It grows with each turn, and with each reminder within a turn."""
    return table.waiting.since_event * _ALERTS_OF_A_TURN + table.absences.nudged.get(seat, 0)


def ping_due(table: Table, seat: Seat, pinged: int, has_order: bool, taste: str = USUAL) -> int | None:
    """Return the number of the alert that is due as a ping, or None. `pinged` is the last alert that pinged the player.

    By default, reminders ping a player; in a game by correspondence the beginning of their turn does too, unless a
    standing order may play it.
    """
    if not table.present(seat) or seat not in waits_for(table) or is_silent(taste, table.row.pace):
        return None
    begins = tells_each_turn(taste, table.row.pace) and not has_order
    if not table.absences.nudged.get(seat) and not begins:
        return None
    number = alert_number(table, seat)
    return number if number > pinged else None

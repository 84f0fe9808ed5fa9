"""Alerts: each time a player is to be told that the table waits for them, once."""

from __future__ import annotations

from bot.tables.deadlines import waits_for
from bot.tables.table import Table
from games.core.seats import Seat

_ALERTS_OF_A_TURN = 10
"""Room for the reminders of one turn in the numbers of alerts."""


def alert_number(table: Table, seat: Seat) -> int:
    """The number of a seat's present alert: it grows with each turn, and within a turn with each reminder."""
    return table.waiting.since_event * _ALERTS_OF_A_TURN + table.absences.nudged.get(seat, 0)


def ping_due(table: Table, seat: Seat, pinged: int, has_order: bool) -> int | None:
    """The number of the alert for which to ping a player now, None if there is none after alert `pinged`.

    A player is pinged when it is their turn by correspondence, and at every pace when they are reminded; not for
    a turn that their standing orders may play.
    """
    if not table.present(seat) or seat not in waits_for(table):
        return None
    turn_by_correspondence = table.row.pace == "correspondence" and not has_order
    if not table.absences.nudged.get(seat) and not turn_by_correspondence:
        return None
    number = alert_number(table, seat)
    return number if number > pinged else None

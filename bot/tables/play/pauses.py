"""Pauses: all clocks of a table stand still until somebody resumes the game."""

from __future__ import annotations

from bot.ports.requests import Requester
from bot.store.tables.rows import Status
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.permissions import must_run
from bot.tables.aggregate.table import Table
from bot.tables.history import events
from games.core.refused import Refused


def pause(table: Table, who: Requester) -> Change:
    """Stop all clocks of a table. Anyone at the table, the host and admins may do this."""
    must_run(table, who)
    if table.status == Status.PAUSED:
        raise Refused("TABLE", "paused_already")
    if table.status != Status.LIVE:
        raise Refused("TABLE", "not_live")
    return Change((events.Paused(table.seat_of(who.user)),), status=Status.PAUSED)


def resume(table: Table, who: Requester, at: int) -> Change:
    """Let the clocks of a paused table go on."""
    must_run(table, who)
    if table.status != Status.PAUSED:
        raise Refused("TABLE", "not_paused")
    stood = max(0, at - (table.clock.paused_at or at))
    return Change((events.Resumed(stood),), status=Status.LIVE)

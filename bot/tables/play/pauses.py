"""Pauses of a game: all clocks stand still until somebody resumes it."""

from __future__ import annotations

from bot.ports.requests import Requester
from bot.store.tables.rows import Status
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.permissions import must_run
from bot.tables.aggregate.table import Table
from bot.tables.history import events
from games.core.refused import Refused


def pause(table: Table, who: Requester) -> Change:
    """Stop all clocks. Allowed to anyone at the table."""
    must_run(table, who)
    if table.status == Status.PAUSED:
        raise Refused("TABLE", "paused_already")
    if table.status != Status.LIVE:
        raise Refused("TABLE", "not_live")
    return Change((events.Paused(),), status=Status.PAUSED)


def resume(table: Table, who: Requester, at: int) -> Change:
    """Let the clocks go on from where they stood."""
    must_run(table, who)
    if table.status != Status.PAUSED:
        raise Refused("TABLE", "not_paused")
    stood = max(0, at - (table.clock.paused_at or at))
    return Change((events.Resumed(stood),), status=Status.LIVE)

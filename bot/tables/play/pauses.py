"""Pauses: all clocks of a table stand still until somebody resumes the game, or until the bot is back in its server."""

from typing import Final

from bot.ports.requests import Requester
from bot.store.tables.rows import Status
from bot.tables.aggregate import offers
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.pacing import HOUR
from bot.tables.aggregate.permissions import must_run
from bot.tables.aggregate.table import Table
from bot.tables.history import events
from games.core.refused import Refused

KEPT_FOR: Final = 7 * 24 * HOUR
"""Milliseconds for which a table is kept after the bot was removed from its server."""


def pause(table: Table, requester: Requester) -> Change:
    """Stop all clocks of a table. Anyone at the table, the host and admins may do this."""
    must_run(table, requester)
    if table.status == Status.PAUSED:
        raise Refused("TABLE", "lost" if table.lost else "paused_already")
    if table.status != Status.LIVE:
        raise Refused("TABLE", "not_live")
    return Change((events.Paused(table.seat_of(requester.user)),), status=Status.PAUSED)


def resume(table: Table, requester: Requester, at: int) -> Change:
    """Let the clocks of a paused table go on."""
    must_run(table, requester)
    if table.status != Status.PAUSED:
        raise Refused("TABLE", "not_paused")
    if table.lost:
        raise Refused("TABLE", "lost")
    stood = max(0, at - (table.clock.paused_at or at))
    return Change((events.Resumed(stood),), status=Status.LIVE)


def must_not_be_paused(table: Table) -> None:
    """Raise Refused while all clocks of a table stand still."""
    if table.status == Status.PAUSED:
        raise Refused("TABLE", "lost" if table.lost else "paused")


def lose_server(table: Table, at: int) -> Change | None:
    """Stop all clocks of a table from whose server the bot was removed; None if that is done already, or the
    table is closed."""
    if table.lost or table.status == Status.CLOSED:
        return None
    playing = table.status == Status.LIVE
    return Change((events.ServerLost(at + KEPT_FOR, playing),), status=Status.PAUSED if playing else None)


def regain_server(table: Table, at: int) -> Change | None:
    """Let a table go on as it stood when the bot was removed from its server; None if it has not lost its
    server."""
    if not table.lost or table.loss.since is None:
        return None
    away, resumed = max(0, at - table.loss.since), table.loss.paused
    found = events.ServerFound(away if resumed else 0, resumed)
    passed = table.start.at is not None and table.start.at <= at
    unset = (events.StartSet(None),) if passed else ()  # nobody could come meanwhile, so no game may begin by surprise
    return Change(
        (found, *unset), status=Status.LIVE if resumed else None, settings=offers.with_offers_put_off(table, away)
    )

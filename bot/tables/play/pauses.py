"""Pauses: all clocks of a table stand still until somebody resumes the game, or until the bot is back in its server."""

from typing import Final

from bot.ports import Request
from bot.ports.times import WEEK
from bot.store import Status, key_values
from bot.tables.aggregate import Change, Proposal, RowWriter, Table, must_run, offers
from bot.tables.history import events
from games.core import Refused

KEPT_FOR: Final = WEEK
"""Milliseconds for which a table is kept after the bot was removed from its server."""


def pause(table: Table, request: Request) -> Change:
    """Stop all clocks of a table. Anyone at the table, the host and admins may do this."""
    must_run(table, request.requester)
    if table.is_paused:
        raise Refused("TABLE", "lost" if table.lost else "paused_already")
    if not table.is_live:
        raise Refused("TABLE", "not_live")
    return Change((events.Paused(table.seat_of(request.user)),), status=Status.PAUSED)


def resume(table: Table, request: Request) -> Change:
    """Let the clocks of a paused table go on."""
    must_run(table, request.requester)
    if not table.is_paused:
        raise Refused("TABLE", "not_paused")
    if table.lost:
        raise Refused("TABLE", "lost")
    stood = max(0, request.at - (table.clock.paused_at or request.at))
    return Change((events.Resumed(stood),), status=Status.LIVE)


def plan_loss(proposal: Proposal) -> RowWriter | None:
    """The writer that notes that a table waits for its server, or waits no more; None if that stays."""
    lost, key = proposal.after.lost, key_values.make_lost_table_key(proposal.after.id)
    if lost == proposal.before.lost:
        return None
    if not lost:
        return lambda connection: key_values.drop(connection, key)
    return lambda connection: key_values.put(connection, key, proposal.at, proposal.at)


def must_not_be_paused(table: Table) -> None:
    """Raise Refused while all clocks of a table stand still."""
    if table.is_paused:
        raise Refused("TABLE", "lost" if table.lost else "paused")


def lose_server(table: Table, at: int) -> Change | None:
    """Stop all clocks of a table from whose server the bot was removed; None if that is done already, or the
    table is closed."""
    if table.lost or table.is_closed:
        return None
    playing = table.is_live
    return Change((events.ServerLost(at + KEPT_FOR, playing),), status=Status.PAUSED if playing else None)


def regain_server(table: Table, at: int) -> Change | None:
    """Let a table go on as it stood when the bot was removed from its server; None if it has not lost its
    server."""
    lost_at = table.clock.lost_at
    if not table.lost or lost_at is None:
        return None
    away, resumed = max(0, at - lost_at), table.clock.loss_paused
    found = events.ServerFound(away if resumed else 0, resumed)
    passed = table.start.at is not None and table.start.at <= at
    unset = (events.StartSet(None),) if passed else ()  # nobody could come meanwhile, so no game may begin by surprise
    return Change(
        (found, *unset), status=Status.LIVE if resumed else None, settings=offers.with_offers_put_off(table, away)
    )

"""Permissions: the checks that a person may run a table, or may decide what only its host decides."""

from bot.ports.requests import Requester
from bot.tables.aggregate.table import Table
from games.core.refused import Refused


def must_run(table: Table, who: Requester) -> None:
    """Raise Refused unless the requester sits here, opened the table, or manages its channel or the server."""
    if not may_run(table, who):
        raise Refused("TABLE", "not_seated")


def may_run(table: Table, who: Requester) -> bool:
    """True if the requester sits here, opened the table, or manages its channel or the server."""
    return table.seat_of(who.user) is not None or may_host(table, who)


def must_host(table: Table, who: Requester) -> None:
    """Raise Refused unless the requester opened the table, or manages its channel or the server."""
    if not may_host(table, who):
        raise Refused("TABLE", "not_host")


def may_host(table: Table, who: Requester) -> bool:
    """True if the requester opened the table, or manages its channel or the server.

    Whoever was removed by the others' vote runs the table no more.
    """
    opened = table.row.host == who.user and who.user not in table.row.settings.removed
    return opened or who.admin or who.moderator

"""The people who may act at a table: those who sit there, and outsiders such as its host or an admin.

Events name no person, so an outsider's event carries a number. The table's row maps the number to the person's id, and
the log looks up the id there. Erasing a person's data removes the id from the row, and the log then names nobody.
"""

from dataclasses import replace
from typing import Final

from bot.ports.requests import Requester
from bot.store.tables.rows import Status
from bot.store.tables.settings import StoredSettings
from bot.tables.aggregate.table import Table
from games.core.refused import Refused
from games.core.seats import Seat

MOST_OUTSIDERS: Final = 10
"""The most outsiders that a row holds. Older ones are dropped, since the log has shown their names by then."""


def must_sit(table: Table, user: int) -> Seat:
    """The seat of a user. Raises Refused("TABLE", "not_seated")."""
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    return seat


def must_not_be_closed(table: Table) -> None:
    """Raise Refused("TABLE", "closed") if the table is closed."""
    if table.status == Status.CLOSED:
        raise Refused("TABLE", "closed")


def must_run(table: Table, requester: Requester) -> None:
    """Raise Refused unless the requester sits here, opened the table, or manages its channel or the server."""
    if not may_run(table, requester):
        raise Refused("TABLE", "not_seated")


def may_run(table: Table, requester: Requester) -> bool:
    """True if the requester sits here, opened the table, or manages its channel or the server."""
    return table.seat_of(requester.user) is not None or may_host(table, requester)


def must_host(table: Table, requester: Requester) -> None:
    """Raise Refused unless the requester opened the table, or manages its channel or the server."""
    if not may_host(table, requester):
        raise Refused("TABLE", "not_host")


def may_host(table: Table, requester: Requester) -> bool:
    """True if the requester opened the table, or manages its channel or the server.

    A host who was removed by the others' vote has no say any more.
    """
    opened = table.row.host == requester.user and requester.user not in table.row.settings.removed
    return opened or requester.admin or requester.moderator


def with_outsider(table: Table, settings: StoredSettings, user: int) -> tuple[int, StoredSettings]:
    """A new number for an outsider, and the settings that map it to the user. The number follows from public facts."""
    number = 1 + max([table.visibility.public_events, *settings.outsiders])
    latest = list({**settings.outsiders, number: user}.items())[-MOST_OUTSIDERS:]
    return number, replace(settings, outsiders=dict(latest))


def outsiders_of(table: Table) -> dict[int, str]:
    """The Discord mentions of a table's outsiders, by number."""
    return {number: f"<@{user}>" for number, user in table.row.settings.outsiders.items() if user}

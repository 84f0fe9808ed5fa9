"""Outsiders: people who did something at a table without a seat there, such as its host or an admin.

Events name no person, so an outsider's event carries a number. The table's row maps the number to the person's id, and
the log looks up the id there. Erasing a person's data removes the id from the row, and the log then names nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.tables.aggregate.table import Table

OUTSIDERS: Final = "outsiders"
"""The table setting that holds the ids of outsiders by number."""
MOST: Final = 10
"""The most outsiders that a row holds. The log has named the older ones by then."""


def with_outsider(table: Table, settings: Mapping[str, Any], user: int) -> tuple[int, dict[str, Any]]:
    """A new number for an outsider, and the settings that map it to the user. Only public facts decide the number."""
    known: dict[str, int] = settings.get(OUTSIDERS, {})
    number = 1 + max([table.visibility.public_events, *map(int, known)])
    latest = list({**known, str(number): user}.items())[-MOST:]
    return number, {**settings, OUTSIDERS: dict(latest)}


def outsiders_of(table: Table) -> dict[int, str]:
    """The Discord mentions of a table's outsiders, by number."""
    known: dict[str, int] = table.row.settings.get(OUTSIDERS, {})
    return {int(number): f"<@{user}>" for number, user in known.items() if user}

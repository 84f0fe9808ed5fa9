"""People who did something at a table without a seat there, such as its host or an admin.

Events name no person. Such an event carries a number, under which the table's row has the person's id; the log goes by
it. Whoever erases their data is scrubbed from the row, and the log then names nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.tables.aggregate.table import Table

OUTSIDERS: Final = "outsiders"
"""The setting of a table that holds the ids of outsiders by number."""
MOST: Final = 10
"""Outsiders that are remembered; the log says the older ones once and never again."""


def with_outsider(table: Table, settings: Mapping[str, Any], user: int) -> tuple[int, dict[str, Any]]:
    """A new number for an outsider, and the settings that name them. Numbers follow from public events alone."""
    known: dict[str, int] = settings.get(OUTSIDERS, {})
    number = 1 + max([table.visibility.public_events, *map(int, known)])
    latest = list({**known, str(number): user}.items())[-MOST:]
    return number, {**settings, OUTSIDERS: dict(latest)}


def outsiders_of(table: Table) -> dict[int, str]:
    """The mentions of a table's outsiders by number."""
    known: dict[str, int] = table.row.settings.get(OUTSIDERS, {})
    return {int(number): f"<@{user}>" for number, user in known.items() if user}

"""Outsiders: people who did something at a table without a seat there, such as its host or an admin.

Events name no person, so an outsider's event carries a number. The table's row maps the number to the person's id, and
the log looks up the id there. Erasing a person's data removes the id from the row, and the log then names nobody.
"""

from dataclasses import replace
from typing import Final

from bot.store.tables.settings import StoredSettings
from bot.tables.aggregate.table import Table

MOST: Final = 10
"""The most outsiders that a row holds. The log has named the older ones by then."""


def with_outsider(table: Table, settings: StoredSettings, user: int) -> tuple[int, StoredSettings]:
    """A new number for an outsider, and the settings that map it to the user. Only public facts decide the number."""
    number = 1 + max([table.visibility.public_events, *settings.outsiders])
    latest = list({**settings.outsiders, number: user}.items())[-MOST:]
    return number, replace(settings, outsiders=dict(latest))


def outsiders_of(table: Table) -> dict[int, str]:
    """The Discord mentions of a table's outsiders, by number."""
    return {number: f"<@{user}>" for number, user in table.row.settings.outsiders.items() if user}

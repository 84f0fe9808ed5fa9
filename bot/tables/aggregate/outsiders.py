"""People without a seat whose acts appear in a table's log, such as an offer of a seat."""

from dataclasses import replace
from typing import Final

from bot.store import StoredSettings
from bot.tables.aggregate.table import Table

MOST_OUTSIDERS: Final = 10
"""The most outsiders that a row holds. Older ones are dropped, since the log has shown their names by then."""


def with_outsider(table: Table, settings: StoredSettings, user: int) -> tuple[int, StoredSettings]:
    """A new number for an outsider, and the settings that map it to the user. The number follows from public facts."""
    number = 1 + max([table.visibility.public_events, *settings.outsiders])
    latest = list({**settings.outsiders, number: user}.items())[-MOST_OUTSIDERS:]
    return number, replace(settings, outsiders=dict(latest))


def outsiders_of(table: Table) -> dict[int, str]:
    """The Discord mentions of a table's outsiders, by number."""
    return {number: f"<@{user}>" for number, user in table.settings.outsiders.items() if user}

"""Views and states with the members of their own game. The bot's types promise only what every game has."""

from typing import Any

from bot.tables.table import Table
from games.core.seats import Seat


def own_view(table: Table, seat: Seat | None = None) -> Any:
    """The view of a seat, or (None) of the crowd."""
    return table.view(seat)


def own_state(table: Table) -> Any:
    """The state, with all its secrets."""
    return table.state

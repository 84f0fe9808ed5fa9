"""Views and states typed as `Any`, so that tests can read members that only one game has."""

from dataclasses import replace
from typing import Any

from bot.tables.aggregate import Table
from games.core import Seat


def own_view(table: Table, seat: Seat | None = None) -> Any:
    """The view of a seat; the crowd's for None."""
    return table.view(seat)


def own_state(table: Table) -> Any:
    """The game's state, hidden pieces included."""
    return table.state


def changed(view: Any, **changes: Any) -> Any:
    """A copy of a view, or of a part of one, with some fields changed. Takes dataclasses and named tuples."""
    named: Any = view
    return named._replace(**changes) if isinstance(view, tuple) else replace(view, **changes)

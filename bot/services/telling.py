"""The port through which services report changes that are not table events."""

from collections.abc import Awaitable, Callable

from bot.store.database.notifications import Notice

Tell = Callable[[Notice], Awaitable[None]]
"""Notifies the process that serves a table, or a user's tables, of a change that is not a table event."""

"""The port through which services send notices, which are news that is not an event of a table."""

from collections.abc import Awaitable, Callable

from bot.store.database.notifications import Notice

Tell = Callable[[Notice], Awaitable[None]]
"""Sends a notice to the process that serves the table, or to those that serve the user's tables."""

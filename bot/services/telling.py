"""The notice port of services: how they tell of changes that are no events."""

from collections.abc import Awaitable, Callable

from bot.store.notifications import Notice

Tell = Callable[[Notice], Awaitable[None]]
"""Have the process that serves a table, or a user's tables, hear of a change that is no event."""

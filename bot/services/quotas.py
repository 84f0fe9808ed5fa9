"""Rate limits per minute, for a person and for a server, timed by Discord's timestamps."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Flag, auto
from typing import Final

from bot.ports.requests import Request
from bot.tables.aggregate.limits import Limits
from games.core.refused import Refused

MINUTE: Final = 60_000


class Cost(Flag):
    """The things that an act uses up, besides one request of its person. `Limits` has a limit for each but HEAVY."""

    PRESS = 0
    """Nothing more. A move costs this."""
    CHANGE = auto()
    """It changes a table without a move, so it could be repeated endlessly."""
    PICTURE = auto()
    """Its answer may have a picture, or takes as much work as a picture."""
    OPENING = auto()
    """It opens a table."""
    UPLOAD = auto()
    """It reads a paper record."""
    ANNOUNCEMENT = auto()
    """It is announced to everybody."""
    HEAVY = auto()
    """It may take seconds of work, so each person has one at a time; see `HeavySlots`."""


@dataclass(slots=True)
class Quotas:
    """Counts the requests of the present minute. The counts start again at 0 with each minute."""

    limits: Limits
    _minute: int = 0
    _taken: Counter[tuple[str, int]] = field(default_factory=Counter)
    """The number of requests, by kind and person."""
    _announced: Counter[int] = field(default_factory=Counter)
    """The announcements by server."""

    def take(self, request: Request, cost: Cost) -> None:
        """Count a request and its cost. Raises Refused("QUOTA", ...) if it exceeds a limit.

        A request that exceeds the person's limit does not count for their server.
        """
        minute = request.at // MINUTE
        if minute > self._minute:
            self._minute = minute
            self._taken.clear()
            self._announced.clear()
        limits = self.limits
        for part, kind, most in (
            (Cost.PRESS, "requests", limits.requests),  # a part of every cost
            (Cost.PICTURE, "pictures", limits.pictures),
            (Cost.OPENING, "openings", limits.openings),
            (Cost.CHANGE, "changes", limits.changes),
            (Cost.UPLOAD, "uploads", limits.uploads),
            (Cost.ANNOUNCEMENT, "own_announcements", limits.own_announcements),
        ):
            if part in cost:
                self._taken[kind, request.user] += 1
                if self._taken[kind, request.user] > most:
                    raise Refused("QUOTA", kind, most=most)
        if Cost.ANNOUNCEMENT in cost:
            server, most = request.location.guild or request.user, self.limits.announcements
            self._announced[server] += 1
            if self._announced[server] > most:
                raise Refused("QUOTA", "announcements", most=most)


@dataclass(frozen=True, slots=True)
class HeavySlots:
    """Lets each person have one heavy answer at a time. Their next one waits; other people's do not."""

    _slots: dict[int, asyncio.Lock] = field(default_factory=dict)
    _waiting: Counter[int] = field(default_factory=Counter)
    """By person, the number of heavy answers that are being made or wait."""

    @asynccontextmanager
    async def take(self, user: int) -> AsyncIterator[None]:
        """Wait for the person's slot, and keep it in the `async with` block."""
        self._waiting[user] += 1
        try:
            async with self._slots.setdefault(user, asyncio.Lock()):
                yield
        finally:
            self._waiting[user] -= 1
            if not self._waiting[user]:
                del self._waiting[user], self._slots[user]

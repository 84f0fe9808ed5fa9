"""Hands in answers that only their player sees, taken back when the player gives up the seat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final, NamedTuple

from bot.edge.repeating import Repeater

LASTS: Final = 14 * 60.0
"""Seconds for which an answer can be deleted; Discord takes the token of an interaction for fifteen minutes."""
MOST: Final = 20
"""The largest number of copies that are kept of one player's hand at a table."""

Delete = Callable[[], Awaitable[None]]
"""Deletes an answer."""


class _Copy(NamedTuple):
    """An answer that shows a hand, and the time (monotonic seconds) until which it can be deleted."""

    user: int
    until: float
    delete: Delete


class PrivateCopies:
    """The answers of the last minutes that show a hand, by table."""

    def __init__(self, repeater: Repeater) -> None:
        self._repeater = repeater
        self._now = repeater.now
        self._kept: dict[int, list[_Copy]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, table: int, user: int, delete: Delete) -> None:
        """Remember an answer that shows a user's hand."""
        for known in list(self._kept):
            self._keep_only(known, [one for one in self._kept[known] if one.until > self._now()])
        others = [one for one in self._kept.get(table, ()) if one.user != user]
        own = [one for one in self._kept.get(table, ()) if one.user == user]
        self._keep_only(table, [*others, *own[1 - MOST :], _Copy(user, self._now() + LASTS, delete)])

    def take_back(self, table: int, seated: Collection[int]) -> None:
        """Delete the answers of everyone who does not sit at the table any more."""
        kept = self._kept.get(table)
        if kept is None or all(one.user in seated for one in kept):
            return
        self._keep_only(table, [one for one in kept if one.user in seated])
        for one in kept:
            if one.user not in seated and one.until > self._now():
                task = asyncio.create_task(self._delete(one), name="take-back")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until everything that is to be deleted is."""
        await asyncio.gather(*self._tasks)

    async def _delete(self, copy: _Copy) -> None:
        await self._repeater.deliver("the end of a private copy", copy.delete, copy.until - self._now())

    def _keep_only(self, table: int, kept: list[_Copy]) -> None:
        if kept:
            self._kept[table] = kept
        else:
            self._kept.pop(table, None)

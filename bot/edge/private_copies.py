"""Private answers that are deleted again: each when the next of its kind comes, a hand also when its player hides it
or gives up the seat, and words when their reader's next move has been made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final, NamedTuple

from bot.edge.repeating import Repeater

LASTS: Final = 14 * 60.0
"""Seconds for which an answer can be deleted; Discord takes the token of an interaction for fifteen minutes."""

Delete = Callable[[], Awaitable[None]]
"""Deletes an answer."""


class Answer(NamedTuple):
    """A private answer: the id of its message, and its deletion."""

    message: int
    delete: Delete


class _Kept(NamedTuple):
    """An answer, and the time (monotonic seconds) until which it can be deleted."""

    answer: Answer
    until: float


class PrivateCopies:
    """The last answers to each user: their hand at each table, and the last words in each channel."""

    def __init__(self, repeater: Repeater) -> None:
        self._repeater = repeater
        self._now = repeater.now
        self._hands: dict[tuple[int, int], _Kept] = {}
        """By table and user."""
        self._words: dict[tuple[int, int], _Kept] = {}
        """By channel and user."""
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, table: int, user: int, answer: Answer) -> None:
        """Remember the answer that shows a user's hand, and delete the one before it."""
        self._replace(self._hands, (table, user), answer)

    def said(self, channel: int, user: int, answer: Answer) -> None:
        """Remember an answer of mere words, and delete the one before it."""
        self._replace(self._words, (channel, user), answer)

    def move_on(self, channel: int, user: int) -> None:
        """Delete a user's last answer of mere words: it was about the moment before their move."""
        if (channel, user) in self._words:
            self._delete_soon(self._words.pop((channel, user)))

    def take_back(self, table: int, seated: Collection[int]) -> None:
        """Delete the hands of everyone who does not sit at the table any more."""
        for key in [key for key in self._hands if key[0] == table and key[1] not in seated]:
            self._delete_soon(self._hands.pop(key))

    def hide(self, table: int, user: int) -> None:
        """Delete a user's hand at a table: they have hidden it somewhere else."""
        if (table, user) in self._hands:
            self._delete_soon(self._hands.pop((table, user)))

    async def settled(self) -> None:
        """Wait until all deletions are done."""
        await asyncio.gather(*self._tasks)

    def _replace(self, kept: dict[tuple[int, int], _Kept], key: tuple[int, int], answer: Answer) -> None:
        for known in [known for known, answered in kept.items() if answered.until <= self._now()]:
            del kept[known]
        last = kept.pop(key, None)
        kept[key] = _Kept(answer, self._now() + LASTS)
        if last is not None and last.answer.message != answer.message:
            self._delete_soon(last)

    def _delete_soon(self, kept: _Kept) -> None:
        if kept.until > self._now():
            task = asyncio.create_task(self._delete(kept), name="take-back")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _delete(self, kept: _Kept) -> None:
        await self._repeater.deliver("the end of a private copy", kept.answer.delete, kept.until - self._now())

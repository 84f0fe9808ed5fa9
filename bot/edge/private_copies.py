"""Private answers, deleted or changed once they are out of date.

The next answer of the same kind (hand, words or panel) replaces the last. A hand is also deleted when its player hides
the hand or gives up the seat; words are also deleted when their reader has made their next move. Once the table has
moved on, a hand loses the controls of its moves.

An answer can be changed only with the token of its interaction, which lives for fifteen minutes and is kept in memory
alone. After a restart old answers stay as they are, and a press on one of them is refused as too late.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Final, NamedTuple

from bot.edge.repeating import Repeater

LASTS: Final = 14 * 60.0
"""Seconds for which an answer can be changed; Discord takes the token of an interaction for fifteen minutes."""

Act = Callable[[], Awaitable[object]]
"""Deletes an answer, or changes it."""


class Answer(NamedTuple):
    """A private answer: the id of its message, and what can be done to it."""

    message: int
    delete: Act
    strip: Act | None = None
    """Removes the controls of moves; None for an answer that has none."""
    moment: int = 0
    """The sequence of the table for which its controls were made."""


class _Kept(NamedTuple):
    """An answer, and the time (monotonic seconds) until which it can be changed."""

    answer: Answer
    until: float


class PrivateCopies:
    """The last answers to each user: the hand at each table; the words (text only) and the panel in each channel."""

    def __init__(self, repeater: Repeater) -> None:
        self._repeater = repeater
        self._now = repeater.now
        self._hands: dict[tuple[int, int], _Kept] = {}
        """By table and user."""
        self._words: dict[tuple[int, int], _Kept] = {}
        """By channel and user."""
        self._panels: dict[tuple[int, int], _Kept] = {}
        """By channel and user."""
        self._moments: dict[int, int] = {}
        """By table with a hand here, the sequence from which controls are valid, as far as it is known."""
        self._pressed: dict[int, int] = {}
        """By message, the number of presses on it that are being answered."""
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, table: int, user: int, answer: Answer) -> None:
        """Remember the answer that shows a user's hand, and delete the one before it."""
        self._replace(self._hands, (table, user), answer)
        shown = {known for known, _ in self._hands}
        self._moments = {known: moment for known, moment in self._moments.items() if known in shown}
        self._strip_late(table)

    def keep_words(self, channel: int, user: int, answer: Answer) -> None:
        """Remember an answer of mere words, and delete the one before it."""
        self._replace(self._words, (channel, user), answer)

    def keep_panel(self, channel: int, user: int, answer: Answer) -> None:
        """Remember an answer with controls or pictures that is no hand, and delete the one before it."""
        self._replace(self._panels, (channel, user), answer)

    def move_on(self, table: int, moment: int) -> None:
        """Note that controls made before the sequence `moment` are invalid, and remove them from the table's hands."""
        if any(known == table for known, _ in self._hands):
            self._moments[table] = moment
            self._strip_late(table)

    @contextlib.contextmanager
    def hold(self, message: int) -> Iterator[None]:
        """Strip no controls of an answer while a press on it is being answered: the reply may replace them."""
        self._pressed[message] = self._pressed.get(message, 0) + 1
        try:
            yield
        finally:
            self._pressed[message] -= 1
            if not self._pressed[message]:
                del self._pressed[message]
            for table in {table for (table, _), kept in self._hands.items() if kept.answer.message == message}:
                self._strip_late(table)

    def drop_words(self, channel: int, user: int) -> None:
        """Delete a user's last answer of mere words: their move has made it out of date."""
        if (channel, user) in self._words:
            self._delete_soon(self._words.pop((channel, user)))

    def take_back(self, table: int, seated: Collection[int]) -> None:
        """Delete the hands of everyone who does not sit at the table any more."""
        for key in [key for key in self._hands if key[0] == table and key[1] not in seated]:
            self._delete_soon(self._hands.pop(key))

    def hide(self, table: int, user: int) -> None:
        """Delete a user's hand at a table, since they have hidden it."""
        if (table, user) in self._hands:
            self._delete_soon(self._hands.pop((table, user)))

    async def wait_until_settled(self) -> None:
        """Wait until all deletions and changes are done."""
        await asyncio.gather(*self._tasks)

    def _replace(self, kept: dict[tuple[int, int], _Kept], key: tuple[int, int], answer: Answer) -> None:
        for known in [known for known, answered in kept.items() if answered.until <= self._now()]:
            del kept[known]
        last = kept.pop(key, None)
        kept[key] = _Kept(answer, self._now() + LASTS)
        if last is not None and last.answer.message != answer.message:
            self._delete_soon(last)

    def _strip_late(self, table: int) -> None:
        """Strip a table's hands of controls that are no longer valid, unless a press on the hand is being answered."""
        present = self._moments.get(table, 0)
        for key, kept in [entry for entry in self._hands.items() if entry[0][0] == table]:
            answer = kept.answer
            if answer.strip is not None and answer.moment < present and answer.message not in self._pressed:
                stripped = self._hands[key] = kept._replace(answer=answer._replace(strip=None))
                self._do_soon("the end of a hand's controls", self._unless_replaced(key, stripped, answer.strip), kept)

    def _unless_replaced(self, key: tuple[int, int], stripped: _Kept, strip: Act) -> Act:
        """Make `strip` do nothing if a newer answer has replaced the hand, since a repeated request may be late."""

        async def act() -> None:
            if self._hands.get(key) is stripped:
                await strip()

        return act

    def _delete_soon(self, kept: _Kept) -> None:
        self._do_soon("the end of a private copy", kept.answer.delete, kept)

    def _do_soon(self, what: str, act: Act, kept: _Kept) -> None:
        if kept.until > self._now():
            task = asyncio.create_task(self._do(what, act, kept.until - self._now()), name="private-copy")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _do(self, what: str, act: Act, within: float) -> None:
        await self._repeater.deliver(what, act, within)

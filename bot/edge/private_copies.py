"""Deletes or changes private answers that are out of date.

There are three kinds: hands, words (text alone) and panels (other answers with controls or pictures). A new answer
replaces the last one of its kind. A hand is also deleted when its player hides it or gives up the seat, and words when
their reader moves. A hand loses the controls of its moves once the table waits for something else.

An answer can be changed only with the token of its interaction, which is valid for fifteen minutes and kept only in
memory. After a restart, old answers stay as they are, and a press on one of them is refused as too late.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import NamedTuple

from bot.edge.repeating import TOKEN_LASTS, DeliveryResult, Repeater

Change = Callable[[], Awaitable[object]]
"""Deletes a private answer, or edits it."""


class PrivateAnswer(NamedTuple):
    """A private answer: the id of its message, and the functions that delete or edit it."""

    message: int
    delete: Change
    remove_moves: Change | None = None
    """Removes the controls of moves; None if there are none."""
    sequence: int = 0
    """The number at the end of its controls' custom ids."""


class _KeptAnswer(NamedTuple):
    """An answer, and the time (monotonic seconds) until which it can be changed."""

    answer: PrivateAnswer
    until: float


class PrivateCopies:
    """The last answers to each user: the hand at each table, and the words and the panel in each channel."""

    def __init__(self, repeater: Repeater) -> None:
        self._repeater = repeater
        self._read_time = repeater.read_time
        self._hands: dict[tuple[int, int], _KeptAnswer] = {}
        """By table and user."""
        self._words: dict[tuple[int, int], _KeptAnswer] = {}
        """By channel and user."""
        self._panels: dict[tuple[int, int], _KeptAnswer] = {}
        """By channel and user."""
        self._valid_from: dict[int, int] = {}
        """By table with a kept hand, the lowest number of a valid control. A table is missing while that is unknown."""
        self._pressed: dict[int, int] = {}
        """By message, the number of its presses that are being answered."""
        self._tasks: set[asyncio.Task[DeliveryResult]] = set()

    def keep_hand(self, table: int, user: int, answer: PrivateAnswer) -> None:
        """Remember an answer with a user's hand, and delete the one before it."""
        self._replace(self._hands, (table, user), answer)
        tables = {kept_table for kept_table, _ in self._hands}
        self._valid_from = {known: sequence for known, sequence in self._valid_from.items() if known in tables}
        self._strip_invalid(table)

    def keep_words(self, channel: int, user: int, answer: PrivateAnswer) -> None:
        """Remember an answer of text alone, and delete the one before it."""
        self._replace(self._words, (channel, user), answer)

    def keep_panel(self, channel: int, user: int, answer: PrivateAnswer) -> None:
        """Remember another answer with controls or pictures, and delete the one before it."""
        self._replace(self._panels, (channel, user), answer)

    def expire_controls(self, table: int, sequence: int) -> None:
        """Note that controls with a number below `sequence` are invalid, and remove them from the table's hands."""
        if any(number == table for number, _ in self._hands):
            self._valid_from[table] = sequence
            self._strip_invalid(table)

    @contextlib.contextmanager
    def keep_controls(self, message: int) -> Iterator[None]:
        """Keep the controls of a message while a press on it is answered, because the reply may replace them."""
        self._pressed[message] = self._pressed.get(message, 0) + 1
        try:
            yield
        finally:
            self._pressed[message] -= 1
            if not self._pressed[message]:
                del self._pressed[message]
            for table in {table for (table, _), kept in self._hands.items() if kept.answer.message == message}:
                self._strip_invalid(table)

    def drop_words(self, channel: int, user: int) -> None:
        """Delete a user's last answer of text alone, after their move."""
        if (channel, user) in self._words:
            self._delete_soon(self._words.pop((channel, user)))

    def delete_hands_of_others(self, table: int, seated: Collection[int]) -> None:
        """Delete the hands of everyone who is not among the users `seated` at the table."""
        for key in [key for key in self._hands if key[0] == table and key[1] not in seated]:
            self._delete_soon(self._hands.pop(key))

    def delete_hand(self, table: int, user: int) -> None:
        """Delete a user's hand at a table."""
        if (table, user) in self._hands:
            self._delete_soon(self._hands.pop((table, user)))

    async def wait_until_settled(self) -> None:
        """Wait until all deletions and changes are done."""
        await asyncio.gather(*self._tasks)

    def _replace(self, kept: dict[tuple[int, int], _KeptAnswer], key: tuple[int, int], answer: PrivateAnswer) -> None:
        for expired in [known for known, entry in kept.items() if entry.until <= self._read_time()]:
            del kept[expired]
        last = kept.pop(key, None)
        kept[key] = _KeptAnswer(answer, self._read_time() + TOKEN_LASTS)
        if last is not None and last.answer.message != answer.message:
            self._delete_soon(last)

    def _strip_invalid(self, table: int) -> None:
        """Remove invalid controls from a table's hands, except from hands on which a press is being answered."""
        valid_from = self._valid_from.get(table, 0)
        for key, kept in [entry for entry in self._hands.items() if entry[0][0] == table]:
            answer = kept.answer
            if answer.remove_moves is not None and answer.sequence < valid_from and answer.message not in self._pressed:
                stripped = self._hands[key] = kept._replace(answer=answer._replace(remove_moves=None))
                self._do_soon(
                    "the end of a hand's controls", self._guard_strip(key, stripped, answer.remove_moves), kept
                )

    def _guard_strip(self, key: tuple[int, int], stripped: _KeptAnswer, strip: Change) -> Change:
        """Make a `strip` that does nothing once a newer answer has replaced the hand. A late retry is then harmless."""

        async def strip_if_present() -> None:
            if self._hands.get(key) is stripped:
                await strip()

        return strip_if_present

    def _delete_soon(self, kept: _KeptAnswer) -> None:
        self._do_soon("the end of a private copy", kept.answer.delete, kept)

    def _do_soon(self, name: str, change: Change, kept: _KeptAnswer) -> None:
        if kept.until > self._read_time():
            delivery = self._repeater.deliver(name, change, kept.until - self._read_time())
            task = asyncio.create_task(delivery, name="private-copy")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

"""Deletes or changes private answers that are out of date.

There are four kinds: hands, words (text alone), pictures (without controls) and panels (other answers, with controls).
A new answer replaces the last one of its kind. A hand is also deleted when its player hides it or gives up the seat,
and words and pictures when their reader moves: they would bury the hand. A hand is made anew once the table waits for
something else.

An answer can be changed only with the token of its interaction, which is valid for fifteen minutes and kept only in
memory. Older answers, and those from before a restart, stay as they are; a press on one shows the present hand.
"""

import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from functools import partial
from typing import Final, Literal, NamedTuple

from bot.edge.repeating import TOKEN_LASTS, DeliveryResult, Repeater
from bot.supervisor import Jobs
from games.core.refused import Refused

log = logging.getLogger(__name__)

Kind = Literal["hand", "words", "picture", "panel"]
PASSING: Final[tuple[Kind, ...]] = ("words", "picture")
"""The kinds of answers that are deleted when their reader moves."""
Change = Callable[[], Awaitable[object]]
"""Deletes a private answer, or edits it."""


class PrivateAnswer(NamedTuple):
    """A private answer: the id of its message, and the functions that delete or edit it."""

    message: int
    delete: Change
    update: Change | None = None
    """Makes and shows the answer anew; None for an answer that stays as it is."""
    sequence: int = 0
    """The number at the end of its controls' custom ids."""
    until: float = 0.0
    """The time (monotonic seconds) until which it can be changed, once it is kept."""


Key = tuple[Kind, int, int]
"""The kind of an answer, its table (of a hand) or channel (of others), and its reader."""


class PrivateCopies:
    """The last answers to each user: the hand at each table, and the others in each channel."""

    def __init__(self, repeater: Repeater) -> None:
        self._repeater = repeater
        self._read_time = repeater.read_time
        self._kept: dict[Key, PrivateAnswer] = {}
        self._valid_from: dict[int, int] = {}
        """By table with a kept hand, the lowest number of a valid control. A table is missing while that is unknown."""
        self._pressed: list[int] = []
        """For each press that is being answered, its message."""
        self._updating: set[Key] = set()
        """The hands that are being made anew."""
        self.jobs = Jobs()
        """The deletions and changes under way."""

    def keep(self, kind: Kind, place: int, user: int, answer: PrivateAnswer) -> None:
        """Remember an answer, and delete the one before it. `place` is the table of a hand, or else the channel."""
        for expired in [known for known, entry in self._kept.items() if entry.until <= self._read_time()]:
            del self._kept[expired]
        last = self._kept.pop((kind, place, user), None)
        self._kept[kind, place, user] = answer._replace(until=self._read_time() + TOKEN_LASTS)
        if last is not None and last.message != answer.message:
            self._delete_soon(last)
        if kind == "hand":
            self._valid_from = {known: self._valid_from[known] for known in self._valid_from if self._list_hands(known)}
            self._update_outdated(place)

    def delete(self, kind: Kind, place: int, user: int) -> None:
        """Delete an answer, such as a hand that its player hides, or words after their reader's move."""
        if (kept := self._kept.pop((kind, place, user), None)) is not None:
            self._delete_soon(kept)

    def delete_passing(self, channel: int, user: int) -> None:
        """Delete the words and pictures of a reader who has moved: they would bury the hand."""
        for kind in PASSING:
            self.delete(kind, channel, user)

    def delete_hands_of_others(self, table: int, seated: Collection[int]) -> None:
        """Delete the hands of everyone who is not among the users `seated` at the table."""
        for key in self._list_hands(table):
            if key[2] not in seated:
                self.delete(*key)

    def _list_hands(self, table: int) -> list[Key]:
        return [key for key in self._kept if key[:2] == ("hand", table)]

    def expire_controls(self, table: int, sequence: int) -> None:
        """Note that controls with a number below `sequence` are invalid, and make the table's hands anew."""
        if self._list_hands(table):
            self._valid_from[table] = sequence
            self._update_outdated(table)

    @contextlib.contextmanager
    def keep_controls(self, message: int) -> Iterator[None]:
        """Keep the controls of a message while a press on it is answered, because the reply may replace them."""
        self._pressed.append(message)
        try:
            yield
        finally:
            self._pressed.remove(message)
            for table in {key[1] for key, kept in self._kept.items() if key[0] == "hand" and kept.message == message}:
                self._update_outdated(table)

    def _update_outdated(self, table: int) -> None:
        """Make those hands of a table anew whose controls are invalid."""
        for key in self._list_hands(table):
            if key not in self._updating and self._is_outdated(key, self._kept[key]):
                self._updating.add(key)
                self.jobs.start(self._keep_up(key), "private-copy")

    def _is_outdated(self, key: Key, kept: PrivateAnswer) -> bool:
        """True if a hand should be made anew. False while a press on it is being answered, since the reply does that,
        and once it can no longer be edited."""
        if kept.update is None or kept.message in self._pressed or kept.until <= self._read_time():
            return False
        return kept.sequence < self._valid_from.get(key[1], 0)

    async def _keep_up(self, key: Key) -> None:
        """Make a hand anew until it is up to date. Give it up if Discord no longer takes the edits."""
        try:
            while (kept := self._kept.get(key)) is not None and self._is_outdated(key, kept):
                valid_from = self._valid_from.get(key[1], 0)
                result = await self._repeater.deliver(
                    "a newer hand", partial(self._update, key, kept), kept.until - self._read_time()
                )
                present = self._kept.get(key)
                if present is None or present.message != kept.message:
                    continue
                if result is not DeliveryResult.TAKEN:
                    del self._kept[key]
                    continue
                # A reply that came meanwhile may have been overwritten, so that hand is made once more.
                sequence = valid_from if present is kept else -1
                self._kept[key] = present._replace(sequence=sequence)
        except Refused:  # its reader has left the seat
            self.delete(*key)
        except Exception:
            log.exception("a private copy of a hand could not be made anew")
            self._kept.pop(key, None)
        finally:
            self._updating.discard(key)

    async def _update(self, key: Key, kept: PrivateAnswer) -> None:
        """Show a hand as it is now, unless a newer answer has replaced it."""
        if self._kept.get(key) is kept and kept.update is not None:
            await kept.update()

    def _delete_soon(self, kept: PrivateAnswer) -> None:
        if (left := kept.until - self._read_time()) > 0:
            work = self._repeater.deliver("the end of a private copy", kept.delete, left)
            self.jobs.start(work, "private-copy")

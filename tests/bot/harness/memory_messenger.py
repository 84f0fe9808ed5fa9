"""A Discord made of dictionaries."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from bot.ports import (
    MOST_COMPONENTS,
    DeliveryError,
    ErrorKind,
    Message,
    Place,
    ScheduledEvent,
    SoughtMessage,
    digest_text,
)


@dataclass
class Sent:
    """A message as it stands in a channel, and everything that it has shown."""

    place: Place
    message: Message
    history: list[Message] = field(default_factory=list)


_SET_BY_TESTS: Final = frozenset({"fail", "meanwhile", "crash_after", "hung", "hosts", "owners", "left"})
"""The fields by which a test decides what happens here."""


def _take_everything(what: str, place: Place, message: Message | None) -> None:
    """Refuse nothing, as Discord usually does."""


class RecordingMessenger:
    """Keeps every message in memory. `fail` is called with each request ("send", place, message), and may raise."""

    def __init__(self) -> None:
        self.messages: dict[int, Sent] = {}
        self.deleted: list[int] = []
        self.deleted_channels: set[int] = set()
        self.by_nonce: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        """The text that each nonce was first used for. Discord forgets nonces; this record does not."""
        self.calls: list[tuple[str, int]] = []
        self.loud: list[tuple[int, Message]] = []
        """The messages that made a sound when they were posted, each with its channel."""
        self.kept_pictures = 0
        """Edits that left the pictures of a message as they were."""
        self.fail: Callable[[str, Place, Message | None], None] = _take_everything
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """Awaited once, while Discord's next answer is on its way."""
        self.crash_after: int | None = None
        """The number of answers that still arrive before one is lost in a crash; None for no crash."""
        self.hung = asyncio.Event()
        """Set once an answer was lost in a crash."""
        self.left: set[int] = set()
        """The users who have left every server."""
        self.pressed: set[int] = set()
        """The messages that `edits_freely` calls free to edit, because their reader has pressed them."""
        self.hosts: tuple[int, ...] = ()
        self.owners: dict[int, int] = {}
        self.scheduled: dict[int, ScheduledEvent] = {}
        self._next = 1_000
        self._opened: set[int] = set()
        """The users whose DM channels were asked for."""

    @property
    def is_prepared(self) -> bool:
        """True if a test has decided what happens here."""
        return any(vars(self)[name] not in (None, (), {}, set()) for name in _SET_BY_TESTS - {"fail", "hung"}) or (
            self.fail is not _take_everything
        )

    def memory(self) -> dict[str, object]:
        """Everything that happened here, without what a test has decided. The caller must copy it at once."""
        return {name: value for name, value in vars(self).items() if name not in _SET_BY_TESTS}

    def remember(self, memory: dict[str, object]) -> None:
        """Go on where the messenger stood that gave this memory."""
        vars(self).update(memory)

    def _note_call(self, what: str, place: Place, message: Message | None) -> None:
        self.calls.append((what, place.channel))
        if place.channel in self.deleted_channels:
            raise DeliveryError(ErrorKind.NOWHERE)
        self.fail(what, place, message)

    async def _wait_for_answer(self) -> None:
        """Let other tasks run while Discord's answer is on its way. `crash_after` may lose the answer here."""
        await asyncio.sleep(0)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        if self.crash_after is not None:
            self.crash_after -= 1
            if self.crash_after < 0:
                self.hung.set()
                await asyncio.Event().wait()

    async def send(self, place: Place, message: Message, nonce: str) -> int:
        assert len(nonce) <= 25
        assert len(message.text) <= 2_000
        assert len(message.rows) <= 5 if message.layout is None else message.layout.size <= MOST_COMPONENTS
        assert all(len(row) <= 5 for row in message.rows)
        assert self.texts.setdefault(nonce, message.text) == message.text, "a nonce is used for another text"
        self._note_call("send", place, message)
        if nonce not in self.by_nonce:
            self._next += 1
            self.by_nonce[nonce] = self._next
            self.messages[self._next] = Sent(place, message, [message])
            if message.loud:
                self.loud.append((place.channel, message))
        sent = self.by_nonce[nonce]
        await self._wait_for_answer()
        return sent

    async def has_place(self, place: Place) -> bool:
        await self._wait_for_answer()
        return place.channel not in self.deleted_channels

    async def may_see(self, place: Place) -> bool:
        try:
            self._note_call("look", place, None)
        except DeliveryError:
            return False
        await self._wait_for_answer()
        return True

    def forget_nonces(self) -> None:
        """Forget the nonces of messages, as Discord does after a few minutes."""
        self.by_nonce.clear()

    async def find_message(self, place: Place, sought: SoughtMessage) -> int | None:
        self._note_call("find", place, None)
        await self._wait_for_answer()
        for number, sent in sorted(self.messages.items()):
            there = sent.place.channel == place.channel and number > sought.after
            of_table = not sent.message.rows or sent.message.table == sought.table
            if there and of_table and digest_text(sent.message.text) == sought.digest:
                return number
        return None

    async def count_after(self, place: Place, message_id: int, most: int) -> int:
        self._note_call("count", place, None)
        await self._wait_for_answer()
        below = [number for number, sent in self.messages.items() if number > message_id and sent.place == place]
        return min(most, len(below))

    async def edit(self, place: Place, message_id: int, message: Message, keep_pictures: bool = False) -> None:
        self._note_call("edit", place, message)
        if message_id not in self.messages:
            raise DeliveryError(ErrorKind.GONE)
        sent = self.messages[message_id]
        assert sent.place.channel == place.channel
        assert message.layout is not None or sent.message.layout is None, "a layout stays one"
        if keep_pictures:
            assert (message.pictures, message.file_name) == (sent.message.pictures, sent.message.file_name)
            self.kept_pictures += 1
        sent.message = message
        sent.history.append(message)
        await self._wait_for_answer()

    def find_last(self, place: Place) -> int:
        return max((number for number, sent in self.messages.items() if sent.place == place), default=0)

    def edits_freely(self, message_id: int) -> bool:
        return message_id in self.pressed

    async def delete(self, place: Place, message_id: int) -> None:
        self._note_call("delete", place, None)
        if self.messages.pop(message_id, None) is not None:
            self.deleted.append(message_id)
        await self._wait_for_answer()

    async def open_dm(self, user: int) -> Place:
        if user not in self._opened:
            self._note_call("open", dm(user), None)
            await self._wait_for_answer()
            self._opened.add(user)
        return dm(user)

    def find_owner(self, guild: int) -> int | None:
        return self.owners.get(guild)

    async def open_thread(self, parent: Place, name: str, members: tuple[int, ...] = (), slow: bool = False) -> Place:
        self._note_call("thread", parent, None)
        self._next += 1
        await self._wait_for_answer()
        return Place(self._next, parent.guild)

    async def end_thread(self, thread: Place) -> None:
        self._note_call("end_thread", thread, None)
        await self._wait_for_answer()

    async def find_members(self, guild: int, users: tuple[int, ...]) -> frozenset[int]:
        await self._wait_for_answer()
        return frozenset(users) - self.left

    async def schedule(self, guild: int, event: ScheduledEvent) -> int:
        self._note_call("schedule", Place(0, guild), None)
        self._next += 1
        made = self._next
        self.scheduled[made] = event
        await self._wait_for_answer()
        return made

    async def find_event(self, guild: int, event: ScheduledEvent) -> int | None:
        self._note_call("look", Place(0, guild), None)
        await self._wait_for_answer()
        return next((number for number, known in self.scheduled.items() if known == event), None)

    async def unschedule(self, guild: int, event: int) -> None:
        self._note_call("unschedule", Place(0, guild), None)
        self.scheduled.pop(event, None)
        await self._wait_for_answer()

    def at(self, channel: int) -> list[Message]:
        """The messages in a channel, in order."""
        return [sent.message for _, sent in sorted(self.messages.items()) if sent.place.channel == channel]

    def playable_at(self, channel: int) -> list[Message]:
        """The messages of a channel that have controls, without the lines that seal hands."""
        return [message for message in self.at(channel) if message.rows and ": sealed" not in message.text]

    def everything_at(self, channel: int) -> list[Message]:
        """Everything that a channel ever showed."""
        return [message for sent in self.messages.values() if sent.place.channel == channel for message in sent.history]


def dm(user: int) -> Place:
    """The DM channel of a user."""
    return Place(1_000_000 + user)


def closed_dms(*users: int) -> Callable[[str, Place, Message | None], None]:
    """Return a `fail` under which the DMs of these users are closed."""
    channels = {dm(user).channel for user in users}

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "send" and place.channel in channels:
            raise DeliveryError(ErrorKind.DMS_CLOSED)

    return fail

"""The place for a player's own message: their DM, or a line in the table's channel while their DMs are closed.

The line shows nothing of their hand. Its button *My hand* shows the hand to them alone. Their DMs are tried again by
the slow clock, with every hand, and at once when they write to the bot in a DM.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from msgspec import Struct, field

from bot.messages.parts.desired_message import home_of
from bot.outbox.outbox import MessageToSend, Teller
from bot.ports import Clock, LastStored, Message, Messenger, Place
from bot.store import WaitingMessage
from bot.tables.aggregate import Table
from bot.wording import HOST

MOST_KEPT: Final = 20_000
"""The most DMs about which something is known, of each kind."""


@dataclass(frozen=True, slots=True)
class OldThreads(Teller):
    """Blanks the hands that an older release posted in private threads, and leaves one sentence there."""

    kind: ClassVar[str] = "old_thread"

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        place = Place(*waiting.payload["place"])
        return MessageToSend(place, Message(HOST.say("thread/over")), to_edit=waiting.payload["message"])


class PrivateDelivery(Struct):
    """Finds the place for each player's own message."""

    messenger: Messenger
    clock: Clock
    _closed: LastStored[tuple[int, int], tuple[int, int]] = field(default_factory=lambda: LastStored(MOST_KEPT))
    """By user and table, the shuffle in which the user's DMs took no message, and the time of the next try."""
    _in_words: LastStored[int, int] = field(default_factory=lambda: LastStored(MOST_KEPT))
    """By DM channel that took no picture or form, the time of the next try."""

    async def find_place(self, table: Table, user: int) -> Place:
        """The place for a player's own message."""
        hand, retry_at = self._closed.get((user, table.id), (0, 0))
        if hand == table.shuffle.number and self.clock() < retry_at:
            return home_of(table)
        return await self.messenger.open_dm(user)

    def needs_words(self, place: Place) -> bool:
        """True if messages there are to be plain words at present: Discord refused their pictures or form."""
        return self.clock() < self._in_words.get(place.channel, 0)

    def use_words(self, place: Place, until: int) -> None:
        """Send plain words alone to a DM until a time (milliseconds)."""
        self._in_words[place.channel] = until

    def is_covered(self, place: Place, message: int) -> bool:
        """True if the bot has posted something below a message in a DM. False elsewhere."""
        return not place.guild and self.messenger.find_last(place) > message

    def reopen(self, user: int) -> bool:
        """Try a user's DMs again from now on. True if they were noted as closed."""
        closed = [key for key in self._closed if key[0] == user]
        for key in closed:
            del self._closed[key]
        return bool(closed)

    def close(self, table: Table, user: int, retry_at: int) -> None:
        """Use the table's channel instead of a user's DMs until the next hand or the next try."""
        self._closed[user, table.id] = table.shuffle.number, retry_at

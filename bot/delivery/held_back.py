"""The messages that Discord refuses at present. Each is tried again by a slow clock: after minutes, then after hours.

The row of such a message says why it was refused, how often, and when it is tried again (`MessageData.refusal`). These
rows are read again at each start and at each new connection to Discord.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.delivery.message_rows import MessageRows
from bot.delivery.private_delivery import PrivateDelivery
from bot.messages.parts.table_words import words_of
from bot.outbox.outbox import Outbox, write_letter
from bot.ports import DAY, Clock, DeliveryError, ErrorKind, Fault, Outcome, Place, find_wait
from bot.store import Connection, MessageKey, MessageKind, Projection, Store, key_values
from bot.store.messages.projections import HELD_BACK, INSTEAD
from bot.store.messages.refusals import Refusal
from bot.tables.aggregate import Table
from bot.tables.play.closings import LostPlace

log = logging.getLogger(__name__)

UNOPENED: Final = Place(0)
"""The place of a DM that Discord does not open."""
LONGEST_HELD: Final = 30 * DAY
"""The age (milliseconds) of a message's last try from which `note` leaves it out, as after a long stop of the bot. Then
only an event makes the bot try it again."""
LOOK_EVERY: Final = 30.0
"""Seconds between two looks for messages to try again."""
MOST_TRIES: Final = 50
"""The most tries for a message of a closed table. The slow clock makes them within about a week."""


def find_due(row: Projection) -> int:
    """The time at which a message may be tried again; 0 for a message that is not held back."""
    return row.data.retry_at if row.state == HELD_BACK else 0


@dataclass(slots=True)
class HeldBackMessages:
    """Knows the refused messages, and wakes each when its time has come."""

    clock: Clock
    wake: Callable[[int, MessageKey], None] = lambda table, key: None
    """Called with the table and the key of each message that is to be tried again."""
    servers: set[int] = field(default_factory=set)
    """The servers in which messages were held back. After an event there, Discord may take them."""
    _due: dict[tuple[int, MessageKey], int] = field(default_factory=dict)
    """By table and message, the time of the next try."""

    def note(self, row: Projection) -> None:
        """Note a message that was refused."""
        if self.clock() - row.updated_at < LONGEST_HELD:
            self._due[row.table, row.key] = row.data.retry_at

    async def look(self) -> float | None:
        """Wake the messages whose time has come. Return the seconds until the next one is due, or None."""
        now = self.clock()
        for table, key in [held for held, due in self._due.items() if due <= now]:
            del self._due[table, key]
            self.wake(table, key)
        return min(((due - now) / 1000 for due in self._due.values()), default=None)


@dataclass(slots=True)
class DeliveryFailures:
    """Decides what a refusal by Discord means for the reader, and what follows.

    In a DM, a picture or form that Discord refuses is replaced by plain words. Whoever cannot be reached there is told
    in the table's channel, and *My hand* shows them their hand. A robot plays for somebody who is gone. All other
    messages are held back. What was refused is tried again by the slow clock. Whoever can do something about it is
    told: the table's host about its channel, and the bot's hosts about a fault of the bot.
    """

    store: Store
    rows: MessageRows
    clock: Clock
    private: PrivateDelivery
    held: HeldBackMessages
    find_table: Callable[[int], Table | None]
    """Finds a table in memory by its id."""
    outbox: Outbox
    on_unreachable_place: Callable[[int], Awaitable[None]]
    """Called with the id of a table whose channel, thread or (at a practice table) DM is out of reach."""
    on_left: Callable[[int, int], Awaitable[None]]
    """Called with the ids of a table and of a player there who has left the server."""

    async def handle(
        self, table_id: int, key: MessageKey, row: Projection | None, place: Place, error: DeliveryError
    ) -> bool:
        """Handle the refusal of a message. True if it should be made and tried again at once, in another way."""
        table, kind, in_dm = self.find_table(table_id), error.kind, not place.guild
        reader = table.occupant(key.seat).user_id if table is not None and key.kind is MessageKind.HAND else None
        if reader is not None and table is not None and table.lost:
            log.info("table %s: %s waits until the bot is back in the server (%s)", table_id, key, kind)
            return False
        if reader is not None and kind is ErrorKind.LEFT:
            await self.on_left(table_id, reader)
        log.warning("table %s: Discord refused %s (%s: %s)", table_id, key, kind, error.detail)
        kept = row or Projection(table_id, key, 0, 0, reader)
        kept = replace(kept, user_id=reader or kept.user_id)
        refused_form = kind.outcome is Outcome.REFUSED and in_dm and place != UNOPENED
        if refused_form and not self.private.needs_words(place):
            noted = await self._note(replace(kept, state=INSTEAD), row, error)
            self.private.use_words(place, noted.data.retry_at)
            return True
        if in_dm and reader is not None and table is not None:
            noted = await self._note(replace(kept, state=INSTEAD), row, error)
            self.private.close(table, reader, noted.data.retry_at)
            return True
        channel = place.channel if kept.message is None else kept.channel
        noted = await self._note(replace(kept, state=HELD_BACK, channel=channel), row, error)
        self.held.servers.add(place.guild)
        await self._tell_who_can_help(table, noted, place, error)
        return False

    async def _tell_who_can_help(
        self, table: Table | None, noted: Projection, place: Place, error: DeliveryError
    ) -> None:
        """Find the table another place if its own is out of reach; otherwise tell its host why a message is held
        back."""
        unreachable = table is not None and table.kind.is_private and error.kind.fault is Fault.READER
        is_hand = table is not None and noted.key.kind is MessageKind.HAND
        if unreachable or (error.kind is ErrorKind.NOWHERE and not is_hand):
            await self.on_unreachable_place(noted.table)
        elif table is None or not (table.lost or table.closing.because in set(LostPlace)):
            await self._tell_host(table, place.channel, error, noted.data.retry_at)

    async def _note(self, kept: Projection, row: Projection | None, error: DeliveryError) -> Projection:
        """Note a refusal in the message's row, and when the message is tried again. `kept` is the row, which may not be
        stored yet, with its new state."""
        now, notes = self.clock(), kept.data
        data = replace(
            notes,
            refusal=error.kind.value,
            detail=error.detail,
            refusals=notes.refusals + 1,
            refused_since=notes.refused_since or now,
            retry_at=now + find_wait(notes.refusals + 1),
            posting=None if kept.state == INSTEAD else notes.posting,
        )
        noted = replace(kept, updated_at=now, data=data)
        await self.outbox.tell_own_fault(Refusal.of_message(noted))
        await self.rows.put(noted, row)
        table = self.find_table(kept.table)
        is_open = table is not None and not table.is_closed
        if error.kind is not ErrorKind.NOWHERE and (is_open or data.refusals < MOST_TRIES):
            self.held.note(noted)
        return noted

    async def note_accepted(self, table_id: int, place: Place) -> None:
        """Note that Discord has taken a message that it refused before. If the host was told of the refusal, tell
        them this too."""
        await self._tell_host(self.find_table(table_id), place.channel, None)

    async def _tell_host(
        self, table: Table | None, channel: int, error: DeliveryError | None, retry_at: int = 0
    ) -> None:
        """Tell a table's host once why Discord takes no messages in a channel, and when the next try comes; if `error`
        is None, that it takes them again."""
        host, text, place = None, "", f"<#{channel}>"
        if table is not None:
            host, words = table.row.host, words_of(table)
            text = words.say("table/taken_again", place=place)
            if error is not None:
                reason = words.say(f"refused/{error.kind}")
                text = words.say(
                    "table/refused", place=place, reason=reason, detail=error.detail, next=f"<t:{retry_at // 1000}:R>"
                )
        detail = None if error is None else error.detail
        letter = None if host is None else (host, text)
        await self.store.write(_note_refusal, channel, detail, letter, self.clock())
        self.outbox.wake()


def _note_refusal(
    connection: Connection, channel: int, detail: str | None, letter: tuple[int, str] | None, now: int
) -> None:
    """Note why a channel takes no messages; if `detail` is None, that it takes them again. If that is new, write the
    letter, given as its reader and text."""
    key = f"forbidden:{channel}"
    if (detail is None) == (key_values.get(connection, key) is None):
        return
    if detail is None:
        key_values.drop(connection, key)
    elif letter is not None:
        key_values.put(connection, key, detail, now)
    if letter is not None:
        write_letter(connection, *letter, f"{'over' if detail is None else 'refused'}:{channel}:{now}", now)

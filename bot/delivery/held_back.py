"""The messages that Discord refuses at present. Each is tried again by a slow clock: after minutes, then after hours.

The row of such a message says why it was refused and how often (`MessageData.refusal`). These rows are read again at
each start and at each new connection to Discord.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.delivery.message_rows import MessageRows
from bot.delivery.private_delivery import PrivateDelivery
from bot.messages.desired_message import DesiredMessage
from bot.messages.table_words import words_of
from bot.outbox.outbox import write_letter
from bot.outbox.posting import HOUR, find_wait
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, ErrorKind, Outcome
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.messages.message_keys import MessageKey, MessageKind
from bot.store.messages.projections import HELD_BACK, Projection
from bot.store.store import Store
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table
from bot.tables.play.closings import LostPlace

log = logging.getLogger(__name__)

LONGEST_HELD: Final = 30 * 24 * HOUR
"""The age (milliseconds) of a message's last try from which `note` leaves it out, as after a long stop of the bot. Then
only an event makes the bot try it again."""
LOOK_EVERY: Final = 30.0
"""Seconds between two looks for messages to try again."""
MOST_TRIES: Final = 50
"""The most tries for a message of a closed table. The slow clock makes them within about a week."""


def find_due(row: Projection) -> int:
    """The time at which a message may be tried again; 0 for a message that is not held back."""
    return row.updated_at + find_wait(row.data.refusals) if row.state == HELD_BACK else 0


@dataclass(slots=True)
class HeldBackMessages:
    """Knows the messages that are held back, and wakes each when its time has come."""

    clock: Clock
    wake: Callable[[int, MessageKey], None] = lambda table, key: None
    """Tries the message of a table again."""
    servers: set[int] = field(default_factory=set)
    """The servers in which messages were held back. After an event there, Discord may take them."""
    _due: dict[tuple[int, MessageKey], int] = field(default_factory=dict)
    """By table and message, the time of the next try."""
    _tries: dict[tuple[int, MessageKey], int] = field(default_factory=dict)
    """By table and message, the number of failed tries of messages whose row does not count them."""

    def note(self, row: Projection) -> None:
        """Note a message that is held back."""
        if self.clock() - row.updated_at < LONGEST_HELD:
            self._due[row.table, row.key] = find_due(row)

    def put_off(self, table: int, key: MessageKey) -> None:
        """Try a message again later, although its row does not say that it is held back."""
        tries = self._tries[table, key] = self._tries.get((table, key), 0) + 1
        self._due[table, key] = self.clock() + find_wait(tries)

    def forget(self, table: int, key: MessageKey) -> None:
        """Forget a message that Discord has taken."""
        self._due.pop((table, key), None)
        self._tries.pop((table, key), None)

    async def look(self) -> float | None:
        """Wake the messages whose time has come. Return the seconds until the next one is due, or None."""
        now = self.clock()
        for table, key in [held for held, due in self._due.items() if due <= now]:
            del self._due[table, key]
            self.wake(table, key)
        return min(((due - now) / 1000 for due in self._due.values()), default=None)


@dataclass(slots=True)
class DeliveryFailures:
    """Chooses the response to a failed message: fall back, hold it back, or only log the failure."""

    store: Store
    rows: MessageRows
    clock: Clock
    private: PrivateDelivery
    held: HeldBackMessages
    find_table: Callable[[int], Table | None]
    """Finds a table in memory by its id."""
    wake_outbox: Callable[[], None]
    on_unreachable_place: Callable[[int], Awaitable[None]] = field(init=False)
    """Called with the id of a table whose channel, thread or (at a practice table) DM is out of reach."""
    on_left: Callable[[int, int], Awaitable[None]] = field(init=False)
    """Called with the ids of a table and of a player there who has left the server."""

    async def handle(
        self, table_id: int, key: MessageKey, row: Projection | None, desired: DesiredMessage, error: DeliveryError
    ) -> bool:
        """Handle a message that failed. True if it should be tried again at once."""
        table = self.find_table(table_id)
        is_hand = key.kind is MessageKind.HAND
        reader = desired.user if is_hand else None
        in_dm = reader is not None and not desired.place.guild
        if error.kind is ErrorKind.LEFT and reader is not None:
            await self.on_left(table_id, reader)
        elif is_hand and table is not None and table.lost:
            log.info("table %s: %s waits until the bot is back in the server (%s)", table_id, key, error.kind)
        elif in_dm and reader is not None and table is not None and error.kind.outcome is Outcome.LASTING:
            return await self.private.fall_back(table, key, row, reader)
        elif error.kind is ErrorKind.BAD_REQUEST:
            log.error("table %s: Discord refused the message %s: %s", table_id, key, error.detail)
            self.held.put_off(table_id, key)
        elif is_hand and row is not None and row.data.thread is not None and error.kind is not ErrorKind.BLOCKED:
            await self.private.leave_thread(row)
        else:
            await self._hold_back(table_id, key, row, desired, error)
            unreachable = table is not None and table.alone and error.kind in (ErrorKind.DMS_CLOSED, ErrorKind.LEFT)
            if (error.kind is ErrorKind.NOWHERE and not is_hand) or unreachable:
                await self.on_unreachable_place(table_id)
            elif not in_dm and (table is None or not (table.lost or table.closing.because in set(LostPlace))):
                await self._tell_host(table, desired.place.channel, error)
        return False

    async def _hold_back(
        self, table_id: int, key: MessageKey, row: Projection | None, desired: DesiredMessage, error: DeliveryError
    ) -> None:
        log.warning("table %s: held back %s (%s: %s)", table_id, key, error.kind, error.detail)
        now = self.clock()
        kept = row if row is not None else Projection(table_id, key, 0, now, desired.user)
        channel = kept.channel if kept.message is not None else desired.place.channel
        data = replace(kept.data, refusal=error.kind.value, refusals=kept.data.refusals + 1)
        stopped = replace(kept, channel=channel, state=HELD_BACK, updated_at=now, data=data)
        await self.rows.put(stopped, row)
        self.held.servers.add(desired.place.guild)
        table = self.find_table(table_id)
        is_open = table is not None and table.status != Status.CLOSED
        if error.kind is not ErrorKind.NOWHERE and (is_open or data.refusals < MOST_TRIES):
            self.held.note(stopped)

    async def note_accepted(self, table_id: int, desired: DesiredMessage) -> None:
        """Note that Discord has taken a message that it refused before. If the host was told of the refusal, tell
        them this too."""
        await self._tell_host(self.find_table(table_id), desired.place.channel, None)

    async def _tell_host(self, table: Table | None, channel: int, error: DeliveryError | None) -> None:
        """Tell a table's host once why Discord takes no messages in a channel; if `error` is None, that it takes them
        again."""
        host, text, place = None, "", f"<#{channel}>"
        if table is not None:
            host, words = table.row.host, words_of(table)
            text = words.say("table/taken_again", place=place)
            if error is not None:
                reason = words.say(f"refused/{error.kind}")
                text = words.say("table/refused", place=place, reason=reason, detail=error.detail)
        detail = None if error is None else error.detail
        await self.store.write(_note_refusal, channel, detail, host, text, self.clock())
        self.wake_outbox()


def _note_refusal(
    connection: Connection, channel: int, detail: str | None, host: int | None, text: str, now: int
) -> None:
    """Note why a channel takes no messages; if `detail` is None, that it takes them again. Write the host a letter if
    that is new."""
    key = f"forbidden:{channel}"
    if (detail is None) == (key_values.get(connection, key) is None):
        return
    if detail is None:
        key_values.drop(connection, key)
    elif host is not None:
        key_values.put(connection, key, detail, now)
    if host is not None:
        write_letter(connection, host, text, f"{'over' if detail is None else 'refused'}:{channel}:{now}", now)

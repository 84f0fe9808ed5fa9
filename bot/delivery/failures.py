"""Handling of messages that Discord refuses for good."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from bot.delivery.message_rows import MessageRows
from bot.delivery.private_delivery import PrivateDelivery
from bot.delivery.projector import nonce
from bot.messages.desired_message import DesiredMessage
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, ErrorKind, Messenger
from bot.ports.ui import Message
from bot.store.database import key_values
from bot.store.messages.message_keys import MessageKey, MessageKind
from bot.store.messages.projections import STOPPED, Projection
from bot.store.store import Store
from bot.tables.aggregate.table import Table
from bot.tables.play.closings import Gone
from bot.wording import say

log = logging.getLogger(__name__)


@dataclass(slots=True)
class DeliveryFailures:
    """Chooses the response to a failed message: fall back, stop showing it, or only log the failure."""

    store: Store
    rows: MessageRows
    messenger: Messenger
    clock: Clock
    private: PrivateDelivery
    find_table: Callable[[int], Table | None]
    """Finds a table in memory by its id."""
    refusing: set[int] = field(default_factory=set)
    """The servers in which a message was given up since the process started."""
    on_nowhere: list[Callable[[int], Awaitable[None]]] = field(default_factory=list)
    """Called with the id of a table whose channel, thread or (at a practice table) DM is out of reach."""
    on_left: list[Callable[[int, int], Awaitable[None]]] = field(default_factory=list)
    """Called with the ids of a table and of a player there who has left the server."""

    async def handle(
        self, table_id: int, key: MessageKey, row: Projection | None, desired: DesiredMessage, error: DeliveryError
    ) -> bool:
        """Handle a message that failed. True if it should be tried again at once."""
        table = self.find_table(table_id)
        is_hand = key.kind is MessageKind.HAND
        if error.kind is ErrorKind.DMS_CLOSED and is_hand and desired.user is not None and table is not None:
            return await self.private.fall_back(table, key, row, desired.user)
        if error.kind is ErrorKind.LEFT and is_hand and desired.user is not None:
            for left in self.on_left:
                await left(table_id, desired.user)
        elif error.kind is ErrorKind.BAD_REQUEST:
            log.error("table %s: Discord refused the message %s: %s", table_id, key, error.detail)
        elif is_hand and row is not None and row.data.thread is not None:
            await self.private.leave_thread(row)
        else:
            await self._stop_showing(table_id, key, row, desired, error)
            unreachable = table is not None and table.practice and error.kind in (ErrorKind.DMS_CLOSED, ErrorKind.LEFT)
            if (error.kind is ErrorKind.NOWHERE and not is_hand) or unreachable:
                for listener in self.on_nowhere:
                    await listener(table_id)
            elif table is None or table.closing.because not in set(Gone):
                await self._tell_host(table, desired, error)
        return False

    async def _stop_showing(
        self, table_id: int, key: MessageKey, row: Projection | None, desired: DesiredMessage, error: DeliveryError
    ) -> None:
        self.refusing.add(desired.place.guild)
        log.warning("table %s: stopped showing %s (%s: %s)", table_id, key, error.kind, error.detail)
        now = self.clock()
        kept = row if row is not None else Projection(table_id, key, 0, now, desired.user)
        channel = kept.channel if kept.message is not None else desired.place.channel
        stopped = replace(kept, channel=channel, state=STOPPED, updated_at=now)
        await self.rows.put(stopped, row)

    async def _tell_host(self, table: Table | None, desired: DesiredMessage, error: DeliveryError) -> None:
        """Tell a table's host by DM that the bot may not write in the channel. This happens once for each channel."""
        channel = desired.place.channel
        told, now = key_values.forbidden_key(channel), self.clock()
        if table is None or table.row.host is None or await self.store.read(key_values.get, told) is not None:
            return
        await self.store.write(key_values.put, told, error.detail, now)
        text = say("table/forbidden", place=f"<#{channel}>", detail=error.detail)
        try:
            dm = await self.messenger.direct(table.row.host)
            await self.messenger.send(dm, Message(text, table=table.id), nonce(table.id, told, now))
        except DeliveryError as failed:
            log.info("table %s: its host could not be notified (%s)", table.id, failed.kind)

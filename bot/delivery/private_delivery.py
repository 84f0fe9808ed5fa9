"""The places for a player's private message: their DMs, or else a private thread below the table, or else none.

The button "My hand" always works. A player whose DMs are closed gets one notice in the channel, in words that do not
depend on their hand. Their DMs are tried again with every hand, and at once when they write to the bot there.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import Final

from bot.delivery.projector import nonce
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, Messenger, Place
from bot.ports.ui import Message
from bot.store import projections, upkeep
from bot.store.engine import Connection
from bot.store.message_keys import MessageKey, MessageKind
from bot.store.projections import Projection
from bot.store.store import Store
from bot.tables.table import Table
from bot.wording import say
from games.core.seats import Seat

log = logging.getLogger(__name__)

NO_THREAD: Final = 0
"""Stored in a row's data if no private thread could be opened, so that only the button is left."""


@dataclass(slots=True)
class PrivateDelivery:
    """Finds the place for each player's own message, and falls back when their DMs are closed."""

    store: Store
    messenger: Messenger
    clock: Clock
    _closed: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The hand (table and shuffle) in which a user's DMs were found closed, by user."""
    _dms: dict[int, Place] = field(default_factory=dict)

    async def place(self, table: Table, seat: Seat, user: int, row: Projection | None) -> Place | None:
        """The place for the hand of a seat; None if the player can only use the button."""
        if self._closed.get(user) != (table.id, table.shuffle.number):
            self.reopen(user)
            return await self.direct(user)
        thread = row.data.thread if row is not None else None
        return Place(thread, table.row.guild) if thread else None

    def reopen(self, user: int) -> bool:
        """Try a user's DMs again from now on. True if they were thought to be closed."""
        return self._closed.pop(user, None) is not None

    async def direct(self, user: int) -> Place:
        """The DM channel with a user, requested only once."""
        if user not in self._dms:
            self._dms[user] = await self.messenger.direct(user)
        return self._dms[user]

    async def fall_back(self, table: Table, key: MessageKey, row: Projection | None, user: int) -> bool:
        """Stop using a closed DM for this hand: notify the user once, and open a thread if the channel allows it.

        Returns True if there is a thread, so that the message should be tried again there.
        """
        self._closed[user] = (table.id, table.shuffle.number)
        thread = row.data.thread if row is not None and row.user_id == user else None
        if thread is None:
            await self._tell_of_closed_dms(table, user)
            thread = await self._open_thread(table, user)
        kept = row if row is not None else Projection(table.id, key, 0, self.clock())
        await self._put(
            replace(kept, user_id=user, message=None, content_digest=None, data=replace(kept.data, thread=thread))
        )
        return thread != NO_THREAD

    async def leave_thread(self, row: Projection) -> None:
        """Stop using a private thread that does not work. Only the button is left from then on."""
        await self._put(replace(row, data=replace(row.data, thread=NO_THREAD)))

    async def _tell_of_closed_dms(self, table: Table, user: int) -> None:
        message = Message(say("rack/closed", mention=f"<@{user}>"), table=table.id, pings=(user,))
        channel = Place(table.place, table.row.guild)
        try:
            await self.messenger.send(channel, message, nonce(table.id, f"closed:{user}", 1))
        except DeliveryError as error:
            log.info("table %s: the notice to a player whose DMs are closed failed (%s)", table.id, error.kind)

    async def _open_thread(self, table: Table, user: int) -> int:
        if table.row.thread is not None or not table.row.guild:
            return NO_THREAD
        name = say("rack/thread", title=table.game.TITLE, number=table.id)
        channel = Place(table.row.channel, table.row.guild)
        try:
            thread = await self.messenger.thread(channel, name, True, (user,))
        except DeliveryError as error:
            log.info("table %s: no private thread could be opened for a player (%s)", table.id, error.kind)
            return NO_THREAD
        return thread.channel

    async def _put(self, row: Projection) -> None:
        await self.store.write(projections.put, replace(row, updated_at=self.clock()))


def hide_hand(connection: Connection, table: int, seat: Seat, hidden: bool) -> None:
    """Hide or show the hand in a seat's private message. The message changes when its worker is next woken."""
    row = projections.one(connection, table, MessageKey(MessageKind.HAND, seat))
    if row is not None:
        projections.put(connection, replace(row, data=replace(row.data, hidden=hidden, input_hash=b"")))
        upkeep.unsettle(connection, table)

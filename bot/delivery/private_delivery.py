"""Where a player's own message can reach him: his DMs; else a private thread below the table; else only the button.

The button "My hand" works at all times. When DMs are closed the player is told so once in the channel, in words that
are the same whatever he holds. His DMs are tried again with every hand, and at once when he writes from there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.delivery.projector import STOPPED, nonce
from bot.messages.desired_message import DesiredMessage
from bot.messages.presenter import RACK
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, Messenger, Place
from bot.ports.ui import Message
from bot.store import key_values
from bot.store import projections as rows
from bot.store.engine import Connection
from bot.store.projections import Projection
from bot.store.store import Store
from bot.tables.table import Table
from bot.wording import say
from games.core.seats import Seat

log = logging.getLogger(__name__)


@dataclass(slots=True)
class PrivateDelivery:
    """Finds the rung for a rack, and says what a failed one means. `table` gives a table in memory by its id.

    `_closed` remembers for each user the hand (table, shuffle) in which his DMs were found closed.
    """

    store: Store
    postbox: Messenger
    clock: Clock
    table: Callable[[int], Table | None]
    _closed: dict[int, tuple[int, int]] = field(default_factory=dict)
    _dms: dict[int, Place] = field(default_factory=dict)

    def reopen(self, user: int) -> bool:
        """Note that a person's DMs are open after all; true if they were thought closed."""
        return self._closed.pop(user, None) is not None

    async def place(self, table: Table, seat: Seat, user: int, row: Projection | None) -> Place | None:
        """Where to put the rack of a seat now, or None if only the button is left."""
        if self._closed.get(user) != (table.id, table.number):
            self._closed.pop(user, None)
            return await self._direct(user)
        thread = row.data.get("thread") if row is not None else None
        if isinstance(thread, int):
            return Place(thread, table.row.guild) if thread else None
        return None

    async def _direct(self, user: int) -> Place:
        if user not in self._dms:
            self._dms[user] = await self.postbox.direct(user)
        return self._dms[user]

    async def trouble(
        self, table: int, what: str, row: Projection | None, wanted: DesiredMessage, error: DeliveryError
    ) -> bool:
        """What a failure means: true if the message is to be tried again at once."""
        present = self.table(table)
        if error.kind == "closed" and wanted.user is not None and present is not None and what.startswith("rack:"):
            return await self._down(present, what, row, wanted)
        if error.kind == "bad":
            log.error("table %s: Discord did not take the message %s: %s", table, what, error.detail)
            return False
        if what.startswith("rack:") and row is not None and isinstance(row.data.get("thread"), int):
            await self._put(replace(row, data={**row.data, "thread": 0}))
            return False
        await self._stop(table, what, row, wanted, error)
        return False

    async def _down(self, table: Table, what: str, row: Projection | None, wanted: DesiredMessage) -> bool:
        """DMs are closed: tell the player once, and give him a thread of his own if the channel allows it."""
        assert wanted.user is not None
        user = wanted.user
        self._closed[user] = (table.id, table.number)
        thread = row.data.get("thread") if row is not None and row.user_id == user else None
        if not isinstance(thread, int):
            await self._tell(table, user)
            thread = await self._thread(table, user)
        kept = row if row is not None else Projection(table.id, what, 0, self.clock(), user)
        data = {**kept.data, "thread": thread}
        await self._put(replace(kept, user_id=user, message=None, digest=None, data=data, updated_at=self.clock()))
        return bool(thread)

    async def _thread(self, table: Table, user: int) -> int:
        if table.row.thread is not None or not table.row.guild:
            return 0
        name = say("rack/thread", title=table.game.TITLE, number=table.id)
        try:
            made = await self.postbox.thread(Place(table.row.channel, table.row.guild), name, True, (user,))
        except DeliveryError as trouble:
            log.info("table %s: no private thread for a player (%s)", table.id, trouble.kind)
            return 0
        return made.channel

    async def _tell(self, table: Table, user: int) -> None:
        message = Message(say("rack/closed", mention=f"<@{user}>"), table=table.id, pings=(user,))
        try:
            await self.postbox.send(Place(table.place, table.row.guild), message, nonce(table.id, f"closed:{user}", 1))
        except DeliveryError as trouble:
            log.info("table %s: a player could not be told of his closed DMs (%s)", table.id, trouble.kind)

    async def _stop(
        self, table: int, what: str, row: Projection | None, wanted: DesiredMessage, error: DeliveryError
    ) -> None:
        """Stop speaking in a place where the bot may not, and tell the host of the table once."""
        log.warning("table %s: stopped showing %s (%s: %s)", table, what, error.kind, error.detail)
        kept = row if row is not None else Projection(table, what, 0, self.clock(), wanted.user)
        await self._put(replace(kept, channel=wanted.place.channel, state=STOPPED, updated_at=self.clock()))
        present = self.table(table)
        key = f"forbidden:{wanted.place.channel}"
        if present is None or present.row.host is None or await self.store.read(key_values.get, key) is not None:
            return
        await self.store.write(key_values.put, key, error.detail, self.clock())
        text = say("table/forbidden", place=f"<#{wanted.place.channel}>", detail=error.detail)
        try:
            place = await self._direct(present.row.host)
            await self.postbox.send(place, Message(text, table=table), nonce(table, key, 1))
        except DeliveryError as trouble:
            log.info("table %s: its host could not be told (%s)", table, trouble.kind)

    async def _put(self, row: Projection) -> None:
        await self.store.write(rows.put, row)


def hide_hand(connection: Connection, table: int, seat: Seat, hidden: bool) -> None:
    """Have the private message of a seat show no hand, or show it again. It changes when its worker is woken."""
    row = rows.one(connection, table, f"{RACK}{seat}")
    if row is not None:
        rows.put(connection, replace(row, data={**row.data, "hidden": hidden, rows.MADE: ""}))

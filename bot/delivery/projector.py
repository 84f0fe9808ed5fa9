"""Messages as projections of tables: a row says which sequence each message shows, a worker brings it up to date.

One worker a message. It shows the table as it is when it gets to it, so that states which were overtaken are skipped;
it edits only when what is to be seen differs; sends carry a nonce, so that a crash between Discord's answer and the
row posts nothing twice. Nothing on the path of a move waits for any of this.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.messages.desired_message import DesiredMessage, MessageSource
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, Messenger, Place
from bot.ports.ui import Message
from bot.store import projections as rows
from bot.store.projections import Projection
from bot.store.store import Store

log = logging.getLogger(__name__)

LIVE = "live"
STOPPED = "stopped"
"""State of a message that must not be tried: the bot may not speak there."""


def digest(message: Message) -> str:
    """Tells two contents of a message apart."""
    told = (message.text, [(one.alt, one.png) for one in message.pictures], message.rows, message.seq, message.name)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32]


def nonce(table: int, what: str, turn: int) -> str:
    """The same for the same posting of the same message, at most 25 characters."""
    return hashlib.sha256(f"{table}:{what}:{turn}".encode()).hexdigest()[:25]


@dataclass(slots=True)
class MessageSync:
    """Sends, edits and posts afresh, and keeps the rows. `trouble` decides what a failure means for a message."""

    store: Store
    postbox: Messenger
    clock: Clock
    trouble: Callable[[int, str, Projection | None, DesiredMessage, DeliveryError], Awaitable[bool]]

    async def bring_up(self, table: int, what: str, show: MessageSource, afresh: bool = False) -> bool:
        """Show the present state of one message; true if there is more to be shown at once."""
        row = await self.store.read(rows.one, table, what)
        if row is not None and row.state == STOPPED:
            return False
        row = await self._swept(row)
        wanted = await show(what, row)
        if wanted is None:
            return False
        wanted = replace(wanted, afresh=True) if afresh else wanted
        try:
            await self._shown(table, what, row, wanted)
        except DeliveryError as trouble:
            return await self._troubled(table, what, row, wanted, trouble)
        return wanted.more

    async def _shown(self, table: int, what: str, row: Projection | None, wanted: DesiredMessage) -> None:
        mark = digest(wanted.message)
        if row is None or row.message is None or wanted.afresh or row.channel != wanted.place.channel:
            await self._post(table, what, row, wanted, mark)
        elif row.digest != mark:
            await self.postbox.edit(wanted.place, row.message, wanted.message)
            await self._put(self._row(table, what, row, wanted, mark))
        elif row.shown_sequence != wanted.sequence or dict(row.data) != self._data(row, wanted):
            await self._put(self._row(table, what, row, wanted, mark))

    async def _post(self, table: int, what: str, row: Projection | None, wanted: DesiredMessage, mark: str) -> None:
        turn = int(row.data.get("turn", 0)) + 1 if row is not None else 1
        sent = await self.postbox.send(wanted.place, wanted.message, nonce(table, what, turn))
        new = self._row(table, what, row, wanted, mark)
        data = {**new.data, "turn": turn}
        old = row.message if row is not None else None
        if row is not None and old is not None and old != sent and not wanted.keep_old:
            data["old"] = [row.channel, wanted.place.guild, old]
        new = replace(new, message=sent, sent_at=self.clock(), data=data)
        await self._put(new)
        await self._swept(new)

    async def _swept(self, row: Projection | None) -> Projection | None:
        """Take away the message that a newer one has replaced."""
        if row is None or "old" not in row.data:
            return row
        channel, guild, message = row.data["old"]
        try:
            await self.postbox.delete(Place(int(channel), int(guild)), int(message))
        except DeliveryError as trouble:
            log.info("an old message could not be taken away (%s)", trouble.kind)
        clean = replace(row, data={name: value for name, value in row.data.items() if name != "old"})
        await self._put(clean)
        return clean

    async def _troubled(
        self, table: int, what: str, row: Projection | None, wanted: DesiredMessage, trouble: DeliveryError
    ) -> bool:
        if trouble.kind in ("gone", "old") and row is not None and row.message is not None:
            await self._put(replace(row, message=None, digest=None, updated_at=self.clock()))
            return True
        return await self.trouble(table, what, row, wanted, trouble)

    def _data(self, row: Projection | None, wanted: DesiredMessage) -> dict[str, object]:
        kept = {name: value for name, value in (row.data if row is not None else {}).items() if name in ("turn", "old")}
        return {**kept, **wanted.data}

    def _row(self, table: int, what: str, row: Projection | None, wanted: DesiredMessage, mark: str) -> Projection:
        return Projection(
            table,
            what,
            wanted.sequence,
            self.clock(),
            wanted.user,
            wanted.place.channel,
            row.message if row is not None else None,
            mark,
            LIVE,
            self._data(row, wanted),
            row.sent_at if row is not None else None,
        )

    async def _put(self, row: Projection) -> None:
        await self.store.write(rows.put, row)

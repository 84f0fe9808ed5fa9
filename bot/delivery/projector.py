"""Synchronises one message with Discord, so that it is posted exactly once.

A message shows the state of its table at the moment of sending, so outdated states are skipped. It is edited only if
its content has changed. Sends carry a nonce, so that a crash after Discord's answer, but before the row is written,
posts nothing twice. No move waits for any of this.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.messages.desired_message import DesiredMessage, MessageSource, TakenBack
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, ErrorKind, Messenger, Place
from bot.ports.ui import Message
from bot.store import projections
from bot.store.message_data import MessageData, Replaced
from bot.store.message_keys import MessageKey
from bot.store.projections import LIVE, STOPPED, Projection
from bot.store.store import Store

log = logging.getLogger(__name__)


def content_digest(message: Message) -> str:
    """The digest of a message's content."""
    pictures = [(picture.alt, picture.png) for picture in message.pictures]
    content = (message.text, pictures, message.rows, message.seq, message.name)
    return hashlib.sha256(repr(content).encode()).hexdigest()[:32]


def nonce(table: int, what: str, posting: int) -> str:
    """The nonce of one posting of one message, at most 25 characters; the same whenever that posting is tried."""
    return hashlib.sha256(f"{table}:{what}:{posting}".encode()).hexdigest()[:25]


FailureHandler = Callable[[int, MessageKey, Projection | None, DesiredMessage, DeliveryError], Awaitable[bool]]
"""Handles the failure of a message. Returns True if it should be tried again at once."""


@dataclass(slots=True)
class MessageSync:
    """Sends, edits and reposts messages, and keeps their rows."""

    store: Store
    messenger: Messenger
    clock: Clock
    handle_failure: FailureHandler

    async def sync(self, table: int, key: MessageKey, source: MessageSource, repost: bool = False) -> bool:
        """Make one message show the present state of its table. True if more must be shown at once."""
        row = await self.store.read(projections.one, table, key)
        if row is not None and row.state == STOPPED:
            return False
        if row is not None:
            row = await self._delete_replaced(row)
        desired = await source(key, row)
        if desired is None:
            return False
        if isinstance(desired, TakenBack):
            return await self._take_back(row, desired)
        if repost:
            desired = replace(desired, repost=True)
        try:
            await self._show(table, key, row, desired)
        except DeliveryError as error:
            return await self._handle_error(table, key, row, desired, error)
        return desired.more

    async def _show(self, table: int, key: MessageKey, row: Projection | None, desired: DesiredMessage) -> None:
        new = self._row(table, key, row, desired)
        if row is None or row.message is None or desired.repost or row.channel != desired.place.channel:
            await self._post(row, new, desired)
        elif row.content_digest != new.content_digest:
            await self.messenger.edit(desired.place, row.message, desired.message)
            await self._put(new)
        elif row.shown_sequence != new.shown_sequence or row.data != new.data:
            await self._put(new)

    async def _post(self, row: Projection | None, new: Projection, desired: DesiredMessage) -> None:
        posting = new.data.postings + 1
        sent = await self.messenger.send(desired.place, desired.message, nonce(new.table, str(new.key), posting))
        data = replace(new.data, postings=posting)
        if row is not None and row.channel is not None and row.message not in (None, sent) and not desired.keep_old:
            data = replace(data, replaced=Replaced(row.channel, desired.place.guild, row.message))
        new = replace(new, message=sent, sent_at=self.clock(), data=data)
        await self._put(new)
        await self._delete_replaced(new)

    async def _take_back(self, row: Projection | None, taken: TakenBack) -> bool:
        """Delete a message and forget its reader and place. True, as another message may have to be shown instead."""
        if row is None:
            return False
        replaced = None
        if row.message is not None and row.channel is not None:
            replaced = Replaced(row.channel, 0, row.message)
        data = MessageData(postings=row.data.postings, replaced=replaced, unknown=row.data.unknown)
        blank = replace(
            row, user_id=None, channel=None, message=None, content_digest=None, sent_at=None,
            shown_sequence=taken.sequence, data=data, updated_at=self.clock(),
        )  # fmt: skip
        await self._put(blank)
        await self._delete_replaced(blank)
        return True

    async def _delete_replaced(self, row: Projection) -> Projection:
        """Delete the former posting of a message, if there is one."""
        replaced = row.data.replaced
        if replaced is None:
            return row
        try:
            await self.messenger.delete(Place(replaced.channel, replaced.guild), replaced.message)
        except DeliveryError as error:
            log.info("a replaced message could not be deleted (%s)", error.kind)
        clean = replace(row, data=replace(row.data, replaced=None))
        await self._put(clean)
        return clean

    async def _handle_error(
        self, table: int, key: MessageKey, row: Projection | None, desired: DesiredMessage, error: DeliveryError
    ) -> bool:
        if error.kind in (ErrorKind.GONE, ErrorKind.TOO_OLD) and row is not None and row.message is not None:
            await self._put(replace(row, message=None, content_digest=None, updated_at=self.clock()))
            return True
        return await self.handle_failure(table, key, row, desired, error)

    def _row(self, table: int, key: MessageKey, row: Projection | None, desired: DesiredMessage) -> Projection:
        """The row of the desired message, with delivery's own notes."""
        kept = row.data if row is not None else MessageData()
        return Projection(
            table,
            key,
            desired.sequence,
            self.clock(),
            desired.user,
            desired.place.channel,
            row.message if row is not None else None,
            content_digest(desired.message),
            LIVE,
            replace(desired.data, postings=kept.postings, replaced=kept.replaced, unknown=kept.unknown),
            row.sent_at if row is not None else None,
        )

    async def _put(self, row: Projection) -> None:
        await self.store.write(projections.put, row)

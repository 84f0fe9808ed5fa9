"""Synchronises one message with Discord, so that it is posted exactly once.

A message shows its table as it is at the moment of sending; earlier states are skipped. It is edited only if its
content has changed. No move waits for any of this. A message is posted through `bot.outbox.posting`, and all tries of
one posting have the same nonce.
"""

import hashlib
import logging
from dataclasses import replace
from typing import Final, NamedTuple

from msgspec import Struct, field

from bot.delivery.edit_pacing import EditPacing
from bot.delivery.held_back import UNOPENED, DeliveryFailures, find_due
from bot.delivery.message_rows import MessageRows
from bot.messages.parts.desired_message import DesiredMessage, MessageDeletion, MessageSource
from bot.outbox.posting import BegunPost, Post, find_post, nonce_of, post_once
from bot.ports import Clock, DeliveryError, ErrorKind, LastStored, Message, Messenger, Place
from bot.ports.messenger import MAY_WAIT
from bot.store import MessageData, MessageKey, MessageKind, Projection
from bot.store.messages.message_data import Posting
from bot.store.messages.message_keys import BOARD, LOG
from bot.store.messages.projections import INSTEAD, LIVE
from bot.store.people import digests
from bot.store.tables.upkeep import POSTING

log = logging.getLogger(__name__)

MOST_MESSAGES: Final = 20_000
"""The most messages whose pictures are known to have reached Discord."""


class ContentDigests(NamedTuple):
    """The digests of a message, in hexadecimal."""

    content: str
    pictures: str
    """The digest of the pixels, the alternative texts, and the file name, which tells if a picture is a spoiler."""


def compute_digests(message: Message) -> ContentDigests:
    """Compute the digests of a message."""
    drawn = [(picture.alt, hashlib.sha256(picture.png).digest()) for picture in message.pictures]
    content = (drawn, message.layout or (message.text, message.rows), message.sequence, message.file_name)
    return ContentDigests(_digest(content), _digest((drawn, message.file_name)))


def _digest(content: object) -> str:
    return hashlib.sha256(repr(content).encode()).hexdigest()[:32]


class MessageSync(Struct):
    """Sends, edits and reposts messages, and keeps their rows."""

    rows: MessageRows
    messenger: Messenger
    clock: Clock
    failures: DeliveryFailures
    pacing: EditPacing
    _arrived: LastStored[int, tuple[str | None, str]] = field(default_factory=lambda: LastStored(MOST_MESSAGES))
    """By message id, the digests of the content and the pictures that are known to have reached Discord."""

    def find_bucket(self, row: Projection) -> tuple[int, bool]:
        """Return the id under which a posted message's edits are counted, and True if presses of its reader edit it.

        A message with several readers keeps the pace of its channel, because a press on it may be a secret answer.
        """
        is_hand = row.key.kind is MessageKind.HAND
        free = is_hand and row.message is not None and self.messenger.edits_freely(row.message)
        return (row.message or 0, True) if free else (row.channel or 0, False)

    def measure_wait(self, row: Projection) -> float:
        """Seconds until a posted message may be edited."""
        bucket, free = self.find_bucket(row)
        return self.pacing.measure_wait(bucket, row.key, free)

    async def sync_message(self, table: int, key: MessageKey, source: MessageSource, repost: bool = False) -> bool:
        """Make one message show its table as it is now. True if the message should be synced again at once."""
        row = await self.rows.read(table, key)
        if row is not None and self.clock() < find_due(row):
            return False
        trouble: DeliveryError | None = None
        if row is not None:
            try:
                row = await self._find_begun_posting(row)
            except DeliveryError as error:
                trouble = error
            row = await self._delete_replaced(row)
        try:
            desired = await source(key, row)
        except DeliveryError as error:
            return await self.failures.handle(table, key, row, UNOPENED, error)
        if desired is None:
            return False
        if isinstance(desired, MessageDeletion):
            return await self._delete_withdrawn(row, desired)
        if repost:
            desired = replace(desired, repost=True)
        if desired.morning is not None and desired.user is not None:
            await self.rows.store.write(digests.plan_morning_digest, desired.user, desired.morning, self.clock())
        try:
            if trouble is not None:
                raise trouble
            await self._show(table, key, row, desired)
        except DeliveryError as error:
            return await self._handle_error(table, key, desired, error)
        if row is not None and row.data.refusals and not desired.instead:
            await self.failures.note_accepted(table, desired.place)
        return desired.more

    async def _find_begun_posting(self, row: Projection) -> Projection:
        """Search Discord for a posting that was begun before a crash. Returns the row as it is after that."""
        begun = row.data.posting
        if begun is None:
            return row
        begun_post = BegunPost(begun.channel, begun.guild, begun.digest, begun.at, begun.after)
        arrived = await find_post(self.messenger, begun_post, row.table)
        if arrived is None:
            after = replace(row, state=LIVE, data=replace(row.data, posting=None))
        else:
            log.info("table %s: found the message %s, which was posted before the bot stopped", row.table, row.key)
            after = _make_posted_row(row, arrived[1])
        await self.rows.put(after, row)
        return after

    async def _show(self, table: int, key: MessageKey, row: Projection | None, desired: DesiredMessage) -> None:
        digests = compute_digests(desired.message)
        new = self._make_row(table, key, row, desired, digests)
        two_boards = key == BOARD and row is not None and row.data.replaced is not None  # a third is too many
        repost = desired.repost and not two_boards
        if row is None or row.message is None or repost or row.channel != desired.place.channel:
            await self._post(row, new, desired, digests)
        elif row.content_digest != new.content_digest:
            arrived = self._arrived.pop(row.message, None)  # it is noted again once the edit has arrived
            is_drawn = (
                bool(desired.message.pictures) and desired.message.layout is None
            )  # a layout needs its files again
            keep = is_drawn and arrived == (row.content_digest, digests.pictures)
            editing = _make_row_during_edit(row, new)
            await self.rows.put(editing, row)
            self.pacing.take_turn(self.find_bucket(row)[0], key)
            waits = MAY_WAIT.set(key.kind is MessageKind.HAND)  # a reader who waits has pressed something
            try:
                await self.messenger.edit(desired.place, row.message, desired.message, keep)
            finally:
                MAY_WAIT.reset(waits)
            await self.rows.put(new, editing)
            self._arrived[row.message] = new.content_digest, digests.pictures
        elif _must_be_written(row, new):
            await self.rows.put(new, row)

    async def _post(
        self, row: Projection | None, new: Projection, desired: DesiredMessage, digests: ContentDigests
    ) -> None:
        number = new.data.postings + 1
        before = row if row is not None else Projection(new.table, new.key, 0, self.clock(), desired.user)
        noted_row = before

        async def begin(begun: BegunPost) -> None:
            nonlocal noted_row
            posting = Posting(
                begun.channel, begun.guild, begun.digest, before.message or 0, begun.at,
                desired.sequence, desired.user, desired.keep_old, new.data.to_json(),
            )  # fmt: skip
            data = replace(before.data, postings=number, posting=posting)
            noted_row = replace(before, state=POSTING, updated_at=begun.at, data=data)
            await self.rows.put(noted_row, before)

        post = Post(desired.place, desired.message, nonce_of(f"{new.table}:{new.key}:{number}"))
        _, sent = await post_once(self.messenger, post, self.clock(), None, begin)
        posted = replace(_make_posted_row(noted_row, sent), content_digest=digests.content)
        await self.rows.put(posted, before)
        self._arrived[sent] = posted.content_digest, digests.pictures
        await self._delete_replaced(posted)

    async def _delete_withdrawn(self, row: Projection | None, deletion: MessageDeletion) -> bool:
        """Delete a message, and clear its reader and place in the row. True if it should be synced again at once."""
        if row is None:
            return False
        data = MessageData(postings=row.data.postings, replaced=row.as_replaced(), unknown=row.data.unknown)
        blank = Projection(row.table, row.key, deletion.sequence, self.clock(), state=row.state, data=data)
        await self.rows.put(blank)
        await self._delete_replaced(blank)
        return True

    async def _delete_replaced(self, row: Projection) -> Projection:
        """Delete the earlier posting that a message has replaced, if there is one. Returns the row without it.

        If Discord refuses, the row keeps its note, and the next change of the message tries again.
        """
        replaced = row.data.replaced
        if replaced is None:
            return row
        try:
            await self.messenger.delete(Place(replaced.channel, replaced.guild), replaced.message)
        except DeliveryError as error:
            log.info("a replaced message could not be deleted (%s)", error.kind)
            return row
        clean = replace(row, data=replace(row.data, replaced=None))
        await self.rows.put(clean, row)
        return clean

    async def _handle_error(self, table: int, key: MessageKey, desired: DesiredMessage, error: DeliveryError) -> bool:
        row = await self.rows.read(table, key)
        if error.kind in (ErrorKind.GONE, ErrorKind.TOO_OLD) and row is not None and row.message is not None:
            # A message that is too old to be edited still stands there.
            data = replace(row.data, replaced=row.as_replaced(desired.place.guild))
            await self.rows.put(replace(row, message=None, content_digest=None, data=data), row)
            return True
        return await self.failures.handle(table, key, row, desired.place, error)

    def _make_row(
        self, table: int, key: MessageKey, row: Projection | None, desired: DesiredMessage, digests: ContentDigests
    ) -> Projection:
        """The new row of a message. The notes that delivery keeps for itself come from the present row."""
        kept = row if row is not None else Projection(table, key, 0, 0)
        notes = kept.data
        data = replace(desired.data, postings=notes.postings, replaced=notes.replaced, unknown=notes.unknown)
        if desired.instead:
            data = replace(data, refusal=notes.refusal, detail=notes.detail, refusals=notes.refusals,
                           refused_since=notes.refused_since, retry_at=notes.retry_at)  # fmt: skip
        return Projection(
            table, key, desired.sequence, self.clock(), desired.user, desired.place.channel, kept.message,
            digests.content, _find_state(data), data, kept.sent_at,
        )  # fmt: skip


def _make_row_during_edit(row: Projection, new: Projection) -> Projection:
    """The row of a message whose edit is under way: its content is unknown. A layout stays a layout.

    The row of a log already says which events the edit is to show. So that row is written only once for each edit.
    """
    data = replace(row.data, input_hash=b"", layout=row.data.layout or new.data.layout)
    shown = new.shown_sequence if row.key == LOG else row.shown_sequence
    return replace(row, shown_sequence=shown, content_digest=None, data=data)


def _must_be_written(row: Projection, new: Projection) -> bool:
    """True if the row must be written although the message is not edited.

    Only the log must store a new shown sequence. The hash of the inputs is stored when the table is put away.
    """
    if row.key == LOG and row.shown_sequence != new.shown_sequence:
        return True
    return row.data != replace(new.data, input_hash=row.data.input_hash)


def _make_posted_row(row: Projection, message: int) -> Projection:
    """The row of a message whose posting was begun and has arrived. The message may be out of date by now."""
    begun = row.data.posting
    if begun is None:
        raise ValueError(f"no posting of {row.key} was begun")
    notes = MessageData.from_json(begun.notes)
    old = None if begun.keeps_old else row.as_replaced(begun.guild, message)
    data = replace(
        notes, postings=row.data.postings, unknown=row.data.unknown, replaced=old or notes.replaced, posting=None
    )
    return Projection(
        row.table, row.key, begun.shown, row.updated_at, begun.user, begun.channel, message, None, _find_state(data),
        data, begun.at,
    )  # fmt: skip


def _find_state(data: MessageData) -> str:
    """The state of a message that Discord has taken."""
    return INSTEAD if data.refusal else LIVE

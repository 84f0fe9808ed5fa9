"""The place for a player's private message: their DMs, otherwise a private thread if they chose one, otherwise none.

The button "My hand" always works. A player whose DMs are closed gets one notice in the channel. Its words do not depend
on their hand. Their DMs are tried again with every hand, and at once when they write to the bot in a DM.

A thread is opened only for a player who asks for it, after they were told who can read it. It is given up as soon as an
opponent could read it. Administrators, the server's owner, and everybody who may manage threads there could.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Hashable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, NamedTuple
from weakref import WeakValueDictionary

from bot.delivery.message_rows import MessageRows
from bot.messages.desired_message import home_of
from bot.messages.table_words import words_of
from bot.outbox.outbox import MessageToSend, Teller
from bot.outbox.posting import nonce_of
from bot.people.loudness import Topic, ping
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, Messenger, Place, ThreadReaders
from bot.ports.ui import Button, Message
from bot.store.database.engine import Connection
from bot.store.messages import outbox, projections
from bot.store.messages.message_keys import MessageKey, MessageKind
from bot.store.messages.outbox import NewMessage, WaitingMessage
from bot.store.messages.projections import Projection
from bot.store.people import preferences
from bot.store.store import Store
from bot.store.tables.rows import Pace, Status
from bot.tables.aggregate.table import Table
from games.core.seats import Seat

log = logging.getLogger(__name__)

NO_THREAD: Final = 0
"""The thread id in the row of a player who has no thread and was told that only the button is left."""
CHECK_AGAIN: Final = 60_000
"""Milliseconds after which a private thread's readers are checked again, since roles may have changed."""


def _write_notice(connection: Connection, table: int, guild: int, user: int, number: int, now: int) -> None:
    """Write a player the notice that their DMs are closed, unless they had one with this number at this table."""
    nonce = nonce_of(f"{table}:closed:{user}:{number}")
    outbox.add(connection, NewMessage(ClosedDmNotices.kind, {"guild": guild}, nonce, now, table, user))


@dataclass(frozen=True, slots=True)
class ClosedDmNotices(Teller):
    """Makes the notice in a table's channel to a player whose DMs are closed, if they still have a seat."""

    store: Store
    find_table: Callable[[int], Awaitable[Table]]
    kind: ClassVar[str] = "closed_dms"

    def find_lane(self, waiting: WaitingMessage) -> Hashable:
        return self.kind, waiting.table

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        table, user = await self.find_table(waiting.table or 0), waiting.user_id or 0
        if table.status == Status.CLOSED or table.seat_of(user) is None:
            return None
        words = words_of(table)
        names = ("hand.show", "hand.thread") if table.row.thread is None else ("hand.show",)
        buttons = tuple(Button(name, words.label(name)) for name in names)
        key = "rack/closed" if table.row.thread is None else "rack/closed_in_thread"
        people = await self.store.read(preferences.preferences_of, {user})
        message = Message(words.say(key, mention=f"<@{user}>"), rows=(buttons,), table=table.id)
        return MessageToSend(home_of(table), ping(message, Topic.DUTY, people, now))


class _Check(NamedTuple):
    """The result of a check: `safe` if no opponent could read a player's private thread."""

    opponents: tuple[int, ...]
    """The other people who were at the table then."""
    until: int
    """The time (milliseconds) until which the result holds."""
    safe: bool


@dataclass(slots=True)
class PrivateDelivery:
    """Finds the place for each player's own message, and falls back when their DMs are closed."""

    store: Store
    rows: MessageRows
    messenger: Messenger
    clock: Clock
    wake_outbox: Callable[[], None]
    _closed: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By user, the hand (table and shuffle) in which their DMs were found closed."""
    _checked: dict[tuple[int, int], _Check] = field(default_factory=dict)
    """By table and player, the last check of that player's thread."""
    _opening: WeakValueDictionary[tuple[int, int], asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """By table and player, a lock that is held while a thread is opened for that player."""

    async def find_place(self, table: Table, seat: Seat, user: int, row: Projection | None) -> Place | None:
        """The place for the hand of a seat; None if the player can only use the button."""
        if self._closed.get(user) != (table.id, table.shuffle.number):
            self.reopen(user)
            return await self.messenger.open_dm(user)
        if row is None or not is_in_thread(row):
            return None
        if not await self._is_safe(table, user):
            await self._tell_of_closed_dms(table, user, table.shuffle.number + 1)
            if row.message is None:  # otherwise the thread is still needed, to take the message back
                await self.leave_thread(row)
            return None
        return Place(row.data.thread or 0, table.row.guild)

    def is_covered(self, place: Place, message: int) -> bool:
        """True if the bot has posted something below a message in a DM. False elsewhere."""
        return not place.guild and self.messenger.find_last(place) > message

    async def find_readers(self, table: Table, user: int) -> ThreadReaders | None:
        """Find out who could read a player's private thread; None if that is unknown or no thread is possible."""
        if table.row.thread is not None or not table.row.guild:
            return None
        opponents = _list_opponents(table, user)
        try:
            found = await self.messenger.find_thread_readers(_find_channel(table), opponents)
        except DeliveryError as error:
            log.info("table %s: it is not known who could read a thread (%s)", table.id, error.kind)
            return None
        self._checked[table.id, user] = _Check(opponents, self.clock() + CHECK_AGAIN, not found.users)
        return found

    async def use_thread(self, table: Table, seat: Seat, user: int) -> bool:
        """Open a private thread for a player who chose one, unless they have it already.

        Returns False if an opponent could read the thread, or if that is unknown. Raises DeliveryError if the thread
        cannot be opened. Simultaneous presses open only one thread, since a hand in a second thread would never be
        taken back.
        """
        async with self._opening.setdefault((table.id, user), asyncio.Lock()):
            readers = await self.find_readers(table, user)
            if readers is None or readers.users:
                return False
            key = MessageKey(MessageKind.HAND, seat)
            known = await self.store.read(projections.find, table.id, key)
            if known is None or known.user_id != user or not is_in_thread(known):
                thread = await self._open_thread(table, user)
                await self.store.write(projections.choose_thread, table.id, key, user, thread, self.clock())
            return True

    async def list_readable_hands(self, table: Table, user: int) -> tuple[Seat, ...]:
        """The seats whose hand stands in a private thread that this user could read. If Discord does not say who can
        read there, these are all seats with a hand in a thread."""
        rows = await self.store.read(projections.list_of_table, table.id)
        seats = [row.key.seat for row in rows if row.key.kind is MessageKind.HAND and row.message and is_in_thread(row)]
        if not seats:
            return ()
        try:
            found = await self.messenger.find_thread_readers(_find_channel(table), (user,))
        except DeliveryError:
            return tuple(seats)
        return tuple(seats) if user in found.users else ()

    async def _is_safe(self, table: Table, user: int) -> bool:
        """True if nobody else at the table could read a player's thread. It is checked again after `CHECK_AGAIN`
        milliseconds, and when other people sit at the table."""
        check = self._checked.get((table.id, user))
        if check is not None and check.opponents == _list_opponents(table, user) and check.until > self.clock():
            return check.safe
        found = await self.find_readers(table, user)
        return found is not None and not found.users

    def reopen(self, user: int) -> bool:
        """Try a user's DMs again from now on. True if they were noted as closed."""
        return self._closed.pop(user, None) is not None

    def keep_only(self, tables: Collection[int]) -> None:
        """Forget the closed DMs and the checks of threads, except at these tables."""
        self._closed = {user: hand for user, hand in self._closed.items() if hand[0] in tables}
        self._checked = {key: check for key, check in self._checked.items() if key[0] in tables}

    async def fall_back(self, table: Table, key: MessageKey, row: Projection | None, user: int) -> bool:
        """Stop using a user's closed DMs for this hand, and tell the user, unless they have been told.

        Returns True if the user chose a thread. The message should then be tried there at once.
        """
        self._closed[user] = (table.id, table.shuffle.number)
        known = row if row is not None and row.user_id == user else None
        chosen = known is not None and is_in_thread(known)
        if not chosen and (known is None or known.data.thread != NO_THREAD):
            await self._tell_of_closed_dms(table, user)
        kept = row if row is not None else Projection(table.id, key, 0, self.clock())
        data = kept.data if chosen else replace(kept.data, thread=NO_THREAD, chosen=False)
        data = replace(data, replaced=kept.as_replaced() or data.replaced)
        await self._put(replace(kept, user_id=user, message=None, content_digest=None, data=data), kept)
        return chosen

    async def leave_thread(self, row: Projection) -> None:
        """Stop using a player's private thread. Only the button is left from then on."""
        await self._put(replace(row, data=replace(row.data, thread=NO_THREAD, chosen=False)), row)

    async def _tell_of_closed_dms(self, table: Table, user: int, number: int = 1) -> None:
        await self.store.write(_write_notice, table.id, table.row.guild, user, number, self.clock())
        self.wake_outbox()

    async def _open_thread(self, table: Table, user: int) -> int:
        name = words_of(table).say("rack/thread", title=table.game.TITLE, number=table.id)
        slow = table.row.pace == Pace.CORRESPONDENCE
        return (await self.messenger.open_thread(_find_channel(table), name, True, (user,), slow)).channel

    async def _put(self, row: Projection, before: Projection) -> None:
        await self.rows.put(replace(row, updated_at=self.clock()), before)


def is_in_thread(row: Projection) -> bool:
    """True if a player chose a private thread for their hand."""
    return row.data.chosen and bool(row.data.thread)


def _list_opponents(table: Table, user: int) -> tuple[int, ...]:
    return tuple(taken.user_id for taken in table.seats if taken.user_id is not None and taken.user_id != user)


def _find_channel(table: Table) -> Place:
    return Place(table.row.channel, table.row.guild)

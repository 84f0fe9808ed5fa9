"""The notice in a table's channel to a player whose DMs are closed. Its words do not depend on their hand."""

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.messages.desired_message import home
from bot.messages.table_words import words_of
from bot.outbox.outbox import Said, Teller
from bot.outbox.posting import nonce_of
from bot.people.loudness import Topic, ping
from bot.ports.ui import Button, Message
from bot.store.database.engine import Connection
from bot.store.messages import outbox
from bot.store.messages.outbox import NewMessage, WaitingMessage
from bot.store.people import preferences
from bot.store.store import Store
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table

KIND: Final = "closed_dms"
"""The kind of these notices in the outbox."""


def write_notice(connection: Connection, table: int, guild: int, user: int, number: int, now: int) -> None:
    """Write a notice, which is sent later, unless the player had one with this number at this table."""
    nonce = nonce_of(f"{table}:closed:{user}:{number}")
    outbox.add(connection, NewMessage(KIND, {"guild": guild}, nonce, now, table, user))


@dataclass(frozen=True, slots=True)
class ClosedDmNotices(Teller):
    """Makes these notices, for players who still have a seat."""

    store: Store
    find_table: Callable[[int], Awaitable[Table]]
    kind: ClassVar[str] = KIND

    def find_lane(self, waiting: WaitingMessage) -> Hashable:
        return KIND, waiting.table

    async def make(self, waiting: WaitingMessage, now: int) -> Said | None:
        table, user = await self.find_table(waiting.table or 0), waiting.user_id or 0
        if table.status == Status.CLOSED or table.seat_of(user) is None:
            return None
        words = words_of(table)
        names = ("hand.show", "hand.thread") if table.row.thread is None else ("hand.show",)
        buttons = tuple(Button(name, words.label(name)) for name in names)
        key = "rack/closed" if table.row.thread is None else "rack/closed_in_thread"
        people = await self.store.read(preferences.preferences_of, {user})
        message = Message(words.say(key, mention=f"<@{user}>"), rows=(buttons,), table=table.id)
        return Said(home(table), ping(message, Topic.DUTY, people, now))

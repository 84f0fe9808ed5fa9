"""Desired messages: the state that a table's message should be in. Presenters make them; delivery sends them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from msgspec import Struct

from bot.ports import Message, Place
from bot.store import MessageData, MessageKey, Projection
from bot.tables.aggregate import Table


@dataclass(frozen=True, slots=True)
class DesiredMessage:
    """A message as it should be after event `sequence`, and where to post it."""

    message: Message
    sequence: int
    place: Place
    repost: bool = False
    """Post the message again, and delete the old posting."""
    keep_old: bool = False
    """Keep the old posting when the message is posted again."""
    user: int | None = None
    """The player that the message is for; None if it is for everybody."""
    data: MessageData = field(default_factory=MessageData)
    """Notes that are stored with the message. Delivery adds notes of its own."""
    instead: bool = False
    """True if the message stands instead of one that Discord refused."""
    morning: int | None = None
    """The end of the quiet hours that hold an alert to the player back. A digest is due then."""
    more: bool = False
    """True if the next page of the log is to be made at once."""


class MessageDeletion(Struct, frozen=True):
    """An order to delivery: delete a private message that its reader may no longer see, and forget where it was."""

    sequence: int


Ping = Callable[[Message], Message]
"""Pings those whom a message concerns, if they want to hear of it."""

MessageSource = Callable[[MessageKey, Projection | None], Awaitable[DesiredMessage | MessageDeletion | None]]
"""Makes a message from its key and its stored row. None leaves the message as it is."""


def home_of(table: Table) -> Place:
    """The channel or thread of a table."""
    return Place(table.place, table.row.guild)

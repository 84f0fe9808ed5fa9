"""Desired messages: how a message of a table should be now. Presenters make them, delivery brings them about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.ports.messenger import Place
from bot.ports.ui import Message
from bot.store.message_data import MessageData
from bot.store.message_keys import MessageKey
from bot.store.projections import Projection
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class DesiredMessage:
    """A message as it should be after event `sequence`, and the place for it."""

    message: Message
    sequence: int
    place: Place
    repost: bool = False
    """Whether to post the message again, and delete the former posting."""
    keep_old: bool = False
    """Whether the former posting stays when the message is posted again."""
    user: int | None = None
    """The user whose own message it is."""
    data: MessageData = field(default_factory=MessageData)
    """Notes for the row; those of delivery are filled in there."""
    more: bool = False
    """Whether another page follows at once."""


MessageSource = Callable[[MessageKey, Projection | None], Awaitable[DesiredMessage | None]]
"""Makes a message as it should be, given its row; None if it should stay as it is."""


def home(table: Table) -> Place:
    """The channel or thread of a table."""
    return Place(table.place, table.row.guild)

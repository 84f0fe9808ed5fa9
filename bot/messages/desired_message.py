"""The state that a message should be in, as the presenter wants it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.ports.messenger import Place
from bot.ports.ui import Message
from bot.store.projections import Projection

MessageSource = Callable[[str, Projection | None], Awaitable["DesiredMessage | None"]]


@dataclass(frozen=True, slots=True)
class DesiredMessage:
    """How a message should be now, after event `sequence`. `afresh` posts it anew and takes the old one away;
    `keep_old` leaves the old one standing. `data` goes into the row; `more` says that another message follows."""

    message: Message
    sequence: int
    place: Place
    afresh: bool = False
    keep_old: bool = False
    user: int | None = None
    data: dict[str, object] = field(default_factory=dict)
    more: bool = False

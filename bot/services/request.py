"""A request as services take it: who asks, where, and in which interaction."""

from __future__ import annotations

from dataclasses import dataclass

from bot.messages.board import words_of
from bot.ports.requests import Location, Requester, RequestId
from bot.tables.table import Table
from bot.wording import Words


@dataclass(slots=True)
class Request:
    """A user asks for something."""

    requester: Requester
    location: Location
    id: RequestId
    about: Table | None = None
    """The table that the request turned out to be about. `TableLookup` sets it, so that an error is worded as that
    table words things."""

    @property
    def user(self) -> int:
        """The id of the user who asks."""
        return self.requester.user

    @property
    def at(self) -> int:
        """When Discord received the request, in milliseconds since 1970."""
        return self.id.at

    @property
    def cause(self) -> str:
        """The cause under which changes are stored; the same for a request that arrives twice."""
        return self.id.cause

    @property
    def in_dm(self) -> bool:
        """Whether the request was made in a DM."""
        return not self.location.guild

    def words(self) -> Words:
        """How to word the answer: in the table's terms once the table is known."""
        return Words() if self.about is None else words_of(self.about)

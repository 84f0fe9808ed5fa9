"""A request to a service: the user, the channel and the interaction."""

from __future__ import annotations

from dataclasses import dataclass

from bot.messages.board import words_of
from bot.ports.requests import Location, Requester, RequestId
from bot.tables.table import Table
from bot.wording import Words


@dataclass(slots=True)
class Request:
    """A user's request."""

    requester: Requester
    location: Location
    id: RequestId
    about: Table | None = None
    """The table that the request is about, once `TableLookup` has found it. Errors are then worded for its game."""

    @property
    def user(self) -> int:
        """The id of the user who asks."""
        return self.requester.user

    @property
    def at(self) -> int:
        """The time at which Discord received the request, in milliseconds since 1970."""
        return self.id.at

    @property
    def cause(self) -> str:
        """The cause under which changes are stored; the same for a request that arrives twice."""
        return self.id.cause

    @property
    def in_dm(self) -> bool:
        """True if the request was made in a DM."""
        return not self.location.guild

    def words(self) -> Words:
        """The wording of the answer: the table's own, once the table is known."""
        return Words() if self.about is None else words_of(self.about)

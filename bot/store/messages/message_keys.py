"""The keys of a table's messages. Only this module knows their spelling in the database."""

from enum import StrEnum
from typing import NamedTuple, Self

from games.core.seats import Seat


class MessageKind(StrEnum):
    """The kinds of a table's messages. The values are stored, so they never change."""

    BOARD = "board"
    """The public picture of the table, or its lobby."""
    LOG = "log"
    """The events of the table in words."""
    SHEET = "sheet"
    """The final score sheet."""
    START = "start"
    """The notice that it is time for the planned start."""
    CALL = "call"
    """The call for players."""
    HAND = "rack"
    """A player's own hand."""
    REMINDER = "note"
    """The public reminder to a player for whom the table waits."""
    OFFER = "offer"
    """The public offer of a seat."""


class MessageKey(NamedTuple):
    """The key of a message among those of a table. `MessageKey(MessageKind.HAND, Seat(3))` is stored as "rack:3"."""

    kind: MessageKind
    player: Seat | None = None
    """The seat that the message is for or about; None for a message about the whole table."""

    @classmethod
    def parse(cls, stored: str) -> Self:
        """Read a stored key. Raises ValueError if this release does not know it."""
        kind, colon, seat = stored.partition(":")
        return cls(MessageKind(kind), Seat(int(seat)) if colon else None)

    def __str__(self) -> str:
        return self.kind.value if self.player is None else f"{self.kind.value}:{self.player}"

    @property
    def seat(self) -> Seat:
        """The seat of a hand, a reminder or an offer. Raises ValueError for a message about the whole table."""
        if self.player is None:
            raise ValueError(f"the message {self} belongs to no seat")
        return self.player


BOARD = MessageKey(MessageKind.BOARD)
LOG = MessageKey(MessageKind.LOG)
SHEET = MessageKey(MessageKind.SHEET)
START = MessageKey(MessageKind.START)
CALL = MessageKey(MessageKind.CALL)

"""The keys of a table's messages, and the only place that knows how they are spelled in the database."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self

from games.core.seats import Seat

__all__ = ["BOARD", "CALL", "LOG", "SHEET", "START", "MessageKey", "MessageKind"]


class MessageKind(StrEnum):
    """The kinds of messages that are kept up to date. The values are stored, so they never change."""

    BOARD = "board"
    """The public picture of the table, or its lobby."""
    LOG = "log"
    """The events of the table, in words."""
    SHEET = "sheet"
    """The final score sheet."""
    START = "start"
    """The notice that the start time of the game has come."""
    CALL = "call"
    """The call for players."""
    HAND = "rack"
    """A player's own message."""
    REMINDER = "note"
    """The public reminder of a player for whom the table waits."""
    OFFER = "offer"
    """The public question for somebody to take a seat."""


class MessageKey(NamedTuple):
    """Tells the messages of one table apart: `MessageKey(MessageKind.HAND, Seat(3))` is stored as "rack:3"."""

    kind: MessageKind
    player: Seat | None = None
    """The seat that the message is for or about; None for messages of the whole table."""

    @classmethod
    def parse(cls, stored: str) -> Self:
        """Read a stored key. Raises ValueError for one that this release does not know."""
        kind, colon, seat = stored.partition(":")
        return cls(MessageKind(kind), Seat(int(seat)) if colon else None)

    def __str__(self) -> str:
        return self.kind.value if self.player is None else f"{self.kind.value}:{self.player}"

    @property
    def seat(self) -> Seat:
        """The seat of a hand, a reminder or an offer. Raises ValueError for messages of the whole table."""
        if self.player is None:
            raise ValueError(f"the message {self} belongs to no seat")
        return self.player


BOARD = MessageKey(MessageKind.BOARD)
LOG = MessageKey(MessageKind.LOG)
SHEET = MessageKey(MessageKind.SHEET)
START = MessageKey(MessageKind.START)
CALL = MessageKey(MessageKind.CALL)

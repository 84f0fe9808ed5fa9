"""The wish of a host to close a table in the middle of play, and how the others have answered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Closing:
    """A question to everyone who plays, which the end of the hand ends."""

    asked: events.CloseAsked | None = None
    """The question that is open, if there is one."""
    number: int = 0
    """The number of questions so far, the open one included: its answers name it."""
    agreed: tuple[Seat, ...] = ()
    """The seats that agree, the asker first."""
    refused_at: int | None = None
    """The time of the last no, in milliseconds."""

    def after(self, step: Step) -> Self:
        """Fold questions, answers, and the end of a hand."""
        closing = self
        for entry in step.entries:
            match entry.event:
                case events.CloseAsked(by=by) as asked:
                    agreed = () if by is None else (by,)
                    closing = replace(closing, asked=asked, number=closing.number + 1, agreed=agreed)
                case events.CloseAgreed(seat=seat):
                    closing = replace(closing, agreed=(*closing.agreed, seat))
                case events.CloseRefused():
                    closing = replace(closing, asked=None, refused_at=entry.at)
                case events.Substituted(seat=seat):  # whoever has come to play it has agreed to nothing
                    closing = replace(
                        closing, agreed=tuple(agreeing for agreeing in closing.agreed if agreeing != seat)
                    )
                case events.HandOver() | events.Revealed() | events.Closed():
                    closing = replace(closing, asked=None)
        return closing

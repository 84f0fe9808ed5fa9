"""The end of a table: the question whether to close it in the middle of play, the answers, and the reason."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Closing:
    """The question whether to close the table, and the reason of its end. The question is open until the hand ends."""

    asked: events.CloseAsked | None = None
    """The open question, or None."""
    number: int = 0
    """The number of questions so far, including the open one. Answers carry this number."""
    agreed: tuple[Seat, ...] = ()
    """The seats that agree, beginning with the seat that asked."""
    refused_at: int | None = None
    """The time of the last refusal, in milliseconds."""
    because: str = ""
    """The reason why the table was closed (see `events.Closed`); "" for an open table."""

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
                case events.Substituted(seat=seat):  # the seat's new player has agreed to nothing
                    closing = replace(
                        closing, agreed=tuple(agreeing for agreeing in closing.agreed if agreeing != seat)
                    )
                case events.HandOver() | events.Revealed():
                    closing = replace(closing, asked=None)
                case events.Closed(why=why):
                    closing = replace(closing, asked=None, because=why)
        return closing

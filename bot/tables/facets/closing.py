"""The end of a table: the question whether to close it in the middle of play, the answers, and the reason of the
end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Closing:
    """The question to all players whether to close the table, open until the hand ends; and the reason of its end."""

    asked: events.CloseAsked | None = None
    """The question that is open, if there is one."""
    number: int = 0
    """The number of questions so far, including the open question; answers carry this number."""
    agreed: tuple[Seat, ...] = ()
    """The seats that agree, the asker first."""
    refused_at: int | None = None
    """The time of the last refusal, in milliseconds."""
    because: str = ""
    """The reason for which the table was closed, as its event has it; "" for an open table."""

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

"""The end of a table: its last hand, the question whether to close it, the answers, and the reason."""

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.facets.waiting import measure_stop
from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Closing:
    """The last hand, the question whether to close the table, and the reason of its end. A question that is asked in
    the middle of a hand is open until the hand ends."""

    asked: events.CloseAsked | None = None
    """The open question, or None."""
    asked_at: int = 0
    """The time of the last question (milliseconds), plus the length of pauses and outages since then."""
    number: int = 0
    """The number of questions so far, including the open one. Answers carry this number."""
    agreed: tuple[Seat, ...] = ()
    """The seats that agree, beginning with the seat that asked."""
    refused_at: int | None = None
    """The time of the last refusal, in milliseconds."""
    last: bool = False
    """True if the table closes by itself at the end of this hand, or of this game of several hands."""
    last_by: Seat | None = None
    """The seat of the person who said so; None if they do not sit here."""
    because: str = ""
    """The reason why the table was closed (see `events.Closed`); "" for an open table."""

    def after(self, step: Step) -> Self:
        """Fold questions, answers, and the end of a hand."""
        stood = sum(measure_stop(entry.event) for entry in step.entries)
        closing = replace(self, asked_at=self.asked_at + stood) if stood else self
        for entry in step.entries:
            match entry.event:
                case events.CloseAsked(by=by) as asked:
                    agreed = () if by is None else (by,)
                    closing = replace(closing, asked=asked, asked_at=entry.at, number=closing.number + 1, agreed=agreed)
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
                case events.LastHandDropped():  # before the event that it derives from
                    closing = replace(closing, last=False, last_by=None)
                case events.LastHandCalled(by=by):
                    closing = replace(closing, last=True, last_by=by)
                case events.Closed(why=why):
                    closing = replace(closing, asked=None, because=why)
        return closing

"""The questions to all players: whether to close the table, and whether to take back a move."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from bot.tables.facets.clocks import measure_stop
from bot.tables.history import events
from bot.tables.history.entries import Step, is_of_game, is_public
from games.core import Seat


class Closing(Struct, frozen=True):
    """The end of a table: the question whether to close it, its last hand, and the reason why it was closed. A question
    that is asked in the middle of a hand is open until the hand ends."""

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
    is_last_hand: bool = False
    """True if the table closes by itself at the end of this hand, or of this game of several hands."""
    last_hand_by: Seat | None = None
    """The seat of the person who called this hand the last; None if they do not sit here."""
    because: str = ""
    """The reason why the table was closed (see `events.Closed`); "" for an open table."""

    def after(self, step: Step) -> Self:
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
                case events.LastHandDropped():  # a kind of LastHandCalled, so it must come first
                    closing = replace(closing, is_last_hand=False, last_hand_by=None)
                case events.LastHandCalled(by=by):
                    closing = replace(closing, is_last_hand=True, last_hand_by=by)
                case events.Closed(why=why):
                    closing = replace(closing, asked=None, because=why)
        return closing


class Refusals(NamedTuple):
    """The number of times that a seat's take-backs were refused, and the time (milliseconds) of the last refusal."""

    times: int = 0
    at: int = 0


class Takeback(Struct, frozen=True):
    """The question whether to take back a move. It goes to all players, and is open until the next public move."""

    asked: events.UndoAsked | None = None
    """The open question, or None."""
    number: int = 0
    """The number of questions so far, including the open one. Answers carry this number."""
    agreed: tuple[Seat, ...] = ()
    """The seats that agree, beginning with the seat that asked."""
    refusals: Mapping[Seat, Refusals] = {}
    """By seat, the refusals of its questions."""

    def after(self, step: Step) -> Self:
        takeback = self
        for entry in step.entries:
            match entry.event:
                case events.UndoAsked() as asked:
                    takeback = replace(takeback, asked=asked, number=takeback.number + 1, agreed=(asked.seat,))
                case events.UndoAgreed(seat=seat):
                    takeback = replace(takeback, agreed=(*takeback.agreed, seat))
                case events.UndoRefused() if takeback.asked is not None:
                    asker = takeback.asked.seat
                    times = takeback.refusals.get(asker, Refusals()).times + 1
                    refusals = {**takeback.refusals, asker: Refusals(times, entry.at)}
                    takeback = replace(takeback, asked=None, refusals=refusals)
                case events.Undone():
                    takeback = replace(takeback, asked=None)
                case events.Substituted(seat=seat) if takeback.asked is not None and takeback.asked.seat == seat:
                    takeback = replace(takeback, asked=None)
                case events.Substituted(seat=seat):
                    agreed = tuple(agreeing for agreeing in takeback.agreed if agreeing != seat)
                    takeback = replace(takeback, agreed=agreed)
                case event if is_of_game(event) and is_public(entry):
                    takeback = replace(takeback, asked=None)
        return takeback

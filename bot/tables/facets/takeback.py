"""The take-back that a seat has asked for, and the answers to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from bot.tables.history import events
from bot.tables.history.entries import Step, is_of_game, is_public
from games.core.seats import Seat


class Refusals(NamedTuple):
    """The number of times that a seat's take-backs were refused, and the time (milliseconds) of the last refusal."""

    times: int = 0
    at: int = 0


@dataclass(frozen=True, slots=True)
class Takeback:
    """The question whether to take back a move. It goes to all players, and is open until the next public move."""

    asked: events.UndoAsked | None = None
    """The open question, or None."""
    number: int = 0
    """The number of questions so far, including the open one. Answers carry this number."""
    agreed: tuple[Seat, ...] = ()
    """The seats that agree, beginning with the seat that asked."""
    refusals: Mapping[Seat, Refusals] = field(default_factory=dict)
    """By seat, the refusals of its questions."""

    def after(self, step: Step) -> Self:
        """Fold questions, answers, and moves that end a question."""
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

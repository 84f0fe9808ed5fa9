"""Events of a take-back: it is asked for, agreed to or refused, and done."""

from dataclasses import dataclass

from games.core.events import event
from games.core.seats import Seat


@event("table.undo_asked", 1)
@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A seat asks to take back everything after event `back_to`."""

    seat: Seat
    back_to: int


@event("table.undo_agreed", 1)
@dataclass(frozen=True, slots=True)
class UndoAgreed:
    """A seat agrees to the take-back."""

    seat: Seat


@event("table.undo_refused", 1)
@dataclass(frozen=True, slots=True)
class UndoRefused:
    """A seat does not agree; the game goes on."""

    seat: Seat


@event("table.undone", 1)
@dataclass(frozen=True, slots=True)
class Undone:
    """Everyone agreed: the game's events between `back_to` and this event no longer count."""

    back_to: int

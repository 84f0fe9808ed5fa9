"""Events of a seat whose player is away or leaves: reminders, votes, stand-ins, offers, and the queue."""

from dataclasses import dataclass
from typing import Annotated, Final

from games.core.events import event
from games.core.seats import Seat
from games.core.secret import Only

NEXT: Final = "/next"
"""The suffix of `Substituted.how` for a handover between two hands of the game."""


@event("table.nudged", 1)
@dataclass(frozen=True, slots=True)
class Nudged:
    """A seat that the table waits for was reminded for the `times`-th time. The log does not mention it."""

    seat: Annotated[Seat, Only("seat")]
    times: Annotated[int, Only("seat")]


@event("table.voted", 1)
@dataclass(frozen=True, slots=True)
class Voted:
    """A seat votes to let a robot play for another seat until its player is back."""

    by: Seat
    seat: Seat


@event("table.stood_in", 1)
@dataclass(frozen=True, slots=True)
class StoodIn:
    """A robot plays for a seat from now on, since its player is away."""

    seat: Seat


@event("table.returned", 1)
@dataclass(frozen=True, slots=True)
class Returned:
    """A player is back in their seat."""

    seat: Seat


@event("table.substituted", 1)
@dataclass(frozen=True, slots=True)
class Substituted:
    """A seat was handed over with its hand, to a robot or to a person."""

    seat: Seat
    robot: bool
    by: Seat | None = None
    """The seat of the person who offered it; None if its own player did, or a person who does not sit here."""
    how: str = ""
    """"robots": a robot's seat. "own": the player left it. "away": the others voted for it while the player was away.
    "removed": the others took it from its player by vote.
    "outside": somebody who does not sit here gave a robot's seat away. "queue": a seat that a player had left to a
    robot went to the first in the queue. "/next" is added where the seat changed hands between two hands.
    Older releases also wrote "other": `by` gave away the seat of another player."""
    outsider: int = 0
    """The number under which the table's row names somebody who does not sit here; 0 in older releases."""

    @property
    def variant(self) -> str:
        """The variant of the event's sentence, for the way in which the seat changed hands."""
        return self.how


@event("table.seat_offered", 1)
@dataclass(frozen=True, slots=True)
class SeatOffered:
    """A seat was offered to a person or to a robot; the table's row says to whom."""

    seat: Seat
    by: Seat | None
    """The seat of the person who offers it; None if they do not sit here."""
    how: str
    """"own", "robots", "away", "removed" or "queue", as in `Substituted`."""

    @property
    def variant(self) -> str:
        """The variant of the event's sentence, for the kind of the offer."""
        return self.how


@event("table.seat_accepted", 1)
@dataclass(frozen=True, slots=True)
class SeatAccepted:
    """The person to whom a seat was offered accepts it."""

    seat: Seat


@event("table.seat_agreed", 1)
@dataclass(frozen=True, slots=True)
class SeatAgreed:
    """A player agrees to the offer of a seat."""

    by: Seat
    seat: Seat


@event("table.offer_ended", 1)
@dataclass(frozen=True, slots=True)
class OfferEnded:
    """The offer of a seat ended without a handover. `why` is "declined", "withdrawn", "returned" or "outdated".

    For an offer to somebody from the queue it may also be "passed" (they said no), "late" (they did not answer) or
    "begun" (the game began)."""

    seat: Seat
    why: str

    @property
    def variant(self) -> str:
        """The variant of the event's sentence, for the reason."""
        return self.why


@event("table.queued", 1)
@dataclass(frozen=True, slots=True)
class Queued:
    """A person joined the queue. The table's row names them."""


@event("table.unqueued", 1)
@dataclass(frozen=True, slots=True)
class Unqueued:
    """A person left the queue."""

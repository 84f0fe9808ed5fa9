"""Events of a table besides the game's: arrivals and departures, pauses, commitments, undoing.

They are stored with the game's events in one sequence, so that any process can fold a table from its events and
seats. No event names a person: seats are numbered, and their occupants are in the seats' rows.
"""

from dataclasses import dataclass
from typing import Annotated

from games.core.events import event
from games.core.seats import Seat
from games.core.secret import Hidden, Only


@event("table.opened", 1)
@dataclass(frozen=True, slots=True)
class Opened:
    """A lobby was opened."""


@event("table.seated", 1)
@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody sat down, or a robot was put there."""

    seat: Seat
    robot: bool


@event("table.swapped", 1)
@dataclass(frozen=True, slots=True)
class Swapped:
    """Two neighbours of the lobby changed places."""

    seat: Seat
    other: Seat


@event("table.left", 1)
@dataclass(frozen=True, slots=True)
class Left:
    """A seat of the lobby was given up; those behind it moved up."""

    seat: Seat


@event("table.house_changed", 1)
@dataclass(frozen=True, slots=True)
class HouseChanged:
    """A house rule was set before the first hand."""

    name: str
    value: str
    before: str = ""
    """The value before; empty in events of older releases, and for rules that only change how a table looks."""
    by: Seat | None = None
    """The seat of the person who set it, None if they do not sit here."""
    said: str = ""
    """The value as people say it; empty in events of older releases."""

    @property
    def variant(self) -> str:
        """The variant of its sentence: with the value as people say it, if the event has that."""
        return "said" if self.said else ""


@event("table.house_agreed", 1)
@dataclass(frozen=True, slots=True)
class HouseAgreed:
    """A player of the lobby agrees to house rules that were changed after they had sat down."""

    seat: Seat


@event("table.start_set", 1)
@dataclass(frozen=True, slots=True)
class StartSet:
    """The game is to start by itself at `at` (real milliseconds); None cancels that."""

    at: int | None


@event("table.start_came", 1)
@dataclass(frozen=True, slots=True)
class StartCame:
    """The time that was set for the start has come. With `enough` the game began, otherwise the lobby stays open."""

    enough: bool
    agreed: bool = True
    """False if somebody had not agreed to house rules that were changed."""


@event("table.started", 1)
@dataclass(frozen=True, slots=True)
class Started:
    """The game began with `players` seats; seats keep their numbers from here on."""

    players: int


@event("table.paused", 1)
@dataclass(frozen=True, slots=True)
class Paused:
    """All clocks of the table stand."""


@event("table.resumed", 1)
@dataclass(frozen=True, slots=True)
class Resumed:
    """All clocks go on; `stood` is how long they stood (milliseconds)."""

    stood: int


@event("table.given_back", 1)
@dataclass(frozen=True, slots=True)
class GivenBack:
    """The program was away for `away` milliseconds, which no clock counts."""

    away: int


@event("table.slept", 1)
@dataclass(frozen=True, slots=True)
class Slept:
    """For `stood` milliseconds the game's clock stood just short of a deadline, because quiet hours came before it.

    The event is stored with the next move, and players are not told about it.
    """

    stood: Annotated[int, Hidden()]


@event("table.closed", 1)
@dataclass(frozen=True, slots=True)
class Closed:
    """The table is over; `why` is "over" (the game ended), "asked" or "idle", or it names the place that is gone:
    "channel", "thread" or "server"."""

    why: str


@event("table.close_asked", 1)
@dataclass(frozen=True, slots=True)
class CloseAsked:
    """Somebody asks to close the table in the middle of play."""

    by: Seat | None
    """Their seat, None if they do not sit here."""
    outsider: int = 0
    """The number under which the table's row names somebody who does not sit here; 0 in older releases."""

    @property
    def variant(self) -> str:
        """Its sentence for somebody who does not sit here."""
        return "outside" if self.by is None else ""


@event("table.close_agreed", 1)
@dataclass(frozen=True, slots=True)
class CloseAgreed:
    """A seat agrees to close the table."""

    seat: Seat


@event("table.close_refused", 1)
@dataclass(frozen=True, slots=True)
class CloseRefused:
    """A seat does not agree; the game goes on."""

    seat: Seat


@event("table.committed", 1)
@dataclass(frozen=True, slots=True)
class CommittedTo:
    """The secret of shuffle `number` is fixed: `digest` is its SHA-256."""

    number: int
    digest: str


@event("table.revealed", 1)
@dataclass(frozen=True, slots=True)
class Revealed:
    """The hand of shuffle `number` is over, and its secret is open to all."""

    number: int


@event("table.hand_over", 1)
@dataclass(frozen=True, slots=True)
class HandOver:
    """The hand of shuffle `number` is over; its secret stays closed until the session ends."""

    number: int


@event("table.secrets_opened", 1)
@dataclass(frozen=True, slots=True)
class SecretsOpened:
    """The session is over, and the secrets of all its shuffles, up to number `last`, are open to all."""

    last: int


@event("table.salts_closed", 1)
@dataclass(frozen=True, slots=True)
class SaltsClosed:
    """The deal of shuffle `number` has begun. Its salts are final, and its random streams are counted from here."""

    number: int


@event("table.sealed", 1)
@dataclass(frozen=True, slots=True)
class Sealed:
    """The salts of shuffle `number` are sealed by a public message, whose id goes into the deal."""

    number: int
    message: str
    """The id that Discord gave it; empty if Discord took no message."""

    @property
    def variant(self) -> str:
        """Its sentence, if there is no message."""
        return "" if self.message else "none"


@event("table.drawn", 1)
@dataclass(frozen=True, slots=True)
class Drawn:
    """A decision drew from shuffle `number`: its events follow."""

    number: int
    draw: int
    """The number of this decision among those that drew from the shuffle, from 1."""


@event("table.rooted", 1)
@dataclass(frozen=True, slots=True)
class Rooted(Drawn):
    """A decision drew and shuffled pieces. Each shuffled order has a root, by which single pieces of the order are
    proved."""

    roots: tuple[str, ...]
    sizes: tuple[int, ...]
    """The number of pieces in each order."""


@event("table.salted", 1)
@dataclass(frozen=True, slots=True)
class Salted:
    """A player put a salt of their own into the coming shuffle."""

    seat: Seat


@event("table.undo_asked", 1)
@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A seat asks to take back everything after event `back_to`."""

    seat: Seat
    back_to: int


@event("table.undo_agreed", 1)
@dataclass(frozen=True, slots=True)
class UndoAgreed:
    """A seat agrees to the takeback."""

    seat: Seat


@event("table.undo_refused", 1)
@dataclass(frozen=True, slots=True)
class UndoRefused:
    """A seat does not agree; the game goes on."""

    seat: Seat


@event("table.undone", 1)
@dataclass(frozen=True, slots=True)
class Undone:
    """Everyone agreed: the game's events after `back_to` and before this one count for nothing."""

    back_to: int


@event("table.nudged", 1)
@dataclass(frozen=True, slots=True)
class Nudged:
    """A seat that the table waits for was reminded for the `times`-th time; other players see only that they may
    vote."""

    seat: Annotated[Seat, Only("seat")]
    times: Annotated[int, Only("seat")]


@event("table.voted", 1)
@dataclass(frozen=True, slots=True)
class Voted:
    """A seat votes to let a robot play for another until its player is back."""

    by: Seat
    seat: Seat


@event("table.stood_in", 1)
@dataclass(frozen=True, slots=True)
class StoodIn:
    """A robot is playing for a seat whose player is away."""

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
    """The seat that gave it away; None if its own player did."""
    how: str = ""
    """"robots": a robot's seat. "own": the player left it. "away": the others voted for it while the player was away.
    "outside": somebody who does not sit here gave a robot's seat away. "queue": a seat that a player had left to a
    robot went to the first in the queue. "/next" is added where the seat changed hands between two hands.
    Older releases also wrote "other": `by` gave away the seat of another player."""
    outsider: int = 0
    """The number under which the table's row names somebody who does not sit here; 0 in older releases."""

    @property
    def variant(self) -> str:
        """Its sentence: the way in which the seat was given away."""
        return self.how


PROOFS = (SaltsClosed, Sealed, Drawn)
"""Events of the proof of a shuffle. No counter that chance depends on counts them."""


@event("table.seat_offered", 1)
@dataclass(frozen=True, slots=True)
class SeatOffered:
    """A seat was offered to a person or to a robot; the table's row says to whom."""

    seat: Seat
    by: Seat | None
    """The seat of the person who offers it, None if they do not sit here."""
    how: str
    """"own", "robots", "away" or "queue", as in `Substituted`."""

    @property
    def variant(self) -> str:
        """Its sentence: the way in which the seat is offered."""
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
    """The offer of a seat came to nothing; `why` is "declined", "withdrawn", "returned" or "outdated". The offer of a
    free seat to somebody from the queue: "passed" (they said no), "late" (nothing), or "begun" (the game began)."""

    seat: Seat
    why: str

    @property
    def variant(self) -> str:
        """Its sentence: the reason."""
        return self.why


@event("table.queued", 1)
@dataclass(frozen=True, slots=True)
class Queued:
    """Somebody waits for a seat; the table's row says who."""


@event("table.unqueued", 1)
@dataclass(frozen=True, slots=True)
class Unqueued:
    """Somebody waits for a seat no more."""


@event("table.called", 1)
@dataclass(frozen=True, slots=True)
class Called:
    """Players were called for with a role of the server, by its id."""

    role: str

"""Events of a table that are not its game's.

They are stored with the game's events in one sequence, so that any process can fold a table from its events and seats.
No event names a person. Events have seat numbers, and the rows of seats name the people.
"""

from typing import Annotated, Final

from bot.tables.history.shuffle_events import (
    PROOFS as PROOFS,
    CommittedTo as CommittedTo,
    Drawn as Drawn,
    HandOver as HandOver,
    Prepared as Prepared,
    Revealed as Revealed,
    Rooted as Rooted,
    Salted as Salted,
    SaltsClosed as SaltsClosed,
    Sealed as Sealed,
    SecretsOpened as SecretsOpened,
)
from games.core import Seat
from games.core.events import event
from games.core.secret import Hidden, Only

# The lobby: seats taken and given up, house rules, and the start of the game.


@event("table.opened", 1)
class Opened:
    """A lobby was opened."""


@event("table.seated", 1)
class Seated:
    """A person sat down, in a lobby perhaps in place of a robot, or a robot was added."""

    seat: Seat
    robot: bool


@event("table.swapped", 1)
class Swapped:
    """Two neighbours in the lobby changed places."""

    seat: Seat
    other: Seat


@event("table.left", 1)
class Left:
    """A seat in the lobby was given up. The seats behind it moved up."""

    seat: Seat


@event("table.house_changed", 1)
class HouseChanged:
    """A house rule was set. Once the game has begun, only rules on which no result depends can be set."""

    name: str
    value: str
    before: str = ""
    """The old value; "" in events of older releases, and for rules on which no result depends."""
    by: Seat | None = None
    """The seat of the person who set the rule; None if they do not sit here."""
    said: str = ""
    """The new value as people type it; "" in events of older releases."""

    @property
    def variant(self) -> str:
        """The variant of the event's sentence. If `said` is known, the sentence shows it in place of `value`."""
        return "said" if self.said else ""


@event("table.house_agreed", 1)
class HouseAgreed:
    """A player in the lobby agrees to house rules that changed after they sat down."""

    seat: Seat


@event("table.start_set", 1)
class StartSet:
    """The game is to start by itself at `at` (real milliseconds); None cancels that."""

    at: int | None


@event("table.start_came", 1)
class StartCame:
    """The time set for the start has come."""

    enough: bool
    """True if the game began. False if there were too few players, or if `agreed` is False."""
    agreed: bool = True
    """False if somebody had not agreed to changed house rules."""


@event("table.called", 1)
class Called:
    """Somebody called for players by a mention of a role of the server. `role` is the id of the role."""

    role: str


@event("table.started", 1)
class Started:
    """The game began with `players` seats, which keep their numbers from now on."""

    players: int


# A seat whose player is away or leaves: reminders, votes, stand-ins, offers, and the queue.


NEXT: Final = "/next"
"""The suffix of `Substituted.how` for a handover between two hands of the game."""


@event("table.nudged", 1)
class Nudged:
    """A seat that the table waits for was reminded for the `times`-th time. The log does not mention it."""

    seat: Annotated[Seat, Only("seat")]
    times: Annotated[int, Only("seat")]


@event("table.stirred", 1)
class Stirred:
    """A player pressed something in their turn, so they have their whole clock. The log does not mention it."""

    seat: Seat


@event("table.voted", 1)
class Voted:
    """A seat votes to let a robot play for another seat until its player is back."""

    by: Seat
    seat: Seat


@event("table.stood_in", 1)
class StoodIn:
    """A robot plays for a seat from now on, since its player is away."""

    seat: Seat


@event("table.returned", 1)
class Returned:
    """A player is back in their seat."""

    seat: Seat


@event("table.substituted", 1)
class Substituted:
    """A seat was handed over with its hand, to a robot or to a person."""

    seat: Seat
    robot: bool
    by: Seat | None = None
    """The seat of the person who offered the seat to somebody; None if that was its own player, or a person who does
    not sit here."""
    how: str = ""
    """"robots": a robot's seat. "own": the player left it. "away": the others voted for it while the player was away.
    "removed": the others took it from its player by vote. "outside": somebody who does not sit here gave a robot's seat
    away. "queue": a seat that a player had left to a robot went to the first in the queue. "/next" is added if the seat
    changed hands between two hands. Older releases also wrote "other": `by` gave away the seat of another player."""
    outsider: int = 0
    """The number under which the table's row names somebody who does not sit here; 0 in older releases."""

    @property
    def variant(self) -> str:
        return self.how


@event("table.seat_offered", 1)
class SeatOffered:
    """A seat was offered to a person or to a robot; the table's row says to whom."""

    seat: Seat
    by: Seat | None
    """The seat of the person who offers it; None if they do not sit here."""
    how: str
    """"own", "robots", "away", "removed" or "queue", as in `Substituted`."""

    @property
    def variant(self) -> str:
        return self.how


@event("table.seat_accepted", 1)
class SeatAccepted:
    """The person to whom a seat was offered accepts it."""

    seat: Seat


@event("table.seat_agreed", 1)
class SeatAgreed:
    """A player agrees to the offer of a seat."""

    by: Seat
    seat: Seat


@event("table.offer_ended", 1)
class OfferEnded:
    """The offer of a seat ended without a handover. `why` is "declined", "withdrawn", "returned" or "outdated". For an
    offer to somebody from the queue it may also be "passed" (they said no), "late" (they did not answer), "begun" (the
    game began) or "refused" (a partner said no)."""

    seat: Seat
    why: str

    @property
    def variant(self) -> str:
        return self.why


@event("table.queued", 1)
class Queued:
    """A person joined the queue. The table's row names them."""


@event("table.unqueued", 1)
class Unqueued:
    """A person left the queue."""


# A take-back: it is asked for, agreed to or refused, and done.


@event("table.undo_asked", 1)
class UndoAsked:
    """A seat asks to take back everything after event `back_to`."""

    seat: Seat
    back_to: int


@event("table.undo_agreed", 1)
class UndoAgreed:
    """A seat agrees to the take-back."""

    seat: Seat


@event("table.undo_refused", 1)
class UndoRefused:
    """A seat does not agree; the game goes on."""

    seat: Seat


@event("table.undone", 1)
class Undone:
    """Everyone agreed: the game's events between `back_to` and this event no longer count."""

    back_to: int


# The table's clocks, and its end.


@event("table.paused", 1)
class Paused:
    """The table was paused: all of its clocks stand still."""

    by: Seat | None = None
    """The seat of the person who paused it; None for somebody who does not sit here, and in older releases."""

    @property
    def variant(self) -> str:
        return "by" if self.by is not None else ""


@event("table.resumed", 1)
class Resumed:
    """The table was resumed, after its clocks had stood still for `stood` milliseconds."""

    stood: int


@event("table.given_back", 1)
class GivenBack:
    """The table is given back the `away` milliseconds of an outage, which its clocks do not count."""

    away: int


@event("table.server_lost", 1)
class ServerLost:
    """The bot was removed from the table's server. The table is kept until `until` (real milliseconds)."""

    until: int
    paused: bool
    """True if the loss paused the table; False in a lobby, and at a table that was paused already."""


@event("table.server_found", 1)
class ServerFound:
    """The bot is back in the table's server."""

    stood: int
    """The milliseconds for which the table's clocks stood still; 0 if the loss of the server had not paused them."""
    resumed: bool
    """True if the table goes on."""


@event("table.slept", 1)
class Slept:
    """The game's clock stood still just before a deadline, for `stood` milliseconds, because of quiet hours.

    The event is stored with the next move, and players are not told about it.
    """

    stood: Annotated[int, Hidden()]


@event("table.bank_used", 1)
class BankUsed:
    """The time of a seat ran out on its turn, and its player's bank adds this number of seconds."""

    seat: Seat
    seconds: int


@event("table.closed", 1)
class Closed:
    """The table was closed. `why` is "over" (the game ended), "last" (its last hand ended), "asked" (a person closed
    it), "idle" (its time was up), or the place that is gone: "channel", "thread" or "server"."""

    why: str


@event("table.close_asked", 1)
class CloseAsked:
    """A person asks to close the table in the middle of play."""

    by: Seat | None
    """Their seat; None if they do not sit here."""
    outsider: int = 0
    """The number under which the table's row names somebody who does not sit here; 0 in older releases."""

    @property
    def variant(self) -> str:
        return "outside" if self.by is None else ""


@event("table.close_agreed", 1)
class CloseAgreed:
    """A seat agrees to close the table."""

    seat: Seat


@event("table.close_refused", 1)
class CloseRefused:
    """A seat does not agree; the game goes on."""

    seat: Seat


@event("table.last_hand", 1)
class LastHandCalled:
    """A person says that this hand, or this game of several hands, is the last: the table closes after it."""

    by: Seat | None
    """Their seat; None if they do not sit here."""

    @property
    def variant(self) -> str:
        return "by" if self.by is not None else ""


@event("table.last_hand_dropped", 1)
class LastHandDropped(LastHandCalled):
    """A person says that the table plays on: this hand is not the last after all."""

"""Events that stop the table's clocks or give them time back, and the end of the table."""

from dataclasses import dataclass
from typing import Annotated

from games.core.events import event
from games.core.seats import Seat
from games.core.secret import Hidden


@event("table.paused", 1)
@dataclass(frozen=True, slots=True)
class Paused:
    """The table was paused: all of its clocks stand still."""

    by: Seat | None = None
    """The seat of the person who paused it; None for somebody who does not sit here, and in older releases."""

    @property
    def variant(self) -> str:
        """The variant of the event's sentence, for a person who sits here."""
        return "by" if self.by is not None else ""


@event("table.resumed", 1)
@dataclass(frozen=True, slots=True)
class Resumed:
    """The table was resumed, after its clocks had stood still for `stood` milliseconds."""

    stood: int


@event("table.given_back", 1)
@dataclass(frozen=True, slots=True)
class GivenBack:
    """The table is given back the `away` milliseconds of an outage, which its clocks do not count."""

    away: int


@event("table.server_lost", 1)
@dataclass(frozen=True, slots=True)
class ServerLost:
    """The bot was removed from the table's server. The table is kept until `until` (real milliseconds)."""

    until: int
    paused: bool
    """True if this paused the table; False in a lobby, and at a table that was paused already."""


@event("table.server_found", 1)
@dataclass(frozen=True, slots=True)
class ServerFound:
    """The bot is back in the table's server."""

    stood: int
    """The milliseconds that the table's clocks have stood still for this; 0 if it had not paused the table."""
    resumed: bool
    """True if the table goes on."""


@event("table.slept", 1)
@dataclass(frozen=True, slots=True)
class Slept:
    """The game's clock stood still just before a deadline, for `stood` milliseconds, because of quiet hours.

    The event is stored with the next move, and players are not told about it.
    """

    stood: Annotated[int, Hidden()]


@event("table.bank_used", 1)
@dataclass(frozen=True, slots=True)
class BankUsed:
    """The time of a seat ran out on its turn, and its player's bank gives them so many seconds more."""

    seat: Seat
    seconds: int


@event("table.closed", 1)
@dataclass(frozen=True, slots=True)
class Closed:
    """The table was closed. `why` is "over" (the game ended), "last" (its last hand did), "asked" (a person closed it),
    "idle", or the place that is gone: "channel", "thread" or "server"."""

    why: str


@event("table.close_asked", 1)
@dataclass(frozen=True, slots=True)
class CloseAsked:
    """A person asks to close the table in the middle of play."""

    by: Seat | None
    """Their seat; None if they do not sit here."""
    outsider: int = 0
    """The number under which the table's row names somebody who does not sit here; 0 in older releases."""

    @property
    def variant(self) -> str:
        """The variant of the event's sentence, for a person who does not sit here."""
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


@event("table.last_hand", 1)
@dataclass(frozen=True, slots=True)
class LastHandCalled:
    """A person says that this hand, or this game of several hands, is the last: the table closes after it."""

    by: Seat | None
    """Their seat; None if they do not sit here."""

    @property
    def variant(self) -> str:
        """The variant of the event's sentence, for a person who sits here."""
        return "by" if self.by is not None else ""


@event("table.last_hand_dropped", 1)
@dataclass(frozen=True, slots=True)
class LastHandDropped(LastHandCalled):
    """A person says that the table plays on: this hand is not the last after all."""

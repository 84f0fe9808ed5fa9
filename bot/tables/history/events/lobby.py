"""Events of the lobby: seats taken and given up, house rules, and the start of the game."""

from dataclasses import dataclass

from games.core.events import event
from games.core.seats import Seat


@event("table.opened", 1)
@dataclass(frozen=True, slots=True)
class Opened:
    """A lobby was opened."""


@event("table.seated", 1)
@dataclass(frozen=True, slots=True)
class Seated:
    """A person sat down, or a robot was added."""

    seat: Seat
    robot: bool


@event("table.swapped", 1)
@dataclass(frozen=True, slots=True)
class Swapped:
    """Two neighbours in the lobby changed places."""

    seat: Seat
    other: Seat


@event("table.left", 1)
@dataclass(frozen=True, slots=True)
class Left:
    """A seat in the lobby was given up. The seats behind it moved up."""

    seat: Seat


@event("table.house_changed", 1)
@dataclass(frozen=True, slots=True)
class HouseChanged:
    """A house rule was set before the first hand."""

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
        """The variant of the event's sentence. With `said`, it has that in place of the value."""
        return "said" if self.said else ""


@event("table.house_agreed", 1)
@dataclass(frozen=True, slots=True)
class HouseAgreed:
    """A player in the lobby agrees to house rules that changed after they sat down."""

    seat: Seat


@event("table.start_set", 1)
@dataclass(frozen=True, slots=True)
class StartSet:
    """The game is to start by itself at `at` (real milliseconds); None cancels that."""

    at: int | None


@event("table.start_came", 1)
@dataclass(frozen=True, slots=True)
class StartCame:
    """The time set for the start has come. The game began if there were `enough` players who had `agreed`."""

    enough: bool
    agreed: bool = True
    """False if somebody had not agreed to changed house rules."""


@event("table.called", 1)
@dataclass(frozen=True, slots=True)
class Called:
    """Players were called for with a role of the server. `role` is its id."""

    role: str


@event("table.started", 1)
@dataclass(frozen=True, slots=True)
class Started:
    """The game began with `players` seats, which keep their numbers from now on."""

    players: int

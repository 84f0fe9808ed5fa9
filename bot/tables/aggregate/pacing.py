"""Pacing: the waits of tables at both paces. All times are milliseconds."""

from dataclasses import dataclass

from bot.ports import DAY, HOUR, MINUTE
from bot.ports.times import SECOND
from bot.store import Pace


@dataclass(frozen=True, slots=True)
class Pacing:
    """The waits at one pace."""

    robot: int
    """The pause before a robot moves. It does not depend on the robot's pieces."""
    order: int
    """The pause before a standing order makes its move. It does not depend on its player's pieces."""
    between_hands: int | None
    """The pause between two hands; None if the table waits until somebody asks for the next hand."""
    nudges: tuple[int, int, int]
    """The waits until a player's first reminder, their second one, and a vote of the others to let a robot play. At a
    live table, one of the others may play on without a silent player after the second (`turns.is_silent`)."""
    stand_in: int
    """The wait after which a robot takes the seat without a vote."""
    close: int
    """The time after which a table is closed at which no person plays, or all are out of chips."""
    alone_with_robots: int | None = None
    """The pause in place of `robot` and `order` where one person plays with robots; None if it is the same there."""


LIVE = Pacing(
    robot=1_500,
    order=1_500,
    between_hands=20 * SECOND,
    nudges=(30 * SECOND, 50 * SECOND, 2 * MINUTE),
    stand_in=3 * MINUTE,
    close=6 * HOUR,
    alone_with_robots=430,
)
CORRESPONDENCE = Pacing(
    robot=3_000,
    order=3_000,
    between_hands=12 * HOUR,
    nudges=(8 * HOUR, 20 * HOUR, 30 * HOUR),
    stand_in=48 * HOUR,
    close=30 * DAY,
)


@dataclass(frozen=True, slots=True)
class Waits:
    """The waits of all tables, and the ages at which their messages are posted again."""

    live: Pacing = LIVE
    correspondence: Pacing = CORRESPONDENCE
    board_age: int = 30 * MINUTE
    """The age at which a board is posted again and the log continues in a new message."""
    hand_age: int = 40 * MINUTE
    """The age at which a player's hand is posted again."""
    log_length: int = 1_700
    """The most characters of one message of the log."""
    robots_go_on: bool = False
    """True if a table without people plays on, hand after hand."""
    outage: int = 5 * SECOND
    """The longest outage that clocks still count."""
    heartbeat: int = 15 * SECOND
    """The interval between two heartbeats. A missing heartbeat shows an outage."""
    undo_wait: int = 30 * SECOND
    """The wait after a refused take-back before the same seat may ask again. It doubles each time."""
    confirm_after: int = 30 * MINUTE
    """The dispute period for crews that have not set their own."""

    def times_of(self, pace: Pace) -> Pacing:
        """The waits at a pace."""
        return self.correspondence if pace == Pace.CORRESPONDENCE else self.live

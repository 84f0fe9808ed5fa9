"""How patient tables are: the host's settings for both paces. All times are milliseconds."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot.store.shards import WHOLE, ShardSet
from games.core import registry
from games.core.game import AnyGame

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

RULEBOOKS = Path(__file__).resolve().parents[2] / "docs" / "rules"


@dataclass(frozen=True, slots=True)
class Pace:
    """One pace. `robot` and `order` are fixed pauses before a robot or a standing order speaks, whatever is held;
    `between` is how long the sheet lies open before the next hand (None: until somebody asks); `nudges` are the
    times of waiting after which a player is reminded, reminded again, and put to the vote; `stand_in` is when a
    robot takes the seat without one; `close` is when a table that nobody plays at is closed."""

    robot: int
    order: int
    between: int | None
    nudges: tuple[int, int, int]
    stand_in: int
    close: int


LIVE = Pace(
    robot=1_500,
    order=1_500,
    between=20 * SECOND,
    nudges=(45 * SECOND, 90 * SECOND, 2 * MINUTE),
    stand_in=3 * MINUTE,
    close=6 * HOUR,
)
CORRESPONDENCE = Pace(
    robot=3_000,
    order=3_000,
    between=12 * HOUR,
    nudges=(8 * HOUR, 20 * HOUR, 30 * HOUR),
    stand_in=48 * HOUR,
    close=30 * 24 * HOUR,
)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What the host sets for all tables.

    `share` is the part of the servers that this process speaks for. A board is posted afresh, and a log goes on in
    another message, when it is older than `board_age`; a rack when older than `rack_age`. `robots_go_on` lets a table
    without people play hand after hand. `outage` is how long the program must have been away for clocks to be given
    time back; every `heartbeat` it notes that it runs. `rules` is the folder of the rulebooks. `confirm_after` is how
    long players may dispute a hand before it counts, in crews that do not say.
    """

    live: Pace = LIVE
    correspondence: Pace = CORRESPONDENCE
    share: ShardSet = WHOLE
    board_age: int = 30 * MINUTE
    rack_age: int = 40 * MINUTE
    log_length: int = 1_700
    robots_go_on: bool = False
    outage: int = 5 * SECOND
    heartbeat: int = 15 * SECOND
    undo_wait: int = 30 * SECOND
    confirm_after: int = 30 * MINUTE
    rules: str = str(RULEBOOKS)
    game: Callable[[str], AnyGame] = field(default=registry.game)

    def pace(self, name: str) -> Pace:
        """The pace called "live" or "correspondence"."""
        return self.correspondence if name == "correspondence" else self.live

"""Events of Duo Dominoes, with the visibility of each field."""

from typing import Annotated

from games.core.events import event
from games.core.seats import Seat
from games.core.secret import Each, Public
from games.pieces.dominoes import Domino


@event("duo.began", 1)
class Began:
    """The four players sat down; `options` are the house options that differ from the defaults, as text."""

    options: dict[str, str]


@event("duo.thrown_in", 1)
class ThrownIn:
    """A deal was thrown in because `seat` held too many doubles (`redeal_doubles`)."""

    seat: Seat
    doubles: int


@event("duo.dealt", 1)
class Dealt:
    """Seven tiles were dealt to each player (DD-3). `opening` says that 6-6 must lead (DD-10)."""

    hand: int
    starter: Seat
    opening: bool
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Each()]

    @property
    def variant(self) -> str:
        """The variant of the log line: "opening" where 6-6 must lead."""
        return "opening" if self.opening else ""


@event("duo.laid", 1)
class Laid:
    """A tile was laid at `end`, which is "" for the first tile of the line (DD-21)."""

    seat: Seat
    tile: Annotated[Domino, Public()]
    end: str
    next_passes: bool = False
    """True if the bot passes for the next player, a moment later (`auto_pass`). Always False in events of older
    releases, where such passes follow in the same commit."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "first" for the first tile of the line."""
        return "" if self.end else "first"


@event("duo.passed", 1)
class Passed:
    """A player passed (DD-23)."""

    seat: Seat
    next_passes: bool = False
    """True if the bot passes for the next player too, as in `Laid`."""


@event("duo.hand_ended", 1)
class HandEnded:
    """A hand ended; the tiles are face up."""

    how: str
    """One of "out" (DD-30) and "blocked" (DD-31)."""
    last: Seat
    """The seat that laid the last tile."""
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Public()]
    winners: tuple[Seat, Seat]
    """The two seats of the winning duo."""
    points: int

    @property
    def duo(self) -> int:
        """0 for X, 1 for Y."""
        return self.winners[0]

    @property
    def moved(self) -> tuple[int, ...]:
        """The points that each seat gained with its duo."""
        return tuple(self.points if seat in self.winners else 0 for seat in range(4))

    @property
    def variant(self) -> str:
        """The variant of the log line: the way in which the hand ended."""
        return self.how


@event("duo.game_won", 1)
class GameWon:
    """A duo has reached the points of a game (DD-40); `match` is true if it has won the match too (DD-41)."""

    winners: tuple[Seat, Seat]
    score: tuple[int, int]
    match: bool

    @property
    def duo(self) -> int:
        """0 for X, 1 for Y."""
        return self.winners[0]

    @property
    def variant(self) -> str:
        """The variant of the log line: "match" if the match is won too."""
        return "match" if self.match else ""


Event = Began | ThrownIn | Dealt | Laid | Passed | HandEnded | GameWon

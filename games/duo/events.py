"""Events of Duo Dominoes, with their secrecy marks."""

from dataclasses import dataclass
from typing import Annotated

from games.core.events import event
from games.core.seats import Seat
from games.core.secret import Each, Public
from games.pieces.dominoes import Domino


@event("duo.began", 1)
@dataclass(frozen=True, slots=True)
class Began:
    """The four sat down; `options` are the house options that differ from the defaults, as text."""

    options: dict[str, str]


@event("duo.thrown_in", 1)
@dataclass(frozen=True, slots=True)
class ThrownIn:
    """A deal was given up: `seat` had been dealt so many `doubles` (`redeal_doubles`)."""

    seat: Seat
    doubles: int


@event("duo.dealt", 1)
@dataclass(frozen=True, slots=True)
class Dealt:
    """Seven tiles each (DD-3). `opening` says that 6-6 must lead (DD-10)."""

    hand: int
    starter: Seat
    opening: bool
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Each()]


@event("duo.laid", 1)
@dataclass(frozen=True, slots=True)
class Laid:
    """A tile went down at `end`; empty for the first of the line (DD-21)."""

    seat: Seat
    tile: Annotated[Domino, Public()]
    end: str


@event("duo.passed", 1)
@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed (DD-23)."""

    seat: Seat


@event("duo.hand_ended", 1)
@dataclass(frozen=True, slots=True)
class HandEnded:
    """`how` is "out" (DD-30) or "blocked" (DD-31); `last` laid the last tile; `winners` are a duo; tiles face up."""

    how: str
    last: Seat
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Public()]
    winners: tuple[Seat, Seat]
    points: int

    @property
    def duo(self) -> int:
        """0 for X, 1 for Y."""
        return self.winners[0]


@event("duo.game_won", 1)
@dataclass(frozen=True, slots=True)
class GameWon:
    """A duo has the points of a game (DD-40); `match` says that it has won the match too (DD-41)."""

    winners: tuple[Seat, Seat]
    score: tuple[int, int]
    match: bool

    @property
    def duo(self) -> int:
        """0 for X, 1 for Y."""
        return self.winners[0]


Event = Began | ThrownIn | Dealt | Laid | Passed | HandEnded | GameWon

"""The part of a table of Block that one seat may see (BL-3)."""

from dataclasses import dataclass
from enum import StrEnum

from games.core import Seat
from games.core.view import PlainView
from games.pieces.dominoes import Domino
from games.pieces.line import Line


class Phase(StrEnum):
    """The phases of a table."""

    NEW = "new"
    PLAY = "play"
    BETWEEN = "between"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the last hand, with all hands face up."""

    how: str
    """ "out", "blocked" or "level"."""
    holdings: tuple[tuple[Domino, ...], ...]
    winner: Seat | None
    points: int


@dataclass(frozen=True, slots=True)
class View(PlainView):
    """The table as `seat` (None: the crowd) may see it."""

    turn: Seat | None
    leader: Seat
    holding: tuple[Domino, ...]
    """The viewer's own bones."""
    counts: tuple[int, ...]
    """The number of bones that each seat holds."""
    sleeping: int
    """The number of bones that nobody holds."""
    line: Line
    lacking: tuple[int, ...]
    """By seat, a bit mask of the numbers that the seat could not match when it passed."""
    target: int
    ending: Ending | None

    @property
    def game_open(self) -> bool:
        """True from the first deal until somebody has won."""
        return self.hand > 0 and not self.over

"""One seat's view of a table of Duo Dominoes (DD-4)."""

from dataclasses import dataclass, field
from enum import StrEnum

from games.core.seats import Seat
from games.core.view import PlainView
from games.duo.events import HandEnded
from games.duo.options import House
from games.pieces.dominoes import PIPS, Domino
from games.pieces.line import Line

Ending = HandEnded
"""The end of a hand."""


class Phase(StrEnum):
    """The phases of a table."""

    NEW = "new"
    PLAY = "play"
    BETWEEN = "between"
    """The next hand waits for "next"."""
    OVER = "over"


NEW, PLAY, BETWEEN, OVER = Phase
"""The phases as names of this module, which Python 3.11 reads in a tenth of the time."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the hand: a tile laid, or a pass."""

    seat: Seat
    tile: Domino | None
    """None for a pass."""
    end: str
    """Empty for the first tile of the line, and for a pass."""


@dataclass(frozen=True, slots=True)
class View(PlainView):
    """The table as `seat` (None: the crowd) may see it. The scores are the points of each seat's duo."""

    turn: Seat | None
    starter: Seat
    opening: bool
    """True if 6-6 must lead (DD-10)."""
    holding: tuple[Domino, ...]
    """The viewer's own tiles."""
    counts: tuple[int, ...]
    """The number of tiles in each seat's hand."""
    line: Line
    steps: tuple[Step, ...]
    passed_on: tuple[int, ...]
    """For each seat, the mask of the numbers that were open when it passed."""
    score: tuple[int, int]
    """The points of each duo; duo 0 is X, the first and third seat."""
    games: tuple[int, int]
    """The games won by each duo."""
    faithful: bool
    """True if players may pass though they could play (DD-51)."""
    ending: Ending | None
    """The end of the last hand, until the next is dealt."""
    game_over: bool = False
    """True if the last hand also ended a game."""
    goal: int = 0
    """The points that win a game (DD-40)."""
    house: House = field(default_factory=House)
    """All house rules of the table."""

    @property
    def stage(self) -> str:
        """ "won" between two games (DD-40); "knock" during a hand in which players pass themselves (DD-23)."""
        if self.phase == Phase.PLAY:
            return "" if self.house.passes_alone else "knock"
        return "won" if self.phase == Phase.BETWEEN and self.game_over else ""

    @property
    def kept_back(self) -> tuple[Domino, Domino] | None:
        """Of the tiles that the viewer still held at the end of a hand, one that fitted when they laid a lighter one,
        and that lighter tile (DD-22). They are the two that differ most; None if there are none."""
        left = () if self.ending is None or self.seat is None else self.ending.holdings[self.seat]
        line, most, found = Line(), 0, None
        for step in self.steps:
            if step.tile is None:
                continue
            for tile in left if step.seat == self.seat else ():
                more = PIPS[tile] - PIPS[step.tile]
                if more > most and (line.list_fitting_ends(tile) or not (step.end or self.opening)):
                    most, found = more, (tile, step.tile)
            line = line.lay(step.tile, step.end) if step.end else Line.begin(step.tile)
        return found

    def list_passed_on(self, seat: int) -> tuple[str, ...]:
        """List the numbers that were open when a seat passed (DD-23)."""
        return tuple(str(number) for number in range(7) if self.passed_on[seat] >> number & 1)

    @property
    def undealt(self) -> bool:
        """True before the first deal."""
        return self.phase == Phase.NEW

    @property
    def game_open(self) -> bool:
        """True from the first deal of a game until a duo has won it (DD-40)."""
        return self.hand > 0 and not (self.over or self.game_over)

"""The state of a table of Block. Only evolve.py writes it."""

from dataclasses import dataclass, field
from typing import Final

from games.core.folding import copier
from games.core.seats import FIRST, Seat
from games.pieces.dominoes import in_mask
from games.pieces.line import Line
from tests.fifth_game.block.events import HandEnded
from tests.fifth_game.block.moves import Lay
from tests.fifth_game.block.options import House
from tests.fifth_game.block.view import Phase


@dataclass(slots=True)
class State:
    """Everything about a table, hidden bones included."""

    house: House
    players: int = 0
    phase: Phase = Phase.NEW
    hand: int = 0
    leader: Seat = FIRST
    turn: Seat = FIRST
    holdings: list[int] = field(default_factory=list)
    """By seat, a bit mask of its bones."""
    sleeping: int = 0
    """The number of bones that nobody holds."""
    line: Line = field(default_factory=Line)
    lacking: list[int] = field(default_factory=list)
    """By seat, a bit mask of the numbers that it could not match when it passed."""
    scores: tuple[int, ...] = ()
    ended: HandEnded | None = None


copy_state: Final = copier(State, "holdings", "lacking")


def legal_plays(held: int, line: Line) -> list[Lay]:
    """Every bone of a holding with every end that it fits (BL-20)."""
    if line.first is None:
        return [Lay(bone) for bone in in_mask(held)]
    return [Lay(bone, end) for bone in in_mask(held & line.wanted) for end in line.fits(bone)]

"""A table of Duo Dominoes as it stands. Only evolve.py writes it."""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Final

from games.core.seats import FIRST, Seat
from games.duo.events import HandEnded
from games.duo.options import House
from games.pieces.dominoes import Domino
from games.pieces.line import Line


def duo_of(seat: Seat) -> int:
    """0 for duo X (the first and third seat), 1 for duo Y (DD-2)."""
    return seat % 2


@dataclass(slots=True)
class Table:
    """`phase` is "new", "play", "between" (hands) or "over"; `holdings` are masks; `passed_on` has for each seat the
    mask of numbers that were open when it passed; `row` counts passes running; `plays` is the hand as played, a pass
    with no tile."""

    house: House
    phase: str = "new"
    hand: int = 0
    starter: Seat = FIRST
    opening: bool = True
    turn: Seat = FIRST
    last: Seat = FIRST
    holdings: tuple[int, ...] = (0, 0, 0, 0)
    line: Line = field(default_factory=Line)
    row: int = 0
    passed_on: tuple[int, ...] = (0, 0, 0, 0)
    plays: tuple[tuple[Seat, Domino | None, str], ...] = ()
    score: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    ended: HandEnded | None = None
    game_over: bool = False

    def copy(self) -> "Table":
        """A copy for evolve.py to write on."""
        return Table(*_ALL_FIELDS(self))

    def may_lay(self, seat: Seat) -> int:
        """The mask of the seat's tiles that can be laid now (DD-10, DD-21)."""
        if self.line.first is None:
            return self.holdings[seat] & (1 << 27) if self.opening else self.holdings[seat]
        return self.holdings[seat] & self.line.wanted


_ALL_FIELDS: Final = attrgetter(*(each.name for each in fields(Table)))

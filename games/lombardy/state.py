"""A table of Lombardy Bones as it stands. Only evolve.py writes it."""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Final

from games.core.seats import FIRST, Seat
from games.lombardy.events import Counted, Heard
from games.lombardy.moves import Play
from games.lombardy.options import House
from games.pieces.dominoes import Domino
from games.pieces.line import Line, Moves

UNASKED: Final = -2
"""In `State.answers`: this seat has not answered yet."""
NO_DOUBLE: Final = -1
"""In `State.answers`: this seat has answered "none"."""


@dataclass(slots=True)
class State:
    """`phase` is "new", "lead", "no_lead", "play", "last_call", "shown", "restart", "counted" or "over".

    Holdings are masks; `dealt` is what each seat was dealt. `window` is whose score can be called, worth `total`.
    `waiting_from` is the stamp of the bone that holds the next player up (LB-81), or None, and
    `quiet_from` of the one that holds robots up. `held_open` are the seats whose holding back can be called now, if
    they have; `above` those whose laid doubles can; `above_shown` says whether the last bone is a double above the
    spinner. `entries` is what was written in this deal, `sheet_before` the sheet at the deal.
    """

    house: House
    players: int = 4
    phase: str = "new"
    hand: int = 0
    deal: int = 0
    dealt: tuple[int, ...] = ()
    holdings: list[int] = field(default_factory=list)
    boneyard: tuple[Domino, ...] = ()
    answers: tuple[int, ...] = ()
    line: Line = field(default_factory=Line)
    leader: Seat = FIRST
    turn: Seat = FIRST
    drew: bool = False
    dry_row: int = 0
    window: Seat | None = None
    total: int = 0
    waiting_from: int | None = None
    quiet_from: int | None = None
    last: Seat | None = None
    held_back: tuple[Seat, ...] = ()
    held_open: tuple[Seat, ...] = ()
    above: tuple[Seat, ...] = ()
    above_shown: bool = False
    asked: frozenset[Seat] = frozenset()
    heard: tuple[Heard, ...] = ()
    done: frozenset[Seat] = frozenset()
    since: int = 0
    how: str = ""
    sheet: tuple[int, ...] = ()
    sheet_before: tuple[int, ...] = ()
    entries: tuple[tuple[Seat, int], ...] = ()
    touched: bool = False
    touched_before: bool = False
    decider: bool = False
    plays: list[tuple[Seat, Domino | None, str]] = field(default_factory=list)
    counted: Counted | None = None
    winners: tuple[Seat, ...] = ()

    def copy(self) -> "State":
        """A copy for evolve.py to write on."""
        state = State(*_ALL_FIELDS(self))
        state.holdings, state.plays = [*self.holdings], self.plays[:]
        return state

    @property
    def legal(self) -> list[Play]:
        """Every bone of the player in turn at every playable end that it fits (LB-11, LB-12)."""
        return _PLAYS.on(self.line, self.holdings[self.turn])

    @property
    def drawable(self) -> int:
        """How many bones are left to draw (LB-22)."""
        return max(0, len(self.boneyard) - self.house.boneyard_reserve)

    @property
    def spinner(self) -> Domino | None:
        """The lead of this deal."""
        return self.line.first


def legal_plays(held: int, line: Line) -> list[Play]:
    """Every play that a holding has on a line (LB-11, LB-12)."""
    return _PLAYS.on(line, held)


_PLAYS: Final = Moves(Play)
_ALL_FIELDS: Final = attrgetter(*(each.name for each in fields(State)))

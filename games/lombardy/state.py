"""The state of Lombardy Bones. Only evolve.py writes it."""

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
    """The state of a session."""

    house: House
    players: int = 4
    phase: str = "new"
    """ "new", "lead", "no_lead", "play", "last_call", "shown", "restart", "counted" or "over"."""
    hand: int = 0
    deal: int = 0
    """The deal of this hand, from 1: a hand may be dealt again."""
    dealt: tuple[int, ...] = ()
    """The mask of what each seat was dealt."""
    holdings: list[int] = field(default_factory=list)
    """The mask of each seat's bones."""
    boneyard: tuple[Domino, ...] = ()
    """In the order of drawing."""
    answers: tuple[int, ...] = ()
    """Each seat's double, `NO_DOUBLE` or `UNASKED`."""
    line: Line = field(default_factory=Line)
    leader: Seat = FIRST
    turn: Seat = FIRST
    drew: bool = False
    """True once the player in turn has drawn."""
    dry_row: int = 0
    """Dry passes in a row (LB-27)."""
    window: Seat | None = None
    """The seat whose score can be called."""
    total: int = 0
    """The score of the last bone."""
    waiting_from: int | None = None
    """The stamp of the bone that holds the next player up (LB-81), or None."""
    quiet_from: int | None = None
    """The stamp of the bone that holds robots up (LB-81), or None."""
    last: Seat | None = None
    """The seat that laid the last bone."""
    held_back: tuple[Seat, ...] = ()
    """The seats that held a double back (LB-40)."""
    held_open: tuple[Seat, ...] = ()
    """The seats whose holding back can be called now, if they have."""
    above: tuple[Seat, ...] = ()
    """The seats whose doubles laid above the spinner can be called."""
    above_shown: bool = False
    """True if the last bone is a double above the spinner."""
    asked: frozenset[Seat] = frozenset()
    """The seats that have called renege in vain (LB-45)."""
    heard: tuple[Heard, ...] = ()
    """Words that are not judged yet (LB-80)."""
    done: frozenset[Seat] = frozenset()
    """The seats that have nothing more to say in a last call."""
    since: int = 0
    """The stamp with which the last call began."""
    how: str = ""
    """ "out", "dead" or "all_pass"; "" while bones go down."""
    sheet: tuple[int, ...] = ()
    sheet_before: tuple[int, ...] = ()
    """The sheet at the deal."""
    entries: tuple[tuple[Seat, int], ...] = ()
    """The entries of this deal: seat and change."""
    touched: bool = False
    """True once a column has stood at the target (LB-70)."""
    touched_before: bool = False
    decider: bool = False
    """True if an earlier hand ended level at the top (LB-73)."""
    plays: list[tuple[Seat, Domino | None, str]] = field(default_factory=list)
    """The hand as played: seat, bone (None for a pass) and end."""
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
        """The number of bones left to draw (LB-22)."""
        return max(0, len(self.boneyard) - self.house.boneyard_reserve)

    @property
    def spinner(self) -> Domino | None:
        """The lead of this deal."""
        return self.line.first


def legal_plays(held: int, line: Line) -> list[Play]:
    """Every play that a holding has on a line (LB-11, LB-12)."""
    return _PLAYS.on(line, held)


_PLAYS: Final = Moves(Play)
_ALL_FIELDS: Final = attrgetter(*(known.name for known in fields(State)))

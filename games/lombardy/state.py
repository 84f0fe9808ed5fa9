"""The state of a table of Lombardy Bones. Only evolve.py writes it."""

from dataclasses import dataclass, field
from typing import Final

from games.core.folding import make_copier
from games.core.seats import FIRST, Seat
from games.lombardy.events import Counted, Heard
from games.lombardy.moves import Play
from games.lombardy.options import House
from games.lombardy.view import Phase
from games.pieces.dominoes import DOUBLE_SIX, Domino
from games.pieces.line import Line, Moves

UNANSWERED: Final = -2
"""In `State.answers`: this seat has not answered yet."""
NO_DOUBLE: Final = -1
"""In `State.answers`: this seat has answered "none"."""


@dataclass(slots=True)
class State:
    """A table of Lombardy Bones between two moves."""

    house: House
    players: int = 4
    clockwise: bool = True
    """True if play goes to the left (LB-1)."""
    following: tuple[Seat, ...] = ()
    """For each seat, the seat that plays next (LB-1)."""
    phase: Phase = Phase.NEW
    hand: int = 0
    deal: int = 0
    """The ordinal of the deal within the hand, from 1; 0 after the count."""
    dealt: tuple[int, ...] = ()
    """The bones dealt to each seat, as a mask."""
    holdings: list[int] = field(default_factory=list)
    """The bones that each seat holds now, as a mask."""
    boneyard: tuple[Domino, ...] = ()
    """The bones left to draw, in drawing order."""
    answers: tuple[int, ...] = ()
    """Each seat's double, or `UNANSWERED` or `NO_DOUBLE`."""
    line: Line = field(default_factory=Line)
    leader: Seat = FIRST
    turn: Seat = FIRST
    drew: bool = False
    """True if the player to act has drawn."""
    dry_row: int = 0
    """The number of consecutive dry passes (LB-27)."""
    to_score: Seat | None = None
    """The seat whose score can be called, or None."""
    total: int = 0
    """The total after the last bone."""
    waiting_from: int | None = None
    """The stamp of the bone that holds the next player up (LB-81), or None."""
    quiet_from: int | None = None
    """The stamp of the bone that holds robots up (LB-81), or None."""
    last: Seat | None = None
    """The player of the last bone."""
    held_back: tuple[Seat, ...] = ()
    """The seats that held back a double (LB-40)."""
    held_open: tuple[Seat, ...] = ()
    """The seats whose held-back double can still be called (LB-42); only those that are in `held_back` too are caught.

    At the lead these are all seats. With `renege_closes: next_play`, after each later bone it is its player alone, if
    that bone was the double held back.
    """
    above: tuple[Seat, ...] = ()
    """The seats that a call of renege would catch for a double laid above the spinner (LB-41)."""
    above_shown: bool = False
    """True if the last bone is a double above the spinner; with `renege_closes: count`, if any bone was."""
    barred: frozenset[Seat] = frozenset()
    """The seats whose call of renege was mistaken and that may not call again yet (LB-45)."""
    heard: tuple[Heard, ...] = ()
    """The moves that are queued until they can be judged (LB-80)."""
    done: frozenset[Seat] = frozenset()
    """The seats that have said "done" in the last call."""
    since: int = 0
    """The time (milliseconds) at which the last call or the showing began."""
    how: str = ""
    """The way in which play ended: "out", "dead" or "all_pass"; empty while play goes on."""
    sheet: tuple[int, ...] = ()
    sheet_before: tuple[int, ...] = ()
    """The sheet at the deal."""
    entries: tuple[tuple[Seat, int], ...] = ()
    """The entries of this deal: seat and change."""
    touched: bool = False
    """True if a column has stood at the target (LB-70)."""
    touched_before: bool = False
    """The value of `touched` at the deal."""
    decider: bool = False
    """True if the hand follows a tie at the top (LB-73)."""
    steps: list[tuple[Seat, Domino | None, str]] = field(default_factory=list)
    """The steps of the deal: seat, bone (None for a pass) and end."""
    uncalled: tuple[tuple[Seat, Domino, int], ...] = ()
    """The bones of the deal whose scores nobody called: seat, bone and score (LB-30)."""
    miscalled: tuple[tuple[Seat, Domino, int, int], ...] = ()
    """The wrong calls of the deal: seat, bone, the number called, and the total (LB-32)."""
    draws: list[tuple[Seat, int]] = field(default_factory=list)
    """The draws of the deal: seat, and the number of steps before it."""
    counted: Counted | None = None
    winners: tuple[Seat, ...] = ()

    @property
    def legal_plays(self) -> tuple[Play, ...]:
        """Every bone of the player to act at every playable end that it fits (LB-11, LB-12)."""
        return _PLAYS.list_on(self.line, self.holdings[self.turn])

    @property
    def drawable(self) -> int:
        """The number of bones that can still be drawn (LB-22)."""
        return max(0, len(self.boneyard) - self.house.boneyard_reserve)

    @property
    def spinner(self) -> Domino | None:
        """The lead of this deal."""
        return self.line.first

    @property
    def can_renege(self) -> bool:
        """False if no renege can be called in this deal: six-six led (LB-46), or the house hears none (LB-91)."""
        return self.house.hears_renege and self.spinner != DOUBLE_SIX


def list_following(players: int, clockwise: bool) -> tuple[Seat, ...]:
    """For each seat, the seat that plays next: the one on the left, or on the right (LB-1)."""
    return _NEXT[clockwise][players]


def list_legal_plays(held: int, line: Line) -> tuple[Play, ...]:
    """Every play of a holding on a line (LB-11, LB-12)."""
    return _PLAYS.list_on(line, held)


_NEXT: Final = tuple(
    tuple(tuple(Seat((seat + step) % players) for seat in range(players)) for players in range(5)) for step in (-1, 1)
)
"""For each direction, number of players and seat, the next seat."""
_PLAYS: Final = Moves(Play)
copy_state: Final = make_copier(State, "holdings", "steps", "draws")

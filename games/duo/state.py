"""The state of a table of Duo Dominoes. Only evolve.py writes it."""

from dataclasses import dataclass, field
from typing import Final

from games.core.folding import make_copier
from games.core.seats import FIRST, Seat
from games.duo.events import HandEnded
from games.duo.moves import Play
from games.duo.options import House
from games.duo.view import Phase
from games.pieces.dominoes import ALL, DOUBLE_SIX, Domino, dominoes_of
from games.pieces.line import Line, Moves

_LEADS: Final = tuple(map(Play, ALL))
_PLAYS: Final = Moves(Play)


def duo_of(seat: Seat) -> int:
    """0 for duo X (the first and third seat), 1 for duo Y (DD-2)."""
    return seat % 2


@dataclass(slots=True)
class State:
    """A table of Duo Dominoes between two moves."""

    house: House
    phase: Phase = Phase.NEW
    hand: int = 0
    starter: Seat = FIRST
    opening: bool = True
    """True if 6-6 must lead this hand (DD-10)."""
    turn: Seat = FIRST
    last: Seat = FIRST
    """The seat that laid the last tile."""
    holdings: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    """Each seat's tiles, as a mask."""
    line: Line = field(default_factory=Line)
    passes: int = 0
    """The number of consecutive passes."""
    must_pass: bool = False
    """True if the bot passes for the player to act, who holds nothing that fits (DD-23)."""
    passed_on: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    """For each seat, the mask of the numbers that were open when it passed."""
    steps: list[tuple[Seat, Domino | None, str]] = field(default_factory=list)
    """The steps of the hand: seat, tile (None for a pass) and end."""
    score: tuple[int, int] = (0, 0)
    """The points of each duo in this game."""
    games: tuple[int, int] = (0, 0)
    """The games won by each duo."""
    ended: HandEnded | None = None
    """The end of the last hand."""
    game_over: bool = False
    """True if the last hand also ended a game."""

    @property
    def legal_plays(self) -> tuple[Play, ...]:
        """Every play of the seat to act: each tile at each end that it fits (DD-10, DD-20, DD-21)."""
        held = self.holdings[self.turn]
        return _PLAYS.list_on(self.line, held) if self.line.places else list_leads(held, self.opening)


def list_legal_plays(held: int, line: Line, opening: bool) -> tuple[Play, ...]:
    """Every play of a holding on a line; if `opening`, only 6-6 may lead (DD-10, DD-20, DD-21)."""
    return _PLAYS.list_on(line, held) if line.places else list_leads(held, opening)


def list_leads(held: int, opening: bool) -> tuple[Play, ...]:
    """Every first play of a hand by this holding; if `opening`, only 6-6 may lead (DD-10)."""
    return tuple([_LEADS[tile] for tile in dominoes_of(held) if tile == DOUBLE_SIX or not opening])


copy_state: Final = make_copier(State, "holdings", "passed_on", "steps")

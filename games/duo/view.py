"""Views of Duo Dominoes (DD-4)."""

from dataclasses import dataclass

from games.core.seats import Seat
from games.core.view import Call
from games.pieces.dominoes import Domino
from games.pieces.line import Line


@dataclass(frozen=True, slots=True)
class Laid:
    """One step of the hand as played: a tile at an end (empty for the first), or a pass, where `tile` is None."""

    seat: Seat
    tile: Domino | None
    end: str


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the last hand: "out" or "blocked", the last to play, all tiles face up, and the points."""

    how: str
    last: Seat
    holdings: tuple[tuple[Domino, ...], ...]
    duo: int
    points: int
    game_over: bool


@dataclass(frozen=True, slots=True)
class View:
    """The state as one seat, or the crowd, may see it."""

    seat: Seat | None
    """The viewer; None is the crowd."""
    players: int
    phase: str
    """ "play", "between" (the next hand waits for "next") or "over"."""
    hand: int
    to_act: tuple[Seat, ...]
    deadline: int | None
    scores: tuple[int, ...]
    """Each seat's points: those of its duo."""
    over: bool
    turn: Seat | None
    starter: Seat
    opening: bool
    holding: tuple[Domino, ...]
    """The viewer's own tiles."""
    counts: tuple[int, ...]
    """The number of tiles that each seat holds."""
    line: Line
    plays: tuple[Laid, ...]
    passed_on: tuple[int, ...]
    """For each seat the mask of the numbers that were open when it passed."""
    score: tuple[int, int]
    """Points by duo: 0 is X (the first and third seat), 1 is Y."""
    games: tuple[int, int]
    """Games won, by duo."""
    game_points: int
    faithful: bool
    ending: Ending | None
    stage: str = ""
    has_spoken: bool = False
    hot: tuple[Domino, ...] = ()
    last_calls: tuple[Call, ...] = ()

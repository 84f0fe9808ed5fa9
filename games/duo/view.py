"""What one seat of a table of Duo Dominoes may see (DD-4)."""

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
    """How the last hand ended: "out" or "blocked", by whom, every seat's tiles face up, and what it brought."""

    how: str
    last: Seat
    holdings: tuple[tuple[Domino, ...], ...]
    duo: int
    points: int
    game_over: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table as `seat` (None: the crowd) may see it.

    `phase` is "play", "between" (the next hand waits for "next") or "over". `holding` is the viewer's own; `counts`
    how many tiles each seat holds. `passed_on` has for each seat the mask of numbers that were open when it passed.
    `score` and `games` are by duo (0 is X, the first and third seat); `scores` gives each seat its duo's points.
    """

    seat: Seat | None
    players: int
    phase: str
    hand: int
    to_act: tuple[Seat, ...]
    deadline: int | None
    scores: tuple[int, ...]
    over: bool
    turn: Seat | None
    starter: Seat
    opening: bool
    holding: tuple[Domino, ...]
    counts: tuple[int, ...]
    line: Line
    plays: tuple[Laid, ...]
    passed_on: tuple[int, ...]
    score: tuple[int, int]
    games: tuple[int, int]
    game_points: int
    faithful: bool
    ending: Ending | None
    stage: str = ""
    has_spoken: bool = False
    hot: tuple[Domino, ...] = ()
    last_calls: tuple[Call, ...] = ()

"""What one seat of a table of Duo Dominoes may see (DD-4), and what it could do by that."""

from dataclasses import dataclass

from games.core.moves import Choice
from games.core.seats import Seat
from games.duo.moves import Knock, Next, Play
from games.duo.notation import write
from games.duo.state import Table, duo_of, legal_plays
from games.pieces.dominoes import Domino, in_mask, mask
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


def view(table: Table, seat: Seat | None) -> View:
    """The table as `seat`, or the crowd, may see it."""
    playing = table.phase == "play"
    ended = table.ended
    return View(
        seat=seat,
        players=4,
        phase=table.phase,
        hand=table.hand,
        to_act=(table.turn,) if playing else (),
        deadline=None,
        scores=tuple(table.score[duo_of(Seat(player))] for player in range(4)),
        over=table.phase == "over",
        turn=table.turn if playing else None,
        starter=table.starter,
        opening=table.opening,
        holding=() if seat is None else in_mask(table.holdings[seat]),
        counts=tuple(held.bit_count() for held in table.holdings),
        line=table.line,
        plays=tuple(Laid(*step) for step in table.plays),
        passed_on=tuple(table.passed_on),
        score=table.score,
        games=table.games,
        game_points=table.house.game_points,
        faithful=not table.house.guarded,
        ending=None
        if ended is None
        else Ending(ended.how, ended.last, ended.holdings, ended.duo, ended.points, table.game_over),
    )


def plays(view: View) -> tuple[Play, ...]:
    """Every tile that the viewer may lay now, at every end that it fits (DD-10, DD-20, DD-21)."""
    if view.seat is None or view.turn != view.seat:
        return ()
    return tuple(sorted(legal_plays(mask(view.holding), view.line, view.opening), key=lambda play: play.tile))


def choices(view: View) -> tuple[Choice, ...]:
    """What the viewer could do: every play, and a pass where the rules let him (DD-23, DD-51); the next hand."""
    if view.phase == "between":
        return (Choice(Next(), write(Next())),)
    moves: tuple[Play | Knock, ...] = plays(view)
    if view.turn == view.seat and view.seat is not None and view.line.first is not None:
        moves = (*moves, Knock()) if view.faithful or not moves else moves
    return tuple(Choice(move, write(move)) for move in moves)

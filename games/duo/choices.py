"""Moves open to a viewer, judged only by the public table and the viewer's own tiles."""

from games.core.moves import Choice
from games.duo.moves import Knock, Move, Next, Play
from games.duo.notation import write
from games.duo.state import list_legal_plays
from games.duo.view import Phase, View
from games.pieces.dominoes import mask


def list_plays(view: View) -> tuple[Play, ...]:
    """Every tile that the viewer may lay now, at every end that it fits (DD-10, DD-20, DD-21)."""
    if view.seat is None or view.turn != view.seat:
        return ()
    return tuple(sorted(list_legal_plays(mask(view.holding), view.line, view.opening), key=lambda play: play.tile))


def choices(view: View) -> tuple[Choice[Move], ...]:
    """Moves open to the viewer: every play, a pass where the rules allow one (DD-23, DD-51), and the next hand."""
    if view.phase == Phase.BETWEEN:
        return (Choice(Next(), write(Next())),)
    highest_first = sorted(list_plays(view), key=lambda play: -play.tile)  # as in pictures of a hand
    moves: tuple[Play | Knock, ...] = tuple(highest_first)
    if view.turn == view.seat and view.seat is not None and view.line.first is not None:
        moves = (*moves, Knock()) if view.faithful or not moves else moves
    return tuple(Choice(move, write(move)) for move in moves)

"""The moves that a viewer could make, judged by the public table and their own bones."""

from games.core.moves import Choice
from games.pieces.dominoes import mask
from tests.fifth_game.block.moves import Knock, Lay, Move, Next
from tests.fifth_game.block.notation import write
from tests.fifth_game.block.state import legal_plays
from tests.fifth_game.block.view import View


def plays(view: View) -> list[Lay]:
    """Every bone that the viewer may lay now, at every end that it fits (BL-20)."""
    if view.seat is None or view.turn != view.seat:
        return []
    return legal_plays(mask(view.holding), view.line)


def choices(view: View) -> tuple[Choice[Move], ...]:
    """The viewer's plays, or a pass if there are none (BL-21); between hands, the next hand."""
    if view.phase == "between":
        return (Choice(Next(), write(Next())),)
    if view.seat is None or view.turn != view.seat:
        return ()
    moves: list[Lay] | list[Knock] = plays(view) or [Knock()]
    return tuple(Choice(move, write(move)) for move in moves)

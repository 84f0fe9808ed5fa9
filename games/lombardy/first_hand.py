"""The first hand of Lombardy Bones: six-six to lead with, and five scores on the way out."""

from functools import partial
from typing import Final

from games.core.chance import Chance
from games.core.first_hand import FirstHand
from games.core.robots import Level, Thought
from games.lombardy.moves import Move, Play
from games.lombardy.robot import add_up, robot
from games.lombardy.view import View
from games.pieces.dominoes import from_code

_DEALT: Final = (
    "1-1 3-0 3-2 4-0 4-2 6-0 6-6  2-0 3-1 3-3 4-1 5-1 5-4 6-4  2-2 5-0 5-3 5-5 6-1 6-2 6-5  0-0 1-0 2-1 4-3 4-4 5-2 6-3"
)
"""The bones of the four seats. The beginner scores 5, 10, 10, 10 and 15, and goes out."""


def _advise(view: View, chance: Chance) -> Thought[Move] | None:
    """Advise the beginner, and add a bone's score up for them."""
    advice = robot(view, chance, Level.SHELLBACK)
    if advice is None or not isinstance(advice.move, Play) or not advice.move.call:
        return advice
    line = view.line.lay(advice.move.bone, advice.move.end)
    return advice._replace(why="fives", facts=add_up(line, view.house.bare_ends_count))


FIRST_HAND: Final = FirstHand[View, Move](
    players=4,
    order=tuple(map(from_code, _DEALT.split())),
    robot=partial(robot, level=Level.DECKHAND),
    advise=_advise,
)

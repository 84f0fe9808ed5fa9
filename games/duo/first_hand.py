"""The first hand of Duo Dominoes: six-six to lead with, adversaries who must knock six times, and 33 points."""

from functools import partial
from typing import Final

from games.core.first_hand import FirstHand
from games.core.robots import Level
from games.duo.moves import Move
from games.duo.robot import robot
from games.duo.view import View
from games.pieces.dominoes import from_code

_DEALT: Final = (
    "2-0 3-2 4-2 4-4 5-1 5-4 6-6  1-1 2-1 3-0 5-0 5-3 5-5 6-2  0-0 1-0 3-1 3-3 4-1 5-2 6-1  2-2 4-0 4-3 6-0 6-3 6-4 6-5"
)
"""The tiles of the four seats. The beginner lays all of theirs, and the adversaries pass six times."""

FIRST_HAND: Final = FirstHand[View, Move](
    players=4,
    order=tuple(map(from_code, _DEALT.split())),
    robot=partial(robot, level=Level.DECKHAND),
    advise=partial(robot, level=Level.SHELLBACK),
)

"""The scene of Pussers Bones; each picture has its own module."""

from typing import TYPE_CHECKING

from render.pussers_board import draw_board
from render.pussers_hand import draw_hand
from render.pussers_receipt import draw_receipt, fill_score_sheet, tell_outcome
from render.words.pussers import describe_board, describe_hand, mark_closed

__all__ = [
    "describe_board",
    "describe_hand",
    "draw_board",
    "draw_hand",
    "draw_receipt",
    "fill_score_sheet",
    "mark_closed",
    "tell_outcome",
]


if TYPE_CHECKING:  # A missing or mistyped function fails type checking here.
    from games.pussers.view import View
    from render import pussers_scene as _scene
    from render.scenes import Scene

    SCENE: Scene[View] = _scene

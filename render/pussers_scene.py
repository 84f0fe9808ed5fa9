"""The scene of Pussers Bones; each picture has its own module."""

from typing import TYPE_CHECKING

from render.pussers_board import board
from render.pussers_hand import hand
from render.pussers_receipt import outcome, receipt, sheet
from render.words.pussers import describe_board, describe_hand, mark_closed

__all__ = ["board", "describe_board", "describe_hand", "hand", "mark_closed", "outcome", "receipt", "sheet"]


if TYPE_CHECKING:  # A missing or mistyped function fails type checking here.
    from games.pussers.view import View
    from render import pussers_scene as _scene
    from render.scenes import Scene

    SCENE: Scene[View] = _scene

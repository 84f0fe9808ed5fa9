"""The scene of Pussers Bones; each picture has its own module."""

from typing import Final

from games.pussers.view import View
from render.pussers_board import draw_board
from render.pussers_hand import draw_hand
from render.pussers_receipt import draw_receipt, fill_score_sheet, tell_outcome
from render.scenes import Scene
from render.words.pussers import describe_board, describe_hand, mark_closed

SCENE: Final = Scene[View](
    draw_board,
    draw_hand,
    draw_receipt,
    fill_score_sheet,
    tell_outcome,
    describe_board,
    describe_hand,
    mark_closed,
)

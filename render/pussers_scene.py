"""The scene of Pussers Bones; each picture has its own module."""

from render.pussers_board import board
from render.pussers_hand import hand
from render.pussers_receipt import receipt, sheet
from render.words.pussers import describe as words
from render.words.pussers import let_wait, mark_closed

__all__ = ["board", "hand", "let_wait", "mark_closed", "receipt", "sheet", "words"]

"""Every piece as a small square picture, for lines of text: PNGs of 128 pixels, by code ("R1", "6-4", "9s")."""

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Final

import PIL
from PIL import Image

from games.pieces import bones as bone_pieces
from games.pieces import cards as card_pieces
from games.pieces import dominoes as domino_pieces
from render.style import DARK

SIDE: Final = 128
"""Pixels of a side; Discord shows emojis at 22 to 48."""


def fingerprint() -> str:
    """Stands for all that the pictures depend on: the code that draws, its fonts, and Pillow. While it stays the same
    they need not be drawn again to know what they look like."""
    found = hashlib.sha256(PIL.__version__.encode())
    for file in sorted(Path(__file__).parent.rglob("*")):
        if file.suffix in (".py", ".woff2"):
            found.update(file.read_bytes())
    return found.hexdigest()


def draw_all() -> dict[str, bytes]:
    """A PNG for each piece's code. What draws them is loaded only here: a start that knows the pictures draws none."""
    from render import bones, cards, dominoes

    width = SIDE * SIDE // bones.height(SIDE)
    found = {
        bone_pieces.code(kind): _square(bones.face(kind, width, DARK)) for kind in sorted(set(bone_pieces.FULL_SET))
    }
    for piece in domino_pieces.ALL:
        high, low = domino_pieces.HALVES[piece]
        found[domino_pieces.code(piece)] = _square(dominoes.face(high, low, SIDE // 2, False, DARK))
    width = SIDE * SIDE // cards.height(SIDE)
    for card in card_pieces.ALL:
        found[card_pieces.code(card)] = _square(cards.face(card, width))
    return found


def _square(piece: Image.Image) -> bytes:
    """The piece in the middle of a clear square, as a PNG."""
    square = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    square.paste(piece, ((SIDE - piece.width) // 2, (SIDE - piece.height) // 2))
    out = BytesIO()
    square.save(out, "PNG", optimize=True)
    return out.getvalue()

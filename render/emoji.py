"""Emojis of all pieces: square PNGs of 128 pixels, by code ("R1", "6-4", "9s")."""

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Final

import PIL
from PIL import Image

from games.pieces import bones as bone_pieces
from games.pieces import cards as card_pieces
from games.pieces import dominoes as domino_pieces
from games.pieces.cards import CARDS
from games.pieces.dominoes import DOMINOES
from games.pieces.speech import BONES
from render.style import DARK

SIDE: Final = 128
"""Width and height in pixels. Discord shows emojis at 22 to 48."""


def fingerprint() -> str:
    """Hash everything that the emojis depend on: the drawing code, its fonts and the version of Pillow.

    While it stays the same, the emojis look the same and need not be drawn again.
    """
    found = hashlib.sha256(PIL.__version__.encode())
    for file in sorted(Path(__file__).parent.rglob("*")):
        if file.suffix in (".py", ".woff2"):
            found.update(file.read_bytes())
    return found.hexdigest()


def draw_all() -> dict[str, bytes]:
    """Draw the PNG of every piece, by code. The drawing code is imported only now; most starts do without it."""
    from render import bones, cards, dominoes

    width = SIDE * SIDE // bones.height(SIDE)
    found = {
        bone_pieces.code(kind): _square(bones.face(kind, width, DARK)) for kind in sorted(set(bone_pieces.FULL_SET))
    }
    for piece in domino_pieces.ALL:
        high, low = domino_pieces.HALVES[piece]
        found[domino_pieces.code(piece)] = _square(dominoes.face(high, low, SIDE // 2, False))
    width = SIDE * SIDE // cards.height(SIDE)
    for card in card_pieces.ALL:
        found[card_pieces.code(card)] = _square(cards.face(card, width))
    return found


def name_piece(code: str) -> str:
    """The usual name of the piece with this code: "Jimmy Rick", "six four", "9 of spades". Raises KeyError."""
    for pieces in (BONES, DOMINOES, CARDS):
        if code in map(pieces.code, pieces.every):
            return pieces.spoken(pieces.from_code(code), "")
    raise KeyError(code)


def _square(piece: Image.Image) -> bytes:
    """Centre the piece on a transparent square and encode it as a PNG."""
    square = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    square.paste(piece, ((SIDE - piece.width) // 2, (SIDE - piece.height) // 2))
    out = BytesIO()
    square.save(out, "PNG", optimize=True)
    return out.getvalue()

"""Emojis of all pieces: square PNGs of 128 pixels, by code ("R1", "6-4", "9s")."""

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Final

import PIL
from PIL import Image

from render.kinds import draw_piece, list_codes
from render.style import DARK

SIDE: Final = 128
"""Width and height in pixels. Discord shows emojis at 22 to 48."""


def fingerprint() -> str:
    """Hash everything that the emojis depend on: the drawing code, its fonts and the version of Pillow.

    While it stays the same, the emojis look the same and need not be drawn again.
    """
    hashed = hashlib.sha256(PIL.__version__.encode())
    for file in sorted(Path(__file__).parent.rglob("*")):
        if file.suffix in (".py", ".woff2"):
            hashed.update(file.read_bytes())
    return hashed.hexdigest()


def draw_all() -> dict[str, bytes]:
    """Draw the PNG of every piece, by code."""
    return {code: _encode_on_square(draw_piece(code, SIDE, DARK)) for code in list_codes()}


def draw_plain() -> bytes:
    """Draw the PNG of an empty square, for an emoji of which only the name is read."""
    return _encode_on_square(Image.new("RGBA", (SIDE, SIDE), DARK.felt))


def _encode_on_square(piece: Image.Image) -> bytes:
    """Centre the piece on a transparent square and encode it as a PNG."""
    square = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    square.paste(piece, ((SIDE - piece.width) // 2, (SIDE - piece.height) // 2))
    out = BytesIO()
    square.save(out, "PNG", optimize=True)
    return out.getvalue()

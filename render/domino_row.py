"""The picture of a line of dominoes by itself: as it lies on the board, with the letters of its ends."""

from typing import Final

from PIL import Image, ImageDraw

from games.pieces.line import Line
from render.base.domino_layout import lay_out
from render.dominoes import draw_face
from render.style import Theme, load_font

_SIZE: Final = 28
"""The size of the letters at the ends, in pixels."""


def draw_line(line: Line, half: int, width: int, theme: Theme) -> Image.Image:
    """Draw a line of dominoes, with the letter of each end.

    The picture is at most `width` pixels wide; half a domino has `half` pixels. A letter is pale where no domino lies,
    since that end counts in no score.
    """
    layout = lay_out(line, width / half - 2)
    left, upper, right, lower = layout.box
    image = Image.new("RGBA", (round((right - left) * half), round((lower - upper) * half)))
    for piece in layout.placed:
        dx, dy = piece.half_size
        drawn = draw_face(piece.first, piece.second, half - 1, piece.lying)
        image.paste(drawn, (round((piece.x - dx - left) * half), round((piece.y - dy - upper) * half)))
    pen = ImageDraw.Draw(image)
    for end in layout.ends:
        place = ((end.x - left) * half, (end.y - upper) * half)
        colour = theme.muted if line.is_bare(end.letter) else theme.accent
        pen.text(place, end.letter, colour, load_font(800, _SIZE), anchor="mm")
    return image

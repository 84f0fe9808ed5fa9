"""The face or back of one domino.

A domino is drawn lying or standing and never rotated, so that the light always falls from above. The grid has 60 units
to each half. Pips are cut into the ivory, with a light lower lip.
"""

from functools import lru_cache
from typing import Final

from PIL import Image

from games.pieces.dominoes import HALVES
from render.pen import Pen
from render.style import BLUE, GOLD, GREEN, INK, IVORY, IVORY_LOW, IVORY_RIM, PLUM, RED, SUN, Theme

HALF: Final = 60
_DEPTH: Final = 5
_RADIUS: Final = 9
_PIPS: Final = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
_COLOURS: Final = (INK, RED, GREEN, BLUE, PLUM, GOLD, INK)
"""The colour of each number. Colour only helps: the pips say the same."""


def _find_size(half: int, lying: bool) -> tuple[int, int, int, int]:
    """Return the width and height of a domino, lying or standing: in pixels, then in units."""
    return (2 * half, half, 2 * HALF, HALF) if lying else (half, 2 * half, HALF, 2 * HALF)


@lru_cache(maxsize=32)
def _draw_body(half: int, lying: bool) -> Image.Image:
    """Draw the part that all faces share, which is two thirds of the work."""
    width, height, units_across, units_down = _find_size(half, lying)
    pen = Pen(width, height, units_across)
    pen.slab((0, 0, units_across, units_down), _RADIUS, "#d9cfb2", "#b3a784")
    pen.slab((0, 0, units_across, units_down - _DEPTH), _RADIUS, IVORY, IVORY_LOW)
    pen.frame((0.5, 0.5, units_across - 0.5, units_down - _DEPTH), _RADIUS, IVORY_RIM, 1.2)
    pen.glaze((2, 2, units_across - 2, units_down - _DEPTH - 2), _RADIUS - 2, 1.2, 190)
    x, y = units_across / 2, (units_down - _DEPTH) / 2
    for shift, colour, line_width in ((0.0, "#a99e7c", 2.2), (2.0, "#ffffff", 1.2)):
        pen.line([(x + shift, 9), (x + shift, 46)] if lying else [(9, y + shift), (51, y + shift)], line_width, colour)
    pen.disc(x, y, 4.8, GOLD)
    pen.disc(x - 0.7, y - 0.9, 3, SUN)
    return pen.image


def draw_face(first: int, second: int, half: int, lying: bool) -> Image.Image:
    """Draw a domino face up, `half` pixels to each half; `first` is its left or upper number."""
    width, height, units_across, units_down = _find_size(half, lying)
    pen = Pen(width, height, units_across, _draw_body(half, lying))
    x, y = units_across / 2, (units_down - _DEPTH) / 2
    for number, side in ((first, -1), (second, 1)):
        for across, down in _PIPS[number]:
            if lying:
                px, py = x + side * 30 + down * 15.5, y + across * 14.5
            else:
                px, py = x + across * 15.5, y + side * 29 + down * 15.5
            pen.oval(px, py + 0.7, 6.4, 6.3, "#ffffff")
            pen.disc(px, py, 6.1, _COLOURS[number])
    return pen.finish()


def draw_back(half: int, theme: Theme) -> Image.Image:
    """Draw a standing domino face down."""
    width, height, units_across, units_down = _find_size(half, False)
    pen = Pen(width, height, units_across)
    pen.slab((0, 0, units_across, units_down), _RADIUS, "#d9cfb2", "#b3a784")
    pen.slab((0, 0, units_across, units_down - _DEPTH), _RADIUS, theme.back, theme.back_low)
    pen.frame((5, 5, units_across - 5, units_down - _DEPTH - 5), 5, theme.back_line, 1.6)
    x, y = units_across / 2, (units_down - _DEPTH) / 2
    pen.ring(x, y, 11, 2.2, theme.back_line)
    for dx, dy in ((0, -6), (0, 6), (-6, 0), (6, 0)):
        pen.disc(x + dx, y + dy, 2, theme.back_line)
    return pen.finish()


def draw_piece(piece: int, height: int, theme: Theme) -> Image.Image:
    """Draw the domino with this number face up, standing, `height` pixels high; it looks the same in every theme."""
    return draw_face(*HALVES[piece], height // 2, False)

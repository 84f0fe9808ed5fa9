"""The face or back of one bone.

The grid is 100 by 136 units. The column from 0 to 29 is kept for the index, which stays visible in a fan.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from games.pieces.bones import Bone, number
from render.pen import Pen, Point
from render.style import (
    BARK,
    BLUE,
    GOLD,
    GREEN,
    INK,
    IVORY,
    IVORY_LOW,
    IVORY_RIM,
    LEAF,
    PLUM,
    RED,
    ROSE,
    SKY,
    SUN,
    Theme,
)

ACROSS: Final = 100
DOWN: Final = 136
_DEPTH: Final = 9
_RADIUS: Final = 11
_FACE: Final = (0.5, 0.5, ACROSS - 0.5, DOWN - _DEPTH)
_LEFT, _MIDDLE, _RIGHT = 42, 62, 82

_BREEZES: Final = (("東", "E", "EDDIE"), ("南", "S", "SAMMY"), ("西", "W", "WALLY"), ("北", "N", "NORMIE"))
_FLOWERS: Final = "梅蘭菊竹"
_SEASONS: Final = "春夏秋冬"


def find_height(width: int) -> int:
    """Return the height of a bone `width` pixels wide."""
    return round(width * DOWN / ACROSS)


@lru_cache(maxsize=8)
def _draw_body(width: int, theme: Theme) -> Image.Image:
    pen = Pen(width, find_height(width), ACROSS)
    pen.slab((0, _DEPTH, ACROSS, DOWN), _RADIUS, theme.back, theme.back_low)
    pen.slab((0, 4, ACROSS, DOWN - 4), _RADIUS, "#e2d9bf", "#c3b894")
    pen.slab((0, 0, ACROSS, DOWN - _DEPTH), _RADIUS, IVORY, IVORY_LOW)
    pen.frame(_FACE, _RADIUS, IVORY_RIM, 1.2)
    pen.glaze((2, 2, ACROSS - 2, DOWN - _DEPTH - 2), _RADIUS - 2, 1.4, 200)
    return pen.image


def _draw_index(pen: Pen, numeral: str, letter: str, colour: str) -> None:
    pen.text(16, 20, numeral, 29, colour)
    pen.text(16, 43, letter, 19, colour, 700)


def _find_spots(n: int) -> Sequence[Point]:
    """Return the places of the `n` balls in the traditional arrangement."""
    left, middle, right = _LEFT, _MIDDLE, _RIGHT
    inner, outer = 46, 78
    spots: dict[int, Sequence[Point]] = {
        1: [(middle, 64)],
        2: [(middle, 38), (middle, 90)],
        3: [(left, 32), (middle, 64), (right, 96)],
        4: [(44, 38), (80, 38), (44, 90), (80, 90)],
        5: [(44, 35), (80, 35), (middle, 64), (44, 93), (80, 93)],
        6: [(x, y) for y in (30, 64, 98) for x in (inner, outer)],
        7: [(left, 22), (middle, 33), (right, 44), (inner, 74), (outer, 74), (inner, 103), (outer, 103)],
        8: [(x, y) for y in (23, 50, 77, 104) for x in (inner, outer)],
        9: [(x, y) for y in (31, 64, 97) for x in (left, middle, right)],
    }
    return spots[n]


def _draw_ball(pen: Pen, n: int) -> None:
    radius = {1: 33, 2: 21, 3: 14.5, 4: 16, 5: 14.5, 6: 15, 7: 11.8, 8: 12.2, 9: 10.2}[n]
    for x, y in _find_spots(n):
        colour = RED if n in (1, 3, 5, 9) and (x, y) == (_MIDDLE, 64) else BLUE
        pen.disc(x, y, radius, colour)
        pen.disc(x, y, radius * 0.79, IVORY)
        pen.disc(x, y, radius * 0.63, colour)
        if radius > 13:
            for step in range(8):
                angle = step * math.pi / 4
                pen.disc(x + radius * 0.37 * math.cos(angle), y + radius * 0.37 * math.sin(angle), radius * 0.1, IVORY)
        pen.disc(x, y, radius * 0.2, IVORY)
        if n == 1:
            for step in range(20):
                angle = step * math.pi / 10
                pen.disc(x + radius * 0.89 * math.cos(angle), y + radius * 0.89 * math.sin(angle), 1.5, IVORY)
    _draw_index(pen, str(n), "B", BLUE)


def _draw_cane(pen: Pen, middle: Point, length: float, colour: str, width: float) -> None:
    """Draw a length of bamboo with a knot in the middle and at both ends."""
    x, y = middle
    for top, low in ((y - length / 2, y - 0.6), (y + 0.6, y + length / 2)):
        pen.box((x - width / 2, top, x + width / 2, low), width * 0.4, colour)
        pen.line([(x - width * 0.14, top + 4), (x - width * 0.14, low - 4)], width * 0.17, IVORY)
    for knot in (y - length / 2, y, y + length / 2):
        pen.box((x - width * 0.7, knot - 2, x + width * 0.7, knot + 2), 2, colour)


def _find_canes(n: int) -> Sequence[tuple[float, float, str]]:
    """Return the places and colours of the `n` canes."""
    three, four = (41, 62, 83), (38, 54, 70, 86)
    canes: dict[int, Sequence[tuple[float, float, str]]] = {
        2: [(62, 37, BLUE), (62, 91, GREEN)],
        3: [(62, 37, BLUE), (46, 91, GREEN), (78, 91, GREEN)],
        4: [(x, y, BLUE if (x == 46) == (y == 37) else GREEN) for y in (37, 91) for x in (46, 78)],
        5: [*((x, y, GREEN) for y in (36, 92) for x in (42, 82)), (62, 64, RED)],
        6: [(x, y, GREEN if y == 37 else BLUE) for y in (37, 91) for x in three],
        7: [(62, 26, RED), *((x, y, GREEN) for y in (63, 99) for x in three)],
        8: [(x, y, BLUE if x in (38, 86) else GREEN) for y in (37, 91) for x in four],
        9: [(x, y, RED if x == 62 else GREEN) for y in (28, 64, 100) for x in three],
    }
    return canes[n]


def _draw_bird(pen: Pen) -> None:
    """Draw the bird of One Stick: a peacock looking back over its train."""
    for angle, length, colour in ((2.22, 62, GREEN), (1.98, 66, LEAF), (1.74, 62, BLUE)):
        pen.petal((66, 58), angle, length, 7.5, colour)
        x, y = 66 + (length - 10) * math.cos(angle), 58 + (length - 10) * math.sin(angle)
        pen.disc(x, y, 4.6, SUN)
        pen.disc(x, y, 2.6, BLUE)
    pen.blob([(58, 44), (74, 40), (86, 52), (84, 70), (70, 80), (56, 72), (52, 58)], GREEN)
    pen.blob([(60, 54), (72, 50), (78, 60), (72, 72), (58, 76), (46, 86), (52, 68)], LEAF)
    for shift in (0, 6, 12):
        pen.stroke(
            [(70 - shift, 58 + shift * 0.7), (66 - shift, 66 + shift * 0.5), (58 - shift * 0.8, 72 + shift)], 1.3, IVORY
        )
    pen.blob([(72, 46), (70, 34), (72, 24), (80, 20), (87, 26), (86, 36), (88, 52), (82, 58)], BLUE)
    pen.shape([(86, 25), (96, 30), (86, 32)], GOLD)
    pen.disc(80.5, 27.5, 3.4, IVORY)
    pen.disc(81.3, 27.5, 1.8, INK)
    for x, y in ((71, 11), (79, 8), (87, 12)):
        pen.line([(79, 20), (x, y)], 1.4, BLUE)
        pen.disc(x, y, 2.4, RED)
    for x in (70.0, 77.0):
        pen.line([(x, 78), (x + 1, 100)], 2.2, GOLD)
    pen.box((56, 99, 95, 107), 4, GREEN)
    for x in (68.0, 83.0):
        pen.line([(x, 100), (x, 106)], 1.4, IVORY)


def _draw_stick(pen: Pen, n: int) -> None:
    if n == 1:
        _draw_bird(pen)
    else:
        length = {5: 44, 7: 30, 9: 31}.get(n, 46)
        width = {8: 8.0, 9: 8.6, 7: 8.8}.get(n, 9.6)
        for x, y, colour in _find_canes(n):
            _draw_cane(pen, (x, y), length, colour, width)
    _draw_index(pen, str(n), "S", GREEN)


def _draw_rick(pen: Pen, n: int) -> None:
    pen.han(62, 38, "一二三四五六七八九"[n - 1], 50, INK)
    pen.han(62, 93, "萬", 52, RED)
    _draw_index(pen, str(n), "R", RED)


def _draw_breeze(pen: Pen, kind: int) -> None:
    character, letter, name = _BREEZES[kind]
    pen.han(62, 62, character, 66, INK)
    _draw_index(pen, letter, "W", INK)
    pen.text(57, 111, name, 17, INK, 800)


def _draw_dragon(pen: Pen, kind: int) -> None:
    colour, name = ((RED, "BLOOD"), (GREEN, "CABBAGE"), (BLUE, "BLANKET"))[kind]
    if kind == 2:
        pen.frame((22, 16, 78, 96), 5, BLUE, 5)
        pen.frame((30, 24, 70, 88), 3, BLUE, 2)
        for x, y in ((24.5, 18.5), (75.5, 18.5), (24.5, 93.5), (75.5, 93.5)):
            pen.disc(x, y, 5.6, BLUE)
    else:
        pen.han(50, 54, "中發"[kind], 78, colour)
    pen.text(50, 112, name, 17 if kind == 0 else 15.5, colour, 800)


def _draw_blossom(pen: Pen) -> None:
    pen.stroke([(46, 106), (54, 84), (61, 64)], 3.4, BARK)
    pen.petal((52, 90), -0.3, 26, 6, LEAF)
    for step in range(5):
        angle = step * 2 * math.pi / 5 - math.pi / 2
        pen.petal((62, 50), angle, 24, 11, ROSE)
        pen.petal((62, 50), angle, 14, 5, "#c46a92")
    pen.disc(62, 50, 6, SUN)
    for step in range(10):
        angle = step * math.pi / 5
        x, y = 62 + 12 * math.cos(angle), 50 + 12 * math.sin(angle)
        pen.line([(62, 50), (x, y)], 0.9, PLUM)
        pen.disc(x, y, 1.4, PLUM)


def _draw_orchid(pen: Pen) -> None:
    for angle, length in ((-2.3, 46), (-0.75, 46), (-2.75, 38), (-0.4, 38)):
        pen.petal((60, 108), angle, length, 4, LEAF)
    pen.stroke([(60, 106), (58, 84), (62, 58)], 3, GREEN)
    for angle in (-math.pi / 2, -0.35, math.pi + 0.35):
        pen.petal((62, 52), angle, 30, 8, PLUM)
    for angle in (-2.25, -0.9):
        pen.petal((62, 52), angle, 26, 7, "#c27aa6")
    pen.petal((62, 50), math.pi / 2, 24, 9, SUN)
    pen.disc(62, 54, 4, RED)


def _draw_chrysanthemum(pen: Pen) -> None:
    pen.stroke([(48, 108), (56, 86), (62, 64)], 3.2, GREEN)
    pen.petal((53, 92), -0.3, 25, 6, LEAF)
    pen.petal((52, 98), -2.9, 19, 5, LEAF)
    for count, length, width, colour in ((16, 30, 4.2, GOLD), (12, 23, 4.0, "#c98a12"), (9, 15, 3.4, SUN)):
        for step in range(count):
            pen.petal((62, 50), step * 2 * math.pi / count - 1.4, length, width, colour)
    pen.disc(62, 50, 5, RED)


def _draw_bamboo(pen: Pen) -> None:
    for x, top, width in ((52.0, 38.0, 8.0), (70.0, 22.0, 9.0)):
        pieces = 4
        step = (106 - top) / pieces
        for k in range(pieces):
            pen.box((x - width / 2, 106 - (k + 1) * step + 1.4, x + width / 2, 106 - k * step), 3, GREEN)
            pen.line([(x - width * 0.16, 106 - (k + 1) * step + 5), (x - width * 0.16, 106 - k * step - 4)], 1.5, LEAF)
    for x, y, angle, length in (
        (52, 58, -2.6, 22), (52, 58, -2.05, 20), (70, 44, -0.55, 22), (70, 44, -1.05, 20),
        (70, 66, 0.35, 22), (70, 66, -0.15, 24), (52, 78, 2.8, 20), (52, 78, -2.95, 18),
    ):  # fmt: skip
        pen.petal((x, y), angle, length, 4.2, LEAF)


def _draw_spring(pen: Pen) -> None:
    pen.stroke([(38, 108), (54, 80), (82, 36)], 3.6, BARK)
    pen.stroke([(55, 78), (48, 52)], 2.6, BARK)
    pen.stroke([(66, 62), (84, 66)], 2.2, BARK)
    for x, y, size in ((82, 36, 1.05), (48, 48, 0.9), (64, 64, 0.85), (85, 68, 0.7), (45, 88, 0.75)):
        for step in range(5):
            pen.petal((x, y), step * 2 * math.pi / 5 - math.pi / 2, 14 * size, 6.6 * size, ROSE)
        pen.disc(x, y, 2.8 * size, PLUM)


def _draw_summer(pen: Pen) -> None:
    for step in range(16):
        angle = step * math.pi / 8
        x, y = 62 + 23 * math.cos(angle), 58 + 23 * math.sin(angle)
        pen.petal((x, y), angle, 13 if step % 2 else 10, 3.4, RED if step % 2 else GOLD)
    pen.disc(62, 58, 19, GOLD)
    pen.disc(62, 58, 16.5, SUN)


def _draw_autumn(pen: Pen) -> None:
    pen.blob(
        [
            (62, 16), (69, 34), (80, 28), (79, 44), (95, 46), (86, 58), (92, 70), (76, 74), (64, 86),
            (60, 86), (48, 74), (32, 70), (38, 58), (31, 46), (45, 44), (44, 28), (55, 34),
        ],
        RED,
    )  # fmt: skip
    pen.stroke([(62, 24), (62, 86), (57, 108)], 2.4, "#7a2600")
    for x, y in ((84, 50), (40, 50), (76, 68), (48, 68)):
        pen.line([(62, 80), (x, y)], 1.6, "#7a2600")


def _draw_winter(pen: Pen) -> None:
    for step in range(6):
        angle = step * math.pi / 3 - math.pi / 2
        pen.line([(62, 58), (62 + 36 * math.cos(angle), 58 + 36 * math.sin(angle))], 3.6, SKY)
        for along, length in ((16, 9), (26, 8)):
            x, y = 62 + along * math.cos(angle), 58 + along * math.sin(angle)
            for side in (-0.85, 0.85):
                pen.line([(x, y), (x + length * math.cos(angle + side), y + length * math.sin(angle + side))], 2.6, SKY)
    pen.disc(62, 58, 5, BLUE)


_ART: Final[tuple[Callable[[Pen], None], ...]] = (
    _draw_blossom, _draw_orchid, _draw_chrysanthemum, _draw_bamboo,
    _draw_spring, _draw_summer, _draw_autumn, _draw_winter,
)  # fmt: skip


def _draw_pretty(pen: Pen, kind: int) -> None:
    flower = kind < 4
    colour = PLUM if flower else GOLD
    _ART[kind](pen)
    _draw_index(pen, str(kind % 4 + 1), "F" if flower else "N", colour)
    pen.han(16, 110, (_FLOWERS + _SEASONS)[kind], 21, INK)


@lru_cache(maxsize=256)
def draw_face(bone: Bone, width: int, theme: Theme) -> Image.Image:
    """Draw a bone face up, `width` pixels wide."""
    pen = Pen(width, find_height(width), ACROSS, _draw_body(width, theme))
    if bone < 27:
        (_draw_rick, _draw_stick, _draw_ball)[bone // 9](pen, number(bone))
    elif bone < 31:
        _draw_breeze(pen, bone - 27)
    elif bone < 34:
        _draw_dragon(pen, bone - 31)
    else:
        _draw_pretty(pen, bone - 34)
    return pen.finish()


def draw_back(width: int, theme: Theme) -> Image.Image:
    """Draw a bone face down: a foul anchor on green."""
    pen = Pen(width, find_height(width), ACROSS)
    pen.slab((0, _DEPTH, ACROSS, DOWN), _RADIUS, "#d8cfb4", "#b9ad89")
    pen.slab((0, 0, ACROSS, DOWN - _DEPTH), _RADIUS, theme.back, theme.back_low)
    pen.frame(_FACE, _RADIUS, theme.back_low, 1.4)
    pen.frame((7, 7, 93, DOWN - _DEPTH - 7), 6, theme.back_line, 1.8)
    line, x, y = theme.back_line, 50, 64
    pen.ring(x, y - 27, 7, 3.6, line)
    pen.line([(x, y - 20), (x, y + 28)], 4.6, line)
    pen.line([(x - 14, y - 12), (x + 14, y - 12)], 4.6, line)
    pen.arc(x, y + 4, 25, 15, 165, 4.6, line)
    for side in (-1, 1):
        pen.shape([(x + side * 31, y + 12), (x + side * 16, y + 8), (x + side * 25, y + 22)], line)
    pen.stroke(
        [(x + 5, y - 32), (x + 18, y - 22), (x + 4, y - 4), (x - 14, y + 6), (x - 6, y + 18), (x + 12, y + 22)],
        1.8,
        line,
    )
    return pen.finish()


def draw_piece(piece: int, height: int, theme: Theme) -> Image.Image:
    """Draw the bone with this number face up, `height` pixels high."""
    return draw_face(Bone(piece), height * 100 // find_height(100), theme)

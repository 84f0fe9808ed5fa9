"""The face or back of one playing card: a jumbo index, one large pip or a court figure, and a colour for each suit."""

import math
from functools import lru_cache
from typing import Final

from PIL import Image

from games.pieces.cards import RANK, SUIT, Card
from render.pen import Pen, Point
from render.style import BARK, GOLD, IVORY, SUN, Theme

ACROSS: Final = 100
DOWN: Final = 140
SUIT_INKS: Final = ("#00704f", "#0067a8", "#b8320a", "#16181d")
"""Clubs green, diamonds blue, hearts red, spades black."""
_PAPER: Final = "#ffffff"
_PAPER_LOW: Final = "#f1efe8"
_EDGE: Final = "#c3bfb0"
_BACK: Final = "#1b4a80"
_SKIN: Final = "#f3d3b3"
_RANKS: Final = {10: "10", 11: "J", 12: "Q", 13: "K", 14: "A"}
_HAIR: Final = (BARK, "#c9892f", "#7a3b1c", "#2d2722")
PLAYS: Final = "="
"""The first character of a tag that names the card this one plays as: "=Kh" is the king of hearts."""
_TAG: Final = 24
"""The least size of a tag's letters, in pixels."""
_COURT: Final = 64
"""The x coordinate of the middle of a court figure."""


def find_height(width: int) -> int:
    """Return the height of a card `width` pixels wide."""
    return round(width * DOWN / ACROSS)


def _outline_heart(x: float, y: float, r: float, up: int = 1) -> list[Point]:
    points = []
    for step in range(80):
        t = step * math.pi / 40
        rise = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append((x + r * 0.062 * 16 * math.sin(t) ** 3, y - up * r * 0.062 * (rise + 1.3)))
    return points


def _outline_bowed(corners: tuple[Point, ...], bow: float, x: float, y: float) -> list[Point]:
    """Return an outline through `corners` whose sides bow towards the middle (x, y).

    With `bow` 1 the sides are straight; the smaller it is, the further they bow.
    """
    points: list[Point] = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        mx, my = x + ((ax + bx) / 2 - x) * bow, y + ((ay + by) / 2 - y) * bow
        for step in range(12):
            t = step / 12
            points.append(
                (
                    (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx,
                    (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by,
                )
            )
    return points


def draw_suit_mark(pen: Pen, suit: int, middle: Point, r: float, colour: str) -> None:
    """Draw the symbol of a suit, `r` units from its middle to its edge."""
    x, y = middle
    foot = [
        (x - r * 0.07, y + r * 0.1), (x - r * 0.14, y + r * 0.65), (x - r * 0.44, y + r), (x + r * 0.44, y + r),
        (x + r * 0.14, y + r * 0.65), (x + r * 0.07, y + r * 0.1),
    ]  # fmt: skip
    if suit == 2:
        pen.shape(_outline_heart(x, y, r), colour)
    elif suit == 3:
        pen.shape(_outline_heart(x, y - r * 0.14, r, up=-1), colour)
        pen.shape(foot, colour)
    elif suit == 1:
        corners = ((x, y - r * 1.08), (x + r * 0.82, y), (x, y + r * 1.08), (x - r * 0.82, y))
        pen.shape(_outline_bowed(corners, 0.82, x, y), colour)
    else:
        for dx, dy in ((0.0, -0.5), (-0.5, 0.22), (0.5, 0.22)):
            pen.disc(x + dx * r, y + dy * r, r * 0.46, colour)
        pen.shape([(x - r * 0.2, y - r * 0.2), (x + r * 0.2, y - r * 0.2), (x, y + r * 0.5)], colour)
        pen.shape(foot, colour)


def _draw_robe(pen: Pen, colour: str, suit: int) -> None:
    c = _COURT
    pen.shape([(38, 125), (41, 98), (51, 83), (c, 79), (77, 83), (87, 98), (90, 125)], colour)
    pen.shape([(51, 83), (c, 79), (77, 83), (69, 96), (c, 101), (59, 96)], SUN)
    pen.shape([(55, 83), (c, 80), (73, 83), (67, 92), (c, 95), (61, 92)], IVORY)
    pen.disc(c, 112, 11.5, IVORY)
    draw_suit_mark(pen, suit, (c, 112), 8, colour)


def _draw_court_face(pen: Pen) -> None:
    c = _COURT
    pen.box((59, 66, 69, 84), 3, _SKIN)
    pen.oval(c, 58, 12, 15, _SKIN)
    for dx in (-4.6, 4.6):
        pen.oval(c + dx, 56, 1.5, 1.8, "#2b2320")
        pen.line([(c + dx - 2.6, 51.5), (c + dx + 2.6, 51.5)], 1.0, "#4a3627")
    pen.stroke([(c, 57), (c + 1.8, 62), (c - 0.5, 63)], 0.9, "#b98a63")


def _draw_king(pen: Pen, suit: int, colour: str) -> None:
    c, hair = _COURT, _HAIR[suit]
    pen.blob([(48, 48), (c, 40), (80, 48), (82, 72), (74, 80), (54, 80), (46, 72)], hair)
    _draw_robe(pen, colour, suit)
    _draw_court_face(pen)
    pen.blob([(52, 60), (57, 66), (c, 65), (71, 66), (76, 60), (74, 76), (c, 86), (54, 76)], hair)
    pen.line([(c - 3, 69), (c + 3, 69)], 1.6, "#a14b32")
    pen.shape([(48, 46), (46, 24), (55, 34), (c, 20), (73, 34), (82, 24), (80, 46)], GOLD)
    pen.shape([(50, 44), (49, 31), (56, 38), (c, 26), (72, 38), (79, 31), (78, 44)], SUN)
    for x, y in ((46, 23), (c, 19), (82, 23)):
        pen.disc(x, y, 2.8, colour)
    pen.box((48, 41, 80, 47), 2, GOLD)


def _draw_queen(pen: Pen, suit: int, colour: str) -> None:
    c, hair = _COURT, _HAIR[(suit + 1) % 4]
    pen.blob([(46, 52), (c, 36), (82, 52), (86, 84), (78, 96), (50, 96), (42, 84)], hair)
    _draw_robe(pen, colour, suit)
    _draw_court_face(pen)
    pen.blob([(50, 58), (52, 44), (c, 40), (76, 44), (78, 58), (72, 49), (c, 45), (56, 49)], hair)
    pen.stroke([(c - 3.4, 67), (c, 68.6), (c + 3.4, 67)], 1.9, "#b8453a")
    for dx in (-6.5, 6.5):
        pen.disc(c + dx, 64, 2.2, "#eab598")
    pen.shape([(50, 42), (52, 30), (58, 36), (c, 24), (70, 36), (76, 30), (78, 42)], SUN)
    for x, y in ((52, 29), (c, 22.5), (76, 29)):
        pen.disc(x, y, 2.6, colour)
    pen.box((50, 39, 78, 43.5), 2, GOLD)
    pen.disc(c, 88, 2.4, colour)


def _draw_jack(pen: Pen, suit: int, colour: str) -> None:
    c, hair = _COURT, _HAIR[(suit + 2) % 4]
    pen.blob([(49, 46), (c, 40), (79, 46), (81, 74), (73, 78), (55, 78), (47, 74)], hair)
    _draw_robe(pen, colour, suit)
    _draw_court_face(pen)
    pen.line([(c - 3, 67.5), (c + 3, 67)], 1.6, "#a14b32")
    pen.blob([(45, 44), (48, 34), (60, 27), (76, 28), (84, 37), (82, 46), (c, 42)], colour)
    pen.box((47, 41, 81, 47), 3, GOLD)
    pen.petal((76, 34), -1.1, 22, 4.6, SUN)
    pen.stroke([(76, 36), (80, 26), (85, 17)], 1.1, GOLD)


def _draw_tag(pen: Pen, words: str, size: float, foot: float, colour: str) -> None:
    """Draw a tag with letters of this size across a card, down to the y coordinate `foot`."""
    pen.box((3, foot - size, 97, foot), 4, colour)
    middle = foot + 0.5 - size / 2
    if not words.startswith(PLAYS):
        pen.text(50, middle, words, size, "#ffffff", most=88)
        return
    rank, suit = words[1:-1].replace("T", "10"), "cdhs".find(words[-1])
    pen.text(50 if suit < 0 else 36, middle, rank, size, "#ffffff", most=44)
    if suit >= 0:
        draw_suit_mark(pen, suit, (68, middle), size * 0.38, "#ffffff")


@lru_cache(maxsize=16)
def _draw_paper(width: int) -> Image.Image:
    """Draw the empty card that every face and the back begin with."""
    pen = Pen(width, find_height(width), ACROSS)
    pen.slab((0, 0, ACROSS, DOWN), 8, _PAPER, _PAPER_LOW)
    return pen.image


def draw_face(card: Card, width: int, mark: str = "") -> Image.Image:
    """Draw a card face up, `width` pixels wide. `mark` is a word on a tag across its foot; after a line break comes the
    word on a second tag, as dark as the back of a card."""
    pen = Pen(width, find_height(width), ACROSS, _draw_paper(width))
    rank, suit = RANK[card], SUIT[card]
    colour = SUIT_INKS[suit]
    label = _RANKS.get(rank, str(rank))
    if rank in (11, 12, 13):
        pen.box((36, 12, 93, 127), 5, "#fbf4de")
        (_draw_jack, _draw_queen, _draw_king)[rank - 11](pen, suit, colour)
        pen.frame((36, 12, 93, 127), 5, colour, 1.6)
    else:
        draw_suit_mark(pen, suit, (60, 88 if rank < 14 else 80), 28 if rank < 14 else 33, colour)
    pen.text(19, 22, label, 36 if len(label) == 1 else 29, colour)
    draw_suit_mark(pen, suit, (19, 52), 11.5, colour)
    foot, size = 137.0, max(20, 100 * _TAG / width)  # letters that can be read on a phone
    for words, ink in zip(mark.split("\n"), (GOLD, _BACK), strict=False):
        if words:
            _draw_tag(pen, words, size, foot, ink)
            foot -= size
    pen.frame((0.5, 0.5, ACROSS - 0.5, DOWN - 0.5), 8, _EDGE, 1.1)
    return pen.finish()


def draw_back(width: int) -> Image.Image:
    """Draw a card face down: a navy blue lattice."""
    pen = Pen(width, find_height(width), ACROSS, _draw_paper(width))
    pen.box((6, 6, ACROSS - 6, DOWN - 6), 5, _BACK)
    for step in range(-20, 21):
        for sign in (1, -1):
            x = 50 + step * 9
            start, end = (x, 8.0), (x + sign * (DOWN - 16), DOWN - 8.0)
            clipped = _clip_line(start, end, 8, ACROSS - 8)
            if clipped:
                pen.line(clipped, 1, "#4d83bd")
    pen.frame((9, 9, ACROSS - 9, DOWN - 9), 4, "#a9c8e8", 1.4)
    pen.frame((0.5, 0.5, ACROSS - 0.5, DOWN - 0.5), 8, _EDGE, 1.1)
    return pen.finish()


def _clip_line(start: Point, end: Point, left: float, right: float) -> list[Point]:
    """Return the part of a slanting line that lies between two vertical borders; empty if there is none."""
    slope = (end[1] - start[1]) / (end[0] - start[0])
    low, high = sorted((start[0], end[0]))
    low, high = max(low, left), min(high, right)
    if low >= high:
        return []
    return [(low, start[1] + (low - start[0]) * slope), (high, start[1] + (high - start[0]) * slope)]


def draw_piece(piece: int, height: int, theme: Theme) -> Image.Image:
    """Draw the card with this number face up, `height` pixels high; it looks the same in every theme."""
    return draw_face(Card(piece), height * 100 // find_height(100))

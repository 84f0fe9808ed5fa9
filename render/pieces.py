"""Rows of pieces with captions, as a guide shows them: kinds of hands, the pieces behind a word, lines of dominoes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from render.base.picture import Picture
from render.canvas import measure, wrap
from render.kinds import draw_piece
from render.style import Style, Theme, load_font

Group = tuple[tuple[str, ...], str]
"""The codes of pieces that stand together, or of a line of dominoes (games/pieces/line.py), and the caption under
them."""

WIDTH: Final = 760
"""Greatest width of the pieces in pixels. A phone shows them at half their size; their corners must stay readable."""
TALL: Final = 96
"""The height of a piece in pixels."""
_GAP: Final = 5
_APART: Final = 24
_MARGIN: Final = 20
SIZE: Final = 28
"""The size of captions in pixels."""
_LINE_HEIGHT: Final = 34
"""The height of a line of a caption in pixels."""
LEAST: Final = 560
"""A picture is at least this wide, so that a phone does not blow up a single piece."""
_NARROW: Final = 180
"""A caption may be this wide, even if its pieces are narrower."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A group, ready to be drawn."""

    pieces: tuple[tuple[Image.Image, ...], ...]
    """Rows of pieces: a whole hand is wider than a phone."""
    caption: tuple[str, ...]
    width: int

    @property
    def height(self) -> int:
        """The height of the pieces and the caption below them, in pixels."""
        return sum(row[0].height + _GAP for row in self.pieces) - _GAP + _LINE_HEIGHT * len(self.caption)


def draw(rows: Sequence[Sequence[Group]], alt: str, style: Style) -> Picture:
    """Draw rows of groups, once for all messages that show them. Raises KeyError for an unknown code."""
    return _draw(tuple(map(tuple, rows)), alt, style.colours)


@lru_cache(maxsize=64)
def _draw(rows: tuple[tuple[Group, ...], ...], alt: str, theme: Theme) -> Picture:
    lines = [line for row in rows for line in _break_row(row, theme)]
    heights = [max(laid.height for laid in line) + _APART for line in lines]
    used_width = max(sum(laid.width + _APART for laid in line) - _APART for line in lines)
    image = Image.new("RGB", (max(LEAST, used_width + 2 * _MARGIN), sum(heights) - _APART + 2 * _MARGIN), theme.felt)
    pen = ImageDraw.Draw(image)
    top = _MARGIN
    for line, height in zip(lines, heights, strict=True):
        left = _MARGIN
        for laid in line:
            y = top
            for row in laid.pieces:
                x = left
                for piece in row:
                    image.paste(piece, (x, y), piece)
                    x += piece.width + _GAP
                y += row[0].height + _GAP
            for number, words in enumerate(laid.caption):
                pen.text((left, y + _LINE_HEIGHT * number), words, theme.text, load_font(700, SIZE))
            left += laid.width + _APART
        top += height
    out = BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(out, "PNG")
    return Picture(out.getvalue(), alt)


def _break_row(row: Sequence[Group], theme: Theme) -> list[list[_Laid]]:
    """Lay out a row of groups, on several lines if it is too wide."""
    lines: list[list[_Laid]] = [[]]
    for group in row:
        laid = _lay_group(group, theme)
        taken = sum(other.width + _APART for other in lines[-1])
        if lines[-1] and taken + laid.width > WIDTH:
            lines.append([])
        lines[-1].append(laid)
    return [line for line in lines if line]


def _lay_group(group: Group, theme: Theme) -> _Laid:
    from games.pieces.line import read_line  # imported here, so that the bot starts sooner
    from render.domino_row import draw_line

    codes, caption = group
    line = read_line(codes)
    drawn = [_draw_piece(code, theme) for code in codes] if line is None else [draw_line(line, TALL // 2, WIDTH, theme)]
    pieces = _divide_evenly(drawn)
    pieces_width = max(map(_measure_row, pieces))
    room = max(pieces_width, min(measure(caption, 700, SIZE), _NARROW if line is None else LEAST - 2 * _MARGIN))
    words = tuple(wrap(caption, SIZE, room)) if caption else ()
    return _Laid(pieces, words, max([pieces_width, *(measure(text, 700, SIZE) for text in words)]))


def _divide_evenly(pieces: Sequence[Image.Image]) -> tuple[tuple[Image.Image, ...], ...]:
    """Divide pieces that are too wide for one row into rows of the same length."""
    rows = -(-_measure_row(pieces) // WIDTH)
    length = -(-len(pieces) // rows)
    return tuple(tuple(pieces[first : first + length]) for first in range(0, len(pieces), length))


def _measure_row(pieces: Sequence[Image.Image]) -> int:
    return sum(piece.width + _GAP for piece in pieces) - _GAP


@lru_cache(maxsize=256)
def _draw_piece(code: str, theme: Theme) -> Image.Image:
    """Draw a piece by its code, `TALL` pixels tall."""
    return draw_piece(code, TALL, theme)

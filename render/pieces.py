"""Rows of pieces with captions, as a guide shows them: kinds of hands, and the pieces behind a word."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from games.pieces import bones as bone_pieces
from games.pieces import cards as card_pieces
from games.pieces import dominoes as domino_pieces
from render.canvas import measure, wrap
from render.picture import Picture
from render.style import Style, Theme, font

Group = tuple[tuple[str, ...], str]
"""The codes of pieces that stand together, and the caption under them."""

WIDTH: Final = 640
"""Width of the picture; a group that does not fit any more begins a new row."""
_TALL: Final = 56
_GAP: Final = 3
_APART: Final = 18
_MARGIN: Final = 14
_SIZE: Final = 17
_LINE: Final = 21


@dataclass(frozen=True, slots=True)
class _Laid:
    """A group, ready to be drawn."""

    pieces: tuple[Image.Image, ...]
    caption: tuple[str, ...]
    width: int


def draw(rows: Sequence[Sequence[Group]], alt: str, style: Style) -> Picture:
    """Draw rows of groups. Raises KeyError for a code that is no piece's."""
    theme = style.colours
    lines = [line for row in rows for line in _break(row, theme)]
    heights = [_TALL + _LINE * max(len(laid.caption) for laid in line) + _APART for line in lines]
    used = max(sum(laid.width + _APART for laid in line) - _APART for line in lines)
    image = Image.new("RGB", (used + 2 * _MARGIN, sum(heights) - _APART + 2 * _MARGIN), theme.felt)
    pen = ImageDraw.Draw(image)
    top = _MARGIN
    for line, height in zip(lines, heights, strict=True):
        left = _MARGIN
        for laid in line:
            x = left
            for piece in laid.pieces:
                image.paste(piece, (x, top), piece)
                x += piece.width + _GAP
            for number, words in enumerate(laid.caption):
                pen.text((left, top + _TALL + 3 + _LINE * number), words, theme.text, font(700, _SIZE))
            left += laid.width + _APART
        top += height
    out = BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(out, "PNG")
    return Picture(out.getvalue(), alt)


def _break(row: Sequence[Group], theme: Theme) -> list[list[_Laid]]:
    """Lay out a row of groups, on several lines if it is too wide."""
    lines: list[list[_Laid]] = [[]]
    for group in row:
        laid = _lay(group, theme)
        taken = sum(other.width + _APART for other in lines[-1])
        if lines[-1] and taken + laid.width > WIDTH:
            lines.append([])
        lines[-1].append(laid)
    return [line for line in lines if line]


def _lay(group: Group, theme: Theme) -> _Laid:
    codes, caption = group
    pieces = tuple(_piece(code, theme) for code in codes)
    bare = sum(piece.width + _GAP for piece in pieces) - _GAP
    wide = max(bare, min(measure(caption, 700, _SIZE), max(bare, 110)))
    words = tuple(wrap(caption, 700, _SIZE, wide)) if caption else ()
    return _Laid(pieces, words, max(bare, *(measure(line, 700, _SIZE) for line in words)) if words else bare)


@lru_cache(maxsize=256)
def _piece(code: str, theme: Theme) -> Image.Image:
    """Draw a piece by its code, `_TALL` pixels tall."""
    from render import bones, cards, dominoes  # most starts do without them

    if code in _BONES:
        return bones.face(bone_pieces.from_code(code), _TALL * 100 // bones.height(100), theme)
    if code in _DOMINOES:
        high, low = domino_pieces.HALVES[domino_pieces.from_code(code)]
        return dominoes.face(high, low, _TALL // 2, False)
    return cards.face(card_pieces.from_code(code), _TALL * 100 // cards.height(100))


_BONES: Final = frozenset(bone_pieces.code(kind) for kind in bone_pieces.FULL_SET)
_DOMINOES: Final = frozenset(domino_pieces.code(piece) for piece in domino_pieces.ALL)

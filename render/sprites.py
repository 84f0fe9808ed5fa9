"""Cached pieces, ready to be put on a canvas: each is drawn once, in the palette of its family."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from games.pieces.bones import FULL_SET, Bone
from games.pieces.cards import Card
from render import bones, cards, dominoes
from render.canvas import Palette, Sprite
from render.pen import Pen, add_shadow
from render.style import Theme

_FAN: Final = 0.37
"""The part of a bone's width that shows in a fan: the index column."""


def lay_on(piece: Image.Image, palette: Palette, ground: str, shadow: int) -> Sprite:
    """Return a drawn piece as it lies on a flat ground, with a shadow from 0 (none) to 255 (black)."""
    margin = max(2, min(4, piece.width // 20))
    pixels = palette.reduce(add_shadow(piece, ground, margin, 2 * margin, shadow))
    return _make_sprite(pixels, margin, margin, piece.size)


def _make_sprite(pixels: Image.Image, left: int, top: int, size: tuple[int, int]) -> Sprite:
    width, height = size
    return Sprite(pixels, left, top, pixels.crop((left, top, left + width, top + height)))


def _make_palette(
    theme: Theme, pieces: Iterable[Image.Image], edges: Sequence[tuple[str, str]] = (), plain: Sequence[str] = ()
) -> Palette:
    """Make the palette of pictures with these `pieces`."""
    samples = [add_shadow(piece, theme.felt, 4, 8, theme.shadow) for piece in pieces]
    return Palette([*theme.pairs, (theme.felt, theme.panel), (theme.felt, theme.slot), *edges], plain, samples)


@lru_cache(maxsize=8)
def make_bone_palette(theme: Theme) -> Palette:
    """Return the palette of all pictures with bones."""
    faces = [bones.draw_face(bone, 64, theme) for bone in sorted(set(FULL_SET))]
    edges = ((theme.felt, theme.back), (theme.back_low, theme.back))
    stripe = (theme.stripe,) if theme.stripe else ()
    return _make_palette(theme, [*faces, bones.draw_back(64, theme)], edges, (theme.back_line, *stripe))


@lru_cache(maxsize=1024)
def make_bone(kind: Bone | None, width: int, theme: Theme, ground: str, turns: int = 0) -> Sprite:
    """Return a bone on a flat ground, face up; None is a bone face down.

    `turns` are quarter turns. One turn lays the bone on its side, smaller, so that it takes no more room. Two turns put
    it upside down.
    """
    piece = bones.draw_back(width, theme) if kind is None else bones.draw_face(kind, width, theme)
    if turns == 1:
        flat = (width, width * width // bones.find_height(width))
        piece = piece.rotate(90, expand=True).resize(flat, Image.Resampling.LANCZOS)
    elif turns:
        piece = piece.rotate(180)
    return lay_on(piece, make_bone_palette(theme), ground, theme.shadow)


def find_fan_width(count: int, width: int) -> int:
    """Return the width of a fan of `count` bones of `width` pixels."""
    return width + round((count - 1) * width * _FAN)


@lru_cache(maxsize=512)
def make_fan(kinds: tuple[Bone | None, ...], width: int, theme: Theme, ground: str) -> Sprite:
    """Return a fan of overlapping bones, from left to right, with every index visible."""
    sheet = Image.new("RGBA", (find_fan_width(len(kinds), width), bones.find_height(width)), (0, 0, 0, 0))
    for place, kind in enumerate(kinds):
        piece = bones.draw_back(width, theme) if kind is None else bones.draw_face(kind, width, theme)
        x = round(place * width * _FAN)
        if place:
            sheet.paste((0, 0, 0, 60), (x - 2, 1), piece.getchannel("A").point(lambda a: a // 4))
        sheet.alpha_composite(piece, (x, 0))
    return lay_on(sheet, make_bone_palette(theme), ground, theme.shadow)


@lru_cache(maxsize=64)
def make_stack(left: int, width: int, height: int, theme: Theme, ground: str) -> Sprite:
    """Return a stack of the wall from above, with `left` bones left in it: two, one, or 0 for the empty place."""
    pen = Pen(width, height, width)
    if left:
        low = 0 if left == 2 else 4
        pen.slab((1, low + 4, width - 1, height), 4, "#e2d9bf", "#b9ad89")
        pen.slab((1, low, width - 1, height - 5 if left == 2 else height - 3), 4, theme.back, theme.back_low)
        if left == 2:
            pen.frame((4, 3.5, width - 4, height - 8.5), 2.5, theme.back_line, 1.2)
    else:
        pen.frame((3, 4, width - 3, height - 4), 4, theme.slot, 1.6)
    sheet = Image.new("RGBA", pen.size, ground)
    sheet.alpha_composite(pen.finish())
    pixels = make_bone_palette(theme).reduce(sheet.convert("RGB"))
    return Sprite(pixels, 0, 0, pixels)


@lru_cache(maxsize=64)
def make_wall(heights: bytes, size: tuple[int, int], step: tuple[int, int], theme: Theme, ground: str) -> Sprite:
    """Return the stacks of one wall, each of this `size`, with `step` from one to the next.

    `heights` are the numbers of bones left in each stack, from the left or upper end on. A move changes one wall; the
    others stay cached.
    """
    (width, height), (across, down), palette = size, step, make_bone_palette(theme)
    last = len(heights) - 1
    sheet = Image.new("L", (width + last * across, height + last * down), palette.index(ground))
    for place, bones_left in enumerate(heights):
        sheet.paste(make_stack(bones_left, width, height, theme, ground).pixels, (place * across, place * down))
    return Sprite(sheet, 0, 0, sheet)


@lru_cache(maxsize=8)
def make_domino_palette(theme: Theme) -> Palette:
    """Return the palette of all pictures with dominoes."""
    pairs = ((0, 1), (2, 3), (4, 5), (6, 6))
    faces = [dominoes.draw_face(*pair, 48, lying) for pair in pairs for lying in (True, False)]
    edges = ((theme.back_low, theme.back),)
    return _make_palette(theme, [*faces, dominoes.draw_back(48, theme)], edges, (theme.back_line,))


@lru_cache(maxsize=1024)
def make_domino(first: int, second: int, half: int, lying: bool, theme: Theme, ground: str) -> Sprite:
    """Return a domino face up; `first` is its left or upper number.

    It is put together from the halves of two doubles. So for each size seven pieces are drawn instead of 28.
    """
    if first == second:
        return lay_on(dominoes.draw_face(first, second, half, lying), make_domino_palette(theme), ground, theme.shadow)
    double, other_double = (make_domino(number, number, half, lying, theme, ground) for number in (first, second))
    pixels = double.pixels.copy()
    middle = (double.left + half, 0) if lying else (0, double.top + half)
    pixels.paste(other_double.pixels.crop((*middle, *pixels.size)), middle)
    return _make_sprite(pixels, double.left, double.top, double.body.size)


@lru_cache(maxsize=64)
def make_domino_back(half: int, theme: Theme, ground: str) -> Sprite:
    """Return a standing domino face down."""
    return lay_on(dominoes.draw_back(half, theme), make_domino_palette(theme), ground, theme.shadow)


@lru_cache(maxsize=128)
def make_domino_backs(count: int, pitch: int, half: int, theme: Theme, ground: str) -> Sprite:
    """Return standing dominoes face down, at least one, each `pitch` pixels from the one before."""
    back = make_domino_back(half, theme, ground)
    row = Image.new(
        "L", (back.pixels.width + (count - 1) * pitch, back.pixels.height), make_domino_palette(theme).index(ground)
    )
    for place in range(count):
        row.paste(back.pixels, (place * pitch, 0))
    return Sprite(row, back.left, back.top, row)


@lru_cache(maxsize=8)
def make_card_palette(theme: Theme) -> Palette:
    """Return the palette of all pictures with cards."""
    shown = [cards.draw_face(Card(13 * suit + rank), 72) for suit in range(4) for rank in (5, 9, 10, 11)]
    return _make_palette(theme, [*shown, cards.draw_face(Card(0), 72, "WILD"), cards.draw_back(72)])


@lru_cache(maxsize=512)
def make_card(number: Card | None, width: int, mark: str, theme: Theme, ground: str) -> Sprite:
    """Return a card on a flat ground; None is a card face down."""
    piece = cards.draw_back(width) if number is None else cards.draw_face(number, width, mark)
    return lay_on(piece, make_card_palette(theme), ground, theme.shadow)

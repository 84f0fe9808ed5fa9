"""Pieces drawn once, in the palette that their family shares; scenes only lay them side by side."""

from functools import lru_cache
from typing import Final

from PIL import Image

from games.pieces.bones import FULL_SET, Bone
from render import bones
from render.canvas import Palette, Sprite
from render.pen import shadowed
from render.style import Theme

_FAN: Final = 0.37
"""How much of a bone's width shows when the next lies over it: the index column."""


def _on(piece: Image.Image, palette: Palette, ground: str, shadow: int) -> Sprite:
    margin = max(2, min(4, piece.width // 20))
    return Sprite(palette.reduce(shadowed(piece, ground, margin, 2 * margin, shadow)), margin, margin)


@lru_cache(maxsize=8)
def bone_palette(theme: Theme) -> Palette:
    """The palette of everything that shows bones."""
    samples = [shadowed(bones.face(bone, 64, theme), theme.felt, 4, 8, theme.shadow) for bone in sorted(set(FULL_SET))]
    samples.append(shadowed(bones.back(64, theme), theme.felt, 4, 8, theme.shadow))
    edges = ((theme.felt, theme.panel), (theme.felt, theme.slot), (theme.felt, theme.back))
    return Palette([*theme.pairs, *edges], (theme.back_low, theme.back_line), samples)


@lru_cache(maxsize=1024)
def bone(kind: Bone | None, width: int, theme: Theme, ground: str) -> Sprite:
    """A bone on a flat ground, face up; None is one face down."""
    piece = bones.back(width, theme) if kind is None else bones.face(kind, width, theme)
    return _on(piece, bone_palette(theme), ground, theme.shadow)


def fan_width(count: int, width: int) -> int:
    """How wide `count` fanned bones of `width` pixels are."""
    return width + round((count - 1) * width * _FAN)


@lru_cache(maxsize=512)
def fan(kinds: tuple[Bone | None, ...], width: int, theme: Theme, ground: str) -> Sprite:
    """Bones lying over one another from left to right, every index showing."""
    sheet = Image.new("RGBA", (fan_width(len(kinds), width), bones.height(width)), (0, 0, 0, 0))
    for place, kind in enumerate(kinds):
        piece = bones.back(width, theme) if kind is None else bones.face(kind, width, theme)
        x = round(place * width * _FAN)
        if place:
            sheet.paste((0, 0, 0, 60), (x - 2, 1), piece.getchannel("A").point(lambda a: a // 4))
        sheet.alpha_composite(piece, (x, 0))
    return _on(sheet, bone_palette(theme), ground, theme.shadow)

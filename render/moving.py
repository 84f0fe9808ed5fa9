"""Pictures that move: boards one after the other, as a GIF.

The boards of a game share a palette, so they are packed as they are, without loss. Of each picture, only the part that
differs from the picture before is stored.
"""

import io
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from render.base.picture import Picture
from render.words import LIMIT

MOST_BYTES: Final = 1_000_000
"""The most bytes of a moving picture."""


class Frame(NamedTuple):
    """A picture, and the milliseconds for which it is seen."""

    picture: Picture
    time: int


def animate(frames: Sequence[Frame], alt: str) -> Picture:
    """Join pictures into one that moves. If the file would be too large, pictures in the middle are left out."""
    images = [_open(frame.picture) for frame in frames]
    height = max(image.height for image in images)
    kept = [(_pad(image, height), frame.time) for image, frame in zip(images, frames, strict=True)]
    while len(packed := _pack(kept)) > MOST_BYTES and len(kept) > 2:
        kept = [*kept[:-1:2], kept[-1]]
    return Picture(packed, alt[:LIMIT])


def _open(picture: Picture) -> Image.Image:
    image: Image.Image = Image.open(io.BytesIO(picture.png))
    image.load()
    return image


def _pad(image: Image.Image, height: int) -> Image.Image:
    """Extend an image downwards to this height, in the colour of its upper left corner."""
    if image.height == height:
        return image
    corner = image.getpixel((0, 0))
    padded = Image.new(image.mode, (image.width, height), corner if corner is not None else 0)
    if (palette := image.getpalette()) is not None:
        padded.putpalette(palette)
    padded.paste(image, (0, 0))
    return padded


def _pack(images: Sequence[tuple[Image.Image, int]]) -> bytes:
    first, *others = (image for image, _ in images)
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=[time for _, time in images], loop=0)
    return file.getvalue()

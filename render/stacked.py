"""Two pictures as one, for a message that shows a table and its reader's own pieces.

Phones show two pictures of a message side by side, too small to read.
"""

import io
from typing import Final

from PIL import Image

from render.base.picture import Picture
from render.png import pack
from render.words import LIMIT

GAP: Final = 12
"""Pixels between the two pictures."""


def stack(upper: Picture, lower: Picture) -> Picture:
    """Put one picture above the other, both centred.

    The alt text of the lower picture comes first, since it describes the reader's own pieces.
    """
    images: list[Image.Image] = [Image.open(io.BytesIO(picture.png)) for picture in (upper, lower)]
    width = max(image.width for image in images)
    height = sum(image.height for image in images) + GAP
    palette = images[0].getpalette()
    share_palette = all(image.mode == "P" for image in images) and images[1].getpalette() == palette
    if not share_palette:
        images = [image.convert("RGB") for image in images]
    both = Image.new("L" if share_palette else "RGB", (width, height), _find_ground(images[0]))
    top = 0
    for image in images:
        drawn = Image.frombytes("L", image.size, image.tobytes()) if share_palette else image
        both.paste(drawn, ((width - image.width) // 2, top))
        top += image.height + GAP
    if not share_palette or palette is None:
        both = both.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        palette = both.getpalette() or []
        both = Image.frombytes("L", both.size, both.tobytes())
    return Picture(pack(bytearray(both.tobytes()), both.width - 1, bytes(palette)), f"{lower.alt}\n{upper.alt}"[:LIMIT])


def _find_ground(image: Image.Image) -> int | tuple[int, ...]:
    """Return the colour of the first pixel, which is the background of a picture."""
    found = image.getpixel((0, 0))
    return found if isinstance(found, tuple) else int(found or 0)

"""Drawings: finished canvases that are not packed as PNGs yet.

A message that shows a table and its reader's own pieces has both in one picture, since phones show two pictures of a
message side by side, too small to read. To join two PNGs, both would have to be unpacked and packed again: five times
as long as drawing takes.
"""

from typing import Final, NamedTuple

from render.base.picture import Picture
from render.canvas import Canvas
from render.words import LIMIT

GAP: Final = 12
"""Pixels between the two drawings of a stack."""


class Drawing(NamedTuple):
    """A finished canvas with its alt text, which says everything that the canvas shows."""

    canvas: Canvas
    alt: str

    def pack(self) -> Picture:
        """Pack the drawing as a PNG."""
        return Picture(self.canvas.encode(), self.alt)


def stack(upper: Drawing, lower: Drawing) -> Drawing:
    """Put one drawing above another of the same palette, both centred.

    The alt text of the lower drawing comes first, since it describes the reader's own pieces.
    """
    parts = [drawing.canvas for drawing in (upper, lower)]
    width = max(part.width for part in parts)
    height = sum(part.height for part in parts) + GAP
    both = Canvas(width, height, parts[0].palette, parts[0].ground)
    top = 0
    for part in parts:
        both.put_canvas(part, (width - part.width) // 2, top)
        top += part.height + GAP
    return Drawing(both, f"{lower.alt}\n{upper.alt}"[:LIMIT])

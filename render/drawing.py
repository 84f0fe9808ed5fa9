"""Drawings: finished canvases that are not joined to a PNG yet.

A message that shows a table and its reader's own pieces has both in one picture, since phones show two pictures of a
message side by side, too small to read. The table is drawn and packed once for all readers: what is equal for them is
a canvas of its own, which its scene keeps.
"""

from typing import Final, NamedTuple

from render.base.picture import Picture
from render.canvas import Canvas
from render.words import LIMIT

GAP: Final = 12
"""Pixels between the two drawings of a stack."""


class Drawing(NamedTuple):
    """Finished canvases with their alt text, which says everything that they show."""

    canvas: Canvas
    alt: str
    below: tuple[Canvas, ...] = ()
    """More canvases of the same width and palette, which stand below the first."""

    def pack(self) -> Picture:
        """Pack the drawing as a PNG."""
        return Picture(self.canvas.encode(*self.below), self.alt)


def stack(upper: Drawing, lower: Drawing) -> Drawing:
    """Put one drawing above a single canvas of the same palette that is no wider, and centre that.

    The alt text of the lower drawing comes first, since it describes the reader's own pieces.
    """
    table, hand = upper.canvas, lower.canvas
    wide = Canvas(table.width, GAP + hand.height, table.palette, table.ground)
    wide.put_canvas(hand, (table.width - hand.width) // 2, GAP)
    return Drawing(table, f"{lower.alt}\n{upper.alt}"[:LIMIT], (*upper.below, wide))

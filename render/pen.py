"""Vector drawing for pieces: shapes in grid units, drawn four times too large and reduced once at the end.

The methods of `Pen` are named after what they draw, like those of Pillow's `ImageDraw`.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from render.style import SUPERSAMPLING, load_font, load_han

Point = tuple[float, float]
CLEAR: Final = (0, 0, 0, 0)


class Pen:
    """A pen that draws one piece of `width` by `height` pixels, `across` grid units wide.

    `ground` is an unfinished piece to start from, as large as `image`. The pen draws on a copy of it.
    """

    def __init__(self, width: int, height: int, across: float, ground: Image.Image | None = None) -> None:
        self.size = (width, height)
        self.unit = width * SUPERSAMPLING / across
        large = (width * SUPERSAMPLING, height * SUPERSAMPLING)
        self.image = Image.new("RGBA", large, CLEAR) if ground is None else ground.copy()
        self.draw = ImageDraw.Draw(self.image)

    def _to_pixels(self, units: Sequence[float]) -> list[float]:
        return [unit * self.unit for unit in units]

    def _find_box(self, x: float, y: float, half_width: float, half_height: float) -> list[float]:
        """The edges in pixels of a box around (x, y), given in units."""
        return self._to_pixels((x - half_width, y - half_height, x + half_width, y + half_height))

    def _measure_line(self, width: float) -> int:
        """The width in pixels of a line that is `width` units wide, at least one."""
        return max(1, round(width * self.unit))

    def _scale_points(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self.unit, y * self.unit) for x, y in points]

    def slab(self, box: tuple[float, float, float, float], radius: float, top: str, low: str) -> None:
        """Draw a rounded body lit from above, with colour `top` shading into `low`."""
        shade = Image.linear_gradient("L").resize(self.image.size)
        body = Image.composite(Image.new("RGB", shade.size, low), Image.new("RGB", shade.size, top), shade)
        mask = Image.new("L", shade.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle(self._to_pixels(box), radius * self.unit, 255)
        self.image.paste(body, (0, 0), mask)

    def frame(self, box: tuple[float, float, float, float], radius: float, colour: str, width: float) -> None:
        """Draw the outline of a rounded rectangle."""
        line_width = self._measure_line(width)
        self.draw.rounded_rectangle(self._to_pixels(box), radius * self.unit, outline=colour, width=line_width)

    def glaze(self, box: tuple[float, float, float, float], radius: float, width: float, alpha: int) -> None:
        """Draw a white line along a rounded rectangle, as light on an edge. `alpha` is its opacity (0-255)."""
        layer = Image.new("RGBA", self.image.size, CLEAR)
        white, line_width = (255, 255, 255, alpha), self._measure_line(width)
        pen = ImageDraw.Draw(layer)
        pen.rounded_rectangle(self._to_pixels(box), radius * self.unit, outline=white, width=line_width)
        self.image.alpha_composite(layer)

    def box(self, box: tuple[float, float, float, float], radius: float, colour: str) -> None:
        """Draw a filled rounded rectangle."""
        self.draw.rounded_rectangle(self._to_pixels(box), radius * self.unit, colour)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """Draw a filled circle."""
        self.oval(x, y, radius, radius, colour)

    def oval(self, x: float, y: float, half_width: float, half_height: float, colour: str) -> None:
        """Draw a filled ellipse."""
        self.draw.ellipse(self._find_box(x, y, half_width, half_height), colour)

    def ring(self, x: float, y: float, radius: float, width: float, colour: str) -> None:
        """Draw a circle with a line of `width`."""
        self.draw.ellipse(self._find_box(x, y, radius, radius), None, colour, self._measure_line(width))

    def arc(self, x: float, y: float, radius: float, start: float, end: float, width: float, colour: str) -> None:
        """Draw part of a circle. Angles are degrees, clockwise from three o'clock."""
        self.draw.arc(self._find_box(x, y, radius, radius), start, end, colour, self._measure_line(width))

    def shape(self, points: Sequence[Point], colour: str) -> None:
        """Draw a filled polygon."""
        self.draw.polygon(self._scale_points(points), colour)

    def blob(self, points: Sequence[Point], colour: str) -> None:
        """Draw a filled closed curve through `points`."""
        self.shape(make_closed_curve(points), colour)

    def line(self, points: Sequence[Point], width: float, colour: str) -> None:
        """Draw a line with round ends and joints."""
        self.draw.line(self._scale_points(points), colour, self._measure_line(width), "curve")
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, colour)

    def stroke(self, points: Sequence[Point], width: float, colour: str) -> None:
        """Draw a smooth open line through `points`."""
        self.line(make_open_curve(points), width, colour)

    def petal(self, foot: Point, angle: float, length: float, half_width: float, colour: str) -> None:
        """Draw a leaf or petal from its foot in the direction `angle` (radians)."""
        x, y = foot
        upper = []
        for step in range(25):
            turn = step / 24 * math.pi
            upper.append(((1 - math.cos(turn)) / 2 * length, math.sin(turn) ** 0.8 * half_width))
        outline = upper + [(along, -off) for along, off in reversed(upper)]
        cos, sin = math.cos(angle), math.sin(angle)
        self.shape([(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in outline], colour)

    def text(
        self, x: float, y: float, words: str, size: float, colour: str, weight: int = 800, most: float = math.inf
    ) -> None:
        """Write Latin letters around (x, y), squeezed if they are wider than `most` units."""
        letters = load_font(weight, round(size * self.unit))
        left, top, right, low = letters.getbbox(words, anchor="mm")
        if right - left <= most * self.unit:
            self.draw.text((x * self.unit, y * self.unit), words, colour, letters, anchor="mm")
            return
        shape = Image.new("L", (round(right - left), round(low - top)))
        ImageDraw.Draw(shape).text((-left, -top), words, 255, letters, anchor="mm")
        shape = shape.resize((round(most * self.unit), shape.height), Image.Resampling.LANCZOS)
        self.image.paste(colour, (round(x * self.unit - shape.width / 2), round(y * self.unit + top)), shape)

    def han(self, x: float, y: float, words: str, size: float, colour: str) -> None:
        """Write Chinese characters, centred."""
        self.draw.text((x * self.unit, y * self.unit), words, colour, load_han(round(size * self.unit)), anchor="mm")

    def finish(self) -> Image.Image:
        """Return the piece, reduced to its final size."""
        return self.image.resize(self.size, Image.Resampling.LANCZOS)


_STEPS: Final = 10
"""The number of straight pieces from one point of a curve to the next."""


def _interpolate(p0: Point, p1: Point, p2: Point, p3: Point) -> list[Point]:
    """Return points from p1 to p2 on a Catmull-Rom curve."""
    points = []
    for step in range(_STEPS):
        t = step / _STEPS
        weights = (
            -0.5 * t + t * t - 0.5 * t**3,
            1 - 2.5 * t * t + 1.5 * t**3,
            0.5 * t + 2 * t * t - 1.5 * t**3,
            -0.5 * t * t + 0.5 * t**3,
        )
        corners = (p0, p1, p2, p3)
        x, y = (sum(w * c[axis] for w, c in zip(weights, corners, strict=True)) for axis in (0, 1))
        points.append((x, y))
    return points


def make_closed_curve(points: Sequence[Point]) -> list[Point]:
    """Return a smooth closed outline through `points`."""
    count = len(points)
    outline: list[Point] = []
    for i in range(count):
        outline += _interpolate(points[i - 1], points[i], points[(i + 1) % count], points[(i + 2) % count])
    return outline


def make_open_curve(points: Sequence[Point]) -> list[Point]:
    """Return a smooth line through `points`."""
    padded = [points[0], *points, points[-1]]
    line: list[Point] = []
    for i in range(len(points) - 1):
        line += _interpolate(padded[i], padded[i + 1], padded[i + 2], padded[i + 3])
    return [*line, points[-1]]


def add_shadow(piece: Image.Image, ground: str, margin: int, below: int, alpha: int) -> Image.Image:
    """Put a piece with a soft shadow on a flat ground. The result is opaque and can be pasted without a mask.

    Adds `margin` pixels on the left, on the right and above, and `margin + below` pixels underneath.
    """
    sheet = _draw_shadow(piece.getchannel("A").tobytes(), piece.size, ground, (margin, below), alpha).copy()
    sheet.alpha_composite(piece, (margin, margin))
    return sheet.convert("RGB")


@lru_cache(maxsize=32)
def _draw_shadow(outline: bytes, of: tuple[int, int], ground: str, room: tuple[int, int], alpha: int) -> Image.Image:
    """Draw the shadow of a piece of a size (`of`). The pieces of a set have one outline, and so one shadow."""
    (width, height), (margin, below) = of, room
    size = (width + 2 * margin, height + 2 * margin + below)
    sheet, shade = Image.new("RGBA", size, ground), Image.new("RGBA", size, CLEAR)
    inset = max(1, margin // 2)
    shadow_mask = Image.frombytes("L", of, outline).resize((width - 2 * inset, height - inset))
    shade.paste((0, 0, 0, alpha), (margin + inset, margin + inset + below // 2), shadow_mask)
    sheet.alpha_composite(shade.filter(ImageFilter.GaussianBlur(max(1.0, margin * 0.6))))
    return sheet

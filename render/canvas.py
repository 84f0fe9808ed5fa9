"""Palettes, and the canvas on which scenes are drawn.

No scene draws in RGB. The PNG of a rack with a palette is half the size of one in RGB, and is encoded in an eighth of
the time. Choosing a palette for a finished RGB picture would take even longer than encoding it. So each piece is
reduced once to the palette of its family (render/sprites.py), and a scene only copies palette indices into an "L"
image.

`tests/bench/rack.py` compares the time for a whole picture with the time for encoding alone.

Indices cannot be blended. Text and rounded shapes get their soft edges from ramps: palette entries for the steps
between two colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple, Self

from PIL import Image, ImageDraw, _imaging

from render.base.lettering import BONES_SANS, Run, draw_run, is_plain, lay_out_words
from render.base.plain_text import NUMBER, close_direction, split_graphemes
from render.base.png import Strip, join, pack
from render.style import SUPERSAMPLING, Paper, load_font

_STEPS: Final = 8
_COLOURS: Final = 128
"""The number of colours up to which a palette is filled. With 256 the PNG of a rack is a fifth larger, and looks the
same."""
SMALLER: Final = (32, 27, 23)
"""The text sizes of titles that are too long for the usual one."""
_WRAPPED: Final = 700
"""The weight of text that is broken into lines."""
_PANEL_RADIUS: Final = 14
_PANEL_EDGE: Final = 4
_SOLID: Final = bytes(0 if cover < 128 / _STEPS else 255 for cover in range(256))
"""For each coverage of a pixel, the value in the mask for pasting it: 0 below half a step, otherwise 255."""


def _parse_colour(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(ground: str, ink: str, share: float) -> tuple[int, int, int]:
    red, green, blue = (
        round(a + (b - a) * share) for a, b in zip(_parse_colour(ground), _parse_colour(ink), strict=True)
    )
    return red, green, blue


Box = tuple[int, int, int, int]
"""A place on a canvas: x, y, width and height, in pixels."""

Ramp = bytes
"""The palette entry for each coverage from 0 (all ground) to 255 (all ink)."""


class Palette:
    """The colours of pictures: those of `plain`, and the ramps of `pairs` (ground, ink); at most 256.

    `samples` are RGB images of the pieces that will be put on the canvas. If fewer than 128 colours are taken, the best
    ones for the samples fill the palette up to 128.
    """

    def __init__(
        self, pairs: Sequence[tuple[str, str]], plain: Sequence[str] = (), samples: Sequence[Image.Image] = ()
    ) -> None:
        steps = [_mix(ground, ink, step / _STEPS) for ground, ink in pairs for step in range(_STEPS + 1)]
        self.colours = list(dict.fromkeys([*(_parse_colour(colour) for colour in plain), *steps]))[:256]
        if samples and len(self.colours) < _COLOURS:
            self.colours += _choose_colours(samples, _COLOURS - len(self.colours))
        self.flat = bytes(channel for colour in self.colours for channel in colour)
        self._palette_image = Image.new("P", (1, 1))
        self._palette_image.putpalette(self.flat)
        self._nearest: dict[tuple[int, int, int], int] = {c: i for i, c in reversed(list(enumerate(self.colours)))}
        self._ramps: dict[tuple[str, str], Ramp] = {}

    def _find_nearest(self, colour: tuple[int, int, int]) -> int:
        if colour not in self._nearest:
            distance = [sum((a - b) ** 2 for a, b in zip(colour, other, strict=True)) for other in self.colours]
            self._nearest[colour] = distance.index(min(distance))
        return self._nearest[colour]

    def index(self, colour: str) -> int:
        """Return the entry nearest to "#rrggbb"."""
        return self._find_nearest(_parse_colour(colour))

    def find_ramp(self, ground: str, ink: str) -> Ramp:
        """Return the ramp from `ground` to `ink`."""
        if (ground, ink) not in self._ramps:
            steps = [self._find_nearest(_mix(ground, ink, step / _STEPS)) for step in range(_STEPS + 1)]
            self._ramps[ground, ink] = bytes(steps[round(cover * _STEPS / 255)] for cover in range(256))
        return self._ramps[ground, ink]

    def reduce(self, image: Image.Image) -> Image.Image:
        """Turn an RGB image into palette indices."""
        matched = image.quantize(palette=self._palette_image, dither=Image.Dither.NONE)
        return Image.frombytes("L", image.size, matched.tobytes())


@lru_cache(maxsize=4)
def make_paper_palette(paper: Paper) -> Palette:
    """Return the palette of all score sheets, charts and cards of seasons."""
    inks = (paper.text, paper.muted, paper.minus, paper.plus, paper.margin, paper.rule, *paper.curves)
    return Palette([(paper.sheet, ink) for ink in inks])


def _choose_colours(samples: Sequence[Image.Image], count: int) -> list[tuple[int, int, int]]:
    """Choose the `count` colours that suit the samples best. Large flat areas do not outvote small details."""
    whole = Image.frombytes(
        "RGB", (sum(i.width * i.height for i in samples), 1), b"".join(i.tobytes() for i in samples)
    )
    amounts = whole.getcolors(whole.width) or ()
    pixels = b"".join(bytes(c) * (1 + min(24, amount) // 4) for amount, c in amounts if isinstance(c, tuple))
    strip = Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)
    reduced = strip.quantize(colors=count, method=Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    flat = reduced.getpalette() or []
    return [(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, min(len(flat), 3 * count), 3)]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece with its shadow, as palette indices."""

    pixels: Image.Image
    left: int
    """Pixels by which the shadow extends to the left of the piece."""
    top: int
    """Pixels by which the shadow extends above the piece."""
    body: Image.Image
    """The piece without the shadow around it."""


def _tint(mask: Image.Image, ramp: Ramp) -> tuple[Image.Image, Image.Image]:
    """Return a mask in the colours of a ramp, and the mask to paste it with."""
    cover = mask.tobytes()
    tint, solid = (Image.frombytes("L", mask.size, cover.translate(values)) for values in (ramp, _SOLID))
    return tint, solid


class _Text(NamedTuple):
    """A word or a line, ready to be pasted."""

    tint: Image.Image
    solid: Image.Image
    """The mask to paste `tint` with."""
    top: int
    """Pixels below the ascender line."""
    advance: int
    """Pixels to the next word or gap."""


@lru_cache(maxsize=4096)
def _draw_word(word: str, weight: int, size: int, ramp: Ramp) -> _Text:
    """Draw a word. The empty word is the gap between words."""
    letters = load_font(weight, size)
    core, (_, top) = letters.getmask2(word or " ", mode="L", anchor="la")
    image = Image.frombytes("L", core.size, bytes(core)) if all(core.size) else Image.new("L", (1, 1))
    return _Text(*_tint(image, ramp), top, round(letters.getlength(word or " ")))


@lru_cache(maxsize=1024)
def _draw_part(run: Run, weight: int, size: int, ramp: Ramp) -> _Text:
    """Draw a part of a word in the letters of one font."""
    if run.face == BONES_SANS:
        return _draw_word(run.text, weight, size, ramp)
    strip = draw_run(run.face, run.text, weight, size)
    left = max(0, strip.left)
    image = Image.new("L", (left + strip.width or 1, strip.height or 1))
    if strip.pixels:
        image.paste(Image.frombytes("L", (strip.width, strip.height), strip.pixels), (left, 0))
    return _Text(*_tint(image, ramp), load_font(weight, size).getmetrics()[0] - strip.rise, round(strip.advance))


@lru_cache(maxsize=1024)
def _draw_line(words: str, weight: int, size: int, ramp: Ramp) -> _Text:
    """Put the words of a line together."""
    if is_plain(words):
        drawn = [[_draw_word(word, weight, size, ramp)] for word in words.split(" ")]
    else:
        drawn = [[_draw_part(run, weight, size, ramp) for run in word] for word in lay_out_words(words)]
        drawn = [word or [_draw_word("", weight, size, ramp)] for word in drawn]
    parts = [part for word in drawn for part in word]
    if len(parts) == 1:
        return parts[0]
    gap = _draw_word("", weight, size, ramp).advance
    advances = [part.advance + gap * (part is word[-1]) for word in drawn for part in word]
    starts = list(accumulate(advances, initial=0))
    top = min(part.top for part in parts)
    right = max(start + part.tint.width for start, part in zip(starts, parts, strict=False))
    area = (right, max(part.top + part.tint.height for part in parts) - top)
    tint, solid = Image.new("L", area), Image.new("L", area)
    for start, part in zip(starts, parts, strict=False):
        box = (start, part.top - top, start + part.tint.width, part.top - top + part.tint.height)
        for whole, drawn_part in ((tint, part.tint), (solid, part.solid)):
            whole.im.paste(drawn_part.im, box, part.solid.im)  # `Image.paste` takes ten times as long
    return _Text(tint, solid, top, starts[-1] - gap)


@lru_cache(maxsize=4096)
def measure(words: str, weight: int, size: int) -> int:
    """Return the width of `words` in pixels."""
    letters = load_font(weight, size)
    if is_plain(words):
        return round(letters.getlength(words))
    widths = [
        letters.getlength(run.text) if run.face == BONES_SANS else draw_run(*run, weight, size).advance
        for word in lay_out_words(words)
        for run in word
    ]
    return round(sum(widths) + letters.getlength(" ") * words.count(" "))


def clip(words: str, weight: int, size: int, width: int) -> str:
    """Shorten `words` with an ellipsis to at most `width` pixels."""
    if measure(words, weight, size) <= width:
        return words
    kept = split_graphemes(words)
    while kept and measure("".join(kept).rstrip() + "…", weight, size) > width:
        kept.pop()
    return close_direction("".join(kept).rstrip() + "…")


def clip_name(name: str, weight: int, size: int, width: int, about: str = "", among: Sequence[str] = ()) -> str:
    """Join a name and `about`, shortening the name until both take at most `width` pixels.

    A number that tells the name from another stays. If the short name would look like another name in `among`, the name
    is shortened in its middle instead, so that the letters in which the two differ can be read.
    """
    match = NUMBER.search(name)
    number = match[0] if match and measure(name + about, weight, size) > width else ""
    ending, bare_name = number + about, name.removesuffix(number)
    room = width - measure(ending, weight, size)
    clipped = clip(bare_name, weight, size, room)
    if clipped != bare_name:
        letters, letters_left = split_graphemes(bare_name), len(split_graphemes(clipped[: clipped.rindex("…")]))
        others = (split_graphemes(other.removesuffix(number)) for other in among if other != name)
        shared_counts = [_count_shared_letters(letters, other) for other in others]
        if max(shared_counts, default=0) >= letters_left:
            clipped = _clip_middle(letters, max(shared_counts), weight, size, room)
    return clipped + ending


def _count_shared_letters(first: Sequence[str], second: Sequence[str]) -> int:
    """Count the letters with which both names begin."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(first), len(second)))


def _clip_middle(letters: Sequence[str], start: int, weight: int, size: int, width: int) -> str:
    """Shorten a name to its first letters and its letters from `start` on.

    If there is room, the second part begins where the word around `start` begins.
    """
    start = min(start, len(letters) - 1)
    word_start = start - next((back for back, letter in enumerate(reversed(letters[:start])) if letter == " "), start)
    for end_start in (word_start, start):
        end = clip("".join(letters[end_start:]).strip(), weight, size, width * 2 // 3)
        if len(split_graphemes(end.partition("…")[0])) > start - end_start:
            break
    else:
        end = letters[start]
    kept = list(letters[:end_start])
    while kept and measure(f"{''.join(kept).rstrip()}…{end}", weight, size) > width:
        kept.pop()
    return close_direction(f"{''.join(kept).rstrip()}…{end}")


def fit(words: str, weight: int, sizes: Sequence[int], width: int) -> tuple[str, int]:
    """Choose the first of `sizes` in which `words` take at most `width` pixels; if none fits, clip them in the last.

    Returns the words and the size.
    """
    size = next((size for size in sizes if measure(words, weight, size) <= width), sizes[-1])
    return clip(words, weight, size, width), size


def choose_size(texts: Sequence[str], weight: int, size: int, width: int) -> int:
    """Return the largest size up to `size` in which every text takes at most `width` pixels, but at least 9."""
    while size > 9 and any(measure(text, weight, size) > width for text in texts):
        size -= 1
    return size


def wrap(words: str, size: int, width: int, weight: int = _WRAPPED) -> list[str]:
    """Break `words` into lines of at most `width` pixels. A single word that is too long is shortened."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer, weight, size) <= width:
            lines[-1] = longer
        else:
            lines.append(clip(word, weight, size, width))
    return lines


@lru_cache(maxsize=128)
def _draw_rounded(width: int, height: int, radius: int, line: int, ramp: Ramp) -> tuple[Image.Image, Image.Image]:
    """Draw a rounded rectangle: filled, or only an outline of `line` pixels. Returns what `_tint` returns."""
    scale = SUPERSAMPLING
    mask = Image.new("L", (width * scale, height * scale))
    box = (0, 0, width * scale - 1, height * scale - 1)
    draw = ImageDraw.Draw(mask)
    if line:
        draw.rounded_rectangle(box, radius * scale, outline=255, width=line * scale)
    else:
        draw.rounded_rectangle(box, radius * scale, 255)
    return _tint(mask.resize((width, height), Image.Resampling.LANCZOS), ramp)


@lru_cache(maxsize=64)
def _draw_panel(width: int, height: int, fill: Ramp, edge: Ramp | None) -> Image.Image:
    """Draw a panel with the ground around its corners, so that it can be pasted without a mask, ten times as fast."""
    panel, _ = _draw_rounded(width, height, _PANEL_RADIUS, 0, fill)
    if edge is not None:
        outline, solid = _draw_rounded(width, height, _PANEL_RADIUS, _PANEL_EDGE, edge)
        panel = panel.copy()
        panel.paste(outline, (0, 0), solid)
    return panel


class Canvas:
    """A picture being drawn: `width` by `height` pixels of `ground`, in the colours of `palette`."""

    def __init__(self, width: int, height: int, palette: Palette, ground: str) -> None:
        self.width = width
        self.height = height
        self.palette = palette
        self.ground = ground
        self._rows = bytearray((width + 1) * height)
        self._core = _imaging.map_buffer(self._rows, (width + 1, height), "raw", 0, ("L", 0, 1))
        self.fill(0, 0, width + 1, height, ground)

    def _paste(self, image: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        """Paste with Pillow's core into `_rows`, from which the picture is packed. `Image.paste` spends ten times as
        long on preparing a call as on copying."""
        box = (x, y, x + image.width, y + image.height)
        if mask is None:
            self._core.paste(image.im, box)
        else:
            self._core.paste(image.im, box, mask.im)

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        """Put a piece with its upper left corner at (x, y)."""
        self._paste(sprite.pixels, x - sprite.left, y - sprite.top)

    def put_all(self, laid: Sequence[tuple[Sprite, int, int]]) -> None:
        """Put pieces that touch each other, so that no shadow falls on a neighbour."""
        for sprite, x, y in laid:
            self.put(sprite, x, y)
        for sprite, x, y in laid:
            self._paste(sprite.body, x, y)

    def put_canvas(self, canvas: Self, x: int, y: int) -> None:
        """Put a whole canvas with its upper left corner at (x, y). Raises ValueError if the palettes differ."""
        if canvas.palette.flat != self.palette.flat:
            raise ValueError("the canvases have different palettes: draw both with the palette of their family")
        self._core.paste(canvas._core, (x, y, x + canvas.width + 1, y + canvas.height))

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Fill a rectangle."""
        self._core.paste(self.palette.index(colour), (x, y, x + width, y + height))

    def cover(self, mask: Image.Image, x: int, y: int, colour: str) -> None:
        """Paint through a mask, with soft edges towards the ground of the canvas."""
        tint, solid = _tint(mask, self.palette.find_ramp(self.ground, colour))
        self._paste(tint, x, y, solid)

    def draw_rounded(self, box: Box, radius: int, colour: str, line: int = 0, ground: str | None = None) -> None:
        """Draw a rounded rectangle on `ground`, or only an outline of `line` pixels."""
        x, y, width, height = box
        ramp = self.palette.find_ramp(ground or self.ground, colour)
        tint, solid = _draw_rounded(width, height, radius, line, ramp)
        self._paste(tint, x, y, solid)

    def draw_panel(self, box: Box, colour: str, edge: str | None = None) -> None:
        """Draw a seat's panel on the bare ground, with an outline in the colour `edge` if that is given."""
        x, y, width, height = box
        outline = self.palette.find_ramp(colour, edge) if edge is not None else None
        self._paste(_draw_panel(width, height, self.palette.find_ramp(self.ground, colour), outline), x, y)

    def write(
        self,
        x: int,
        y: int,
        words: str,
        size: int,
        colour: str,
        *,
        weight: int = 700,
        anchor: str = "l",
        ground: str | None = None,
    ) -> int:
        """Write `words` on `ground`, with the ascender line at y. Returns the width in pixels.

        `anchor` says if x is the left end ("l"), the middle ("m") or the right end ("r").
        """
        ramp = self.palette.find_ramp(ground or self.ground, colour)
        line = _draw_line(words, weight, size, ramp)
        start = x - {"l": 0, "m": line.advance // 2, "r": line.advance}[anchor]
        self._paste(line.tint, start, y + line.top, line.solid)
        return line.advance

    def write_title(self, x: int, y: int, title: str, size: int, colour: str, width: int) -> None:
        """Write a title. If it takes more than `width` pixels, it gets a smaller size, and then a second line."""
        text, fitting = fit(title, 800, (size, *SMALLER), width)
        if text == title:
            self.write(x, y + (size - fitting) // 2, text, fitting, colour, weight=800)
            return
        first, *rest = wrap(title, fitting, width, 800)
        for row, line in enumerate((first, clip(" ".join(rest), 800, fitting, width))):
            self.write(x, y - 5 + (fitting + 2) * row, line, fitting, colour, weight=800)

    def write_name(
        self,
        place: tuple[int, int, int],
        name: str,
        sizes: tuple[int, int],
        inks: tuple[str, str],
        among: Sequence[str],
    ) -> int:
        """Write the name of a seat at x and y of `place`, in the width of `place`. Returns the width that it took.

        A name that is too long in the first of `sizes` gets a smaller one. In the last it gets a second line, and is
        cut only if two lines are too few; `among` is as in `clip_name`. `inks` are its colour and its ground.
        """
        (x, y, width), (most, least), (colour, ground) = place, sizes, inks
        size = max(least, choose_size([name], 800, most, width))
        lines = wrap(name, size, width, 800)
        if len(lines) > 2 or " ".join(lines) != name:
            lines = [clip_name(name, 800, size, width, among=among)]
        top = y + (most - size * len(lines)) // 2
        return max(
            self.write(x, top + size * row, line, size, colour, weight=800, ground=ground)
            for row, line in enumerate(lines)
        )

    @cached_property
    def strip(self) -> Strip:
        """The finished canvas, packed once for all pictures in which it stands. Nothing can be drawn afterwards."""
        rows = self._rows
        del self._rows, self._core
        return pack(rows, self.width)

    def encode(self, *below: Self) -> bytes:
        """Encode the finished picture as a PNG, with others of the same width and palette below it."""
        return join([canvas.strip for canvas in (self, *below)], self.width, self.palette.flat)

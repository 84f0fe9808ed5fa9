"""The letters that Bones Sans lacks: other scripts, signs and emoji, found in other fonts and drawn by HarfBuzz.

Names come in any script. A text is split into graphemes: what a reader sees as one letter. These are put into the order
in which they are seen, also in right-to-left scripts, and drawn font by font. Text that Bones Sans can write loads
neither the packages nor the fonts used here. A font is mapped into memory, so only the parts needed are read.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from render.base.plain_text import LONGEST_NAME, shorten_name, split_graphemes

if TYPE_CHECKING:
    import uharfbuzz

FONTS: Final = Path(__file__).parent.parent / "fonts"
PLAIN: Final = frozenset(
    [chr(point) for point in (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))] + list("ıŒœ–—‘’“”•…−")
)
"""The characters that Bones Sans has."""
BONES_SANS: Final = ""
"""The name of the face that has the plain characters."""
_LETTERS: Final = "letters"
"""The face of Latin, Greek and Cyrillic letters, in the weights of Bones Sans."""
_RIGHT_TO_LEFT: Final = frozenset(("adlam", "arabic", "hebrew", "thaana"))
_BLOCKS: Final = (
    (0x0100, _LETTERS), (0x0530, "armenian"), (0x0590, "hebrew"), (0x0600, "arabic"), (0x0700, ""),
    (0x0750, "arabic"), (0x0780, "thaana"), (0x07C0, ""), (0x08A0, "arabic"), (0x0900, "devanagari"),
    (0x0980, "bengali"), (0x0A00, "gurmukhi"), (0x0A80, "gujarati"), (0x0B00, "oriya"), (0x0B80, "tamil"),
    (0x0C00, "telugu"), (0x0C80, "kannada"), (0x0D00, "malayalam"), (0x0D80, "sinhala"), (0x0E00, "thai"),
    (0x0E80, "lao"), (0x0F00, ""), (0x1000, "myanmar"), (0x10A0, "georgian"), (0x1100, ""), (0x1200, "ethiopic"),
    (0x13A0, "cherokee"), (0x1400, "canadianaboriginal"), (0x1680, ""), (0x1780, "khmer"), (0x1800, ""),
    (0x18B0, "canadianaboriginal"), (0x1900, ""), (0x19E0, "khmer"), (0x1A00, ""), (0x1B80, "sundanese"),
    (0x1BC0, ""), (0x1C90, "georgian"), (0x1CC0, ""), (0x1D00, _LETTERS), (0x2200, ""),
    (0x2C60, _LETTERS), (0x2C80, ""), (0x2D00, "georgian"), (0x2D30, ""), (0x2D80, "ethiopic"), (0x2DE0, _LETTERS),
    (0x2E80, ""), (0x3000, "han"), (0x3131, "hangul"), (0x3190, "han"), (0x3200, ""), (0x4E00, "han"), (0xA000, ""),
    (0xA640, _LETTERS), (0xA6A0, ""), (0xA700, _LETTERS), (0xA800, ""), (0xA980, "javanese"), (0xA9E0, ""),
    (0xAB70, "cherokee"), (0xABC0, ""), (0xAC00, "hangul"), (0xD7A4, ""), (0xFB13, "armenian"), (0xFB1D, "hebrew"),
    (0xFB50, "arabic"), (0xFE00, ""), (0xFE70, "arabic"), (0xFEFF, "han"), (0xFFF0, ""), (0x1E900, "adlam"),
    (0x1E960, ""),
)  # fmt: skip
"""The first character of each stretch of Unicode, and the face of its script ("" for none)."""
_STARTS: Final = tuple(start for start, _ in _BLOCKS)
_SIGNS: Final = ("symbols", "signs", "emoji")
"""The faces of everything that belongs to no script."""
_FIRST_EMOJI: Final = 0x1F000
_IGNORED: Final = frozenset("\u200c\u200d\u200e\u200f\ufe0e\ufe0f")
"""Joiners, styles and marks of direction. They only choose the form of a letter, so no font needs to have them."""
_DEEPEST: Final = 0.36
"""The depth that letters may reach below the line, as a part of their size. Deeper letters are drawn smaller."""
_SIZES: Final = {"arabic": 0.92, "myanmar": 0.67, "telugu": 0.81}
"""The sizes of scripts whose common letters reach below `_DEEPEST`, as parts of the usual size.

A fixed size for a script keeps all words of a name equally large."""
_LIFTS: Final = {"arabic": 0.09}
"""The height above the line at which a script stands, as a part of the usual size: most of its letters are low."""
_CJK: Final = ("han", "han-traditional", "han-japanese")
_PACKED: Final = (*_CJK, "hangul", "emoji", "signs")
"""The large fonts, which are packed, and unpacked when the first name needs them."""
_STROKED: Final = str.maketrans("ŁłĐđĦħŦŧ", "LlDdHhTt")
"""Letters that do not decompose into a base letter, and their substitutes."""
_STAND_INS: Final = {"R": 0x10800, "AL": 0x10800, "L": 0xF0000}
"""By direction, the first of the characters that stand in for graphemes of several characters.

A stand-in takes the grapheme's place while the order of a line is worked out. Graphemes without a direction use the
stand-ins from `_NEUTRAL` on."""
_OPENING: Final = "([{«‹"
_TURNED: Final = dict(zip("([{«‹)]}»›", ")]}»›([{«‹", strict=True))
_NEUTRAL: Final = 0x1D300


class Run(NamedTuple):
    """A stretch of letters of one font, in the order in which they are read."""

    face: str
    text: str


class Strip(NamedTuple):
    """A drawn run: a rectangle with the coverage of each pixel as a byte, rows from top to bottom."""

    width: int
    height: int
    pixels: bytes
    left: int
    """Pixels from the pen's position to the rectangle."""
    rise: int
    """Pixels from the baseline up to the top of the rectangle."""
    advance: float
    """Pixels to the next run."""


def is_plain(text: str) -> bool:
    """True if Bones Sans can write all of `text`."""
    return text.isascii() or PLAIN.issuperset(text)


@cache
def _load_face(name: str) -> uharfbuzz.Face:
    import uharfbuzz

    if name not in _PACKED:
        return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(FONTS / f"bones-{name}.ttf")))
    import lzma

    return uharfbuzz.Face(uharfbuzz.Blob(lzma.decompress((FONTS / f"bones-{name}.xz").read_bytes())))


@cache
def _list_characters(name: str) -> frozenset[int]:
    try:
        return frozenset(_load_face(f"{name}-700" if name == _LETTERS else name).unicodes)
    except ImportError:  # some people build their Python without xz
        return frozenset()


def _has_all_of(face: str, grapheme: str) -> bool:
    return all(sign in _IGNORED or ord(sign) in _list_characters(face) for sign in grapheme)


def _list_candidates(grapheme: str, han: tuple[str, ...]) -> Iterable[str]:
    """List the faces that may have a grapheme, the likeliest first."""
    point = ord(grapheme[0])
    script = _BLOCKS[bisect_right(_STARTS, point) - 1][1] if point >= _STARTS[0] else ""
    if script == "han":
        yield from han
    elif script:
        yield script
    yield from reversed(_SIGNS) if point >= _FIRST_EMOJI or "\ufe0f" in grapheme else _SIGNS


def _find_face(grapheme: str, han: tuple[str, ...]) -> str | None:
    """Find the face that has a whole grapheme; None if there is none."""
    if grapheme in PLAIN:
        return BONES_SANS
    return next((face for face in _list_candidates(grapheme, han) if _has_all_of(face, grapheme)), None)


def _can_encode(text: str, codec: str) -> bool:
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def _order_han(text: str) -> tuple[str, ...]:
    """Order the faces of Han characters, the likeliest first.

    Some characters are written in several ways. The other characters of a name tell if it is Japanese, simplified
    Chinese or traditional Chinese.
    """
    cjk = "".join(sign for sign in text if "\u3000" <= sign < "\ua000")
    kana = any("\u3041" <= sign < "\u3100" for sign in cjk)
    simplified, traditional = _can_encode(cjk, "gb2312"), _can_encode(cjk, "big5")
    if kana or (not simplified and not traditional and _can_encode(cjk, "shift_jis")):
        return ("han-japanese", "han", "han-traditional")
    if traditional and not simplified:
        return ("han-traditional", "han", "han-japanese")
    return _CJK


@lru_cache(maxsize=4096)
def keep_drawn(text: str) -> str:
    """Keep the graphemes that a font has.

    The others lose their accents, or become the plain letters that they are made of. If no font has these either, they
    are dropped.
    """
    if is_plain(text):
        return text
    han = _order_han(text)
    kept: list[str] = []
    for grapheme in split_graphemes(unicodedata.normalize("NFC", text)):
        if _find_face(grapheme, han) is not None:
            kept.append(grapheme)
            continue
        simple = unicodedata.normalize("NFKD", grapheme.translate(_STROKED))
        whole = unicodedata.normalize("NFC", simple)
        parts = [whole] if _find_face(whole, han) is not None else list(simple)
        kept += [part for part in parts if not unicodedata.combining(part[0]) and _find_face(part, han) is not None]
    return "".join(kept)


@lru_cache(maxsize=1024)
def make_name_drawable(name: str, most: int = LONGEST_NAME) -> str:
    """Reduce a name to what pictures can draw, at most `most` characters; empty if no letter, digit or sign is left."""
    reduced = shorten_name(keep_drawn(name), most)
    return reduced if any(sign.isalnum() or not (sign in PLAIN or sign in _IGNORED) for sign in reduced) else ""


def _reorder(graphemes: list[str]) -> list[str]:
    """Put the graphemes of a line into the order in which they are seen from left to right."""
    from bidi import get_display

    stand_ins: dict[str, str] = {}
    shown: list[str] = []
    for number, grapheme in enumerate(graphemes):
        if len(grapheme) > 1:
            start = _STAND_INS.get(unicodedata.bidirectional(grapheme[0]), _NEUTRAL)
            stand_in = chr(start + number % 80)
            while stand_in in stand_ins:
                stand_in = chr(ord(stand_in) + 1)
            stand_ins[stand_in] = grapheme
            grapheme = stand_in
        shown.append(grapheme)
    return [stand_ins.get(sign, sign) for sign in _mirror(list(get_display("".join(shown), base_dir="L")))]


def _mirror(signs: list[str]) -> list[str]:
    """Swap the brackets of each pair that face away from the text between them. Changes `signs`, and returns it."""
    unmatched: list[int] = []
    for place, sign in enumerate(signs):
        if sign not in _TURNED:
            continue
        if unmatched and signs[unmatched[-1]] == _TURNED[sign]:
            first = unmatched.pop()
            if sign in _OPENING:
                signs[first], signs[place] = sign, signs[first]
        else:
            unmatched.append(place)
    return signs


@lru_cache(maxsize=1024)
def lay_out_words(text: str) -> tuple[tuple[Run, ...], ...]:
    """Split a line into words, in the order in which they are seen from left to right.

    Each word is a sequence of runs. Letters that no font has are left out.
    """
    graphemes = split_graphemes(text)
    han = _order_han(text)
    faces = {grapheme: _find_face(grapheme, han) for grapheme in graphemes}
    if any(face in _RIGHT_TO_LEFT for face in faces.values()):
        graphemes = _reorder(graphemes)
    words: list[list[tuple[str, list[str]]]] = [[]]
    for grapheme in graphemes:
        if grapheme == " ":
            words.append([])
            continue
        if _IGNORED.issuperset(grapheme):
            continue
        face = faces[grapheme] if grapheme in faces else _find_face(grapheme, han)  # brackets may have been mirrored
        if face is None:
            continue
        if not words[-1] or words[-1][-1][0] != face:
            words[-1].append((face, []))
        words[-1][-1][1].append(grapheme)
    return tuple(
        tuple(Run(face, "".join(reversed(part) if face in _RIGHT_TO_LEFT else part)) for face, part in word)
        for word in words
    )


def _shape(face: str, text: str, weight: int, size: int) -> tuple[int, uharfbuzz.RasterImage]:
    """Draw letters on one line. Returns the distance to the next run in 64ths of a pixel, and the image."""
    import uharfbuzz

    font = uharfbuzz.Font(_load_face(f"{face}-{weight}" if face == _LETTERS else face))
    font.scale = (size * 64, size * 64)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if face in _RIGHT_TO_LEFT else "ltr"
    uharfbuzz.shape(font, buffer)
    raster = uharfbuzz.RasterDraw()
    advance = 0
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        raster.transform = (1 / 64, 0, 0, 1 / 64, (advance + place.x_offset) / 64, place.y_offset / 64)
        raster.draw_glyph(font, glyph.codepoint)
        advance += place.x_advance
    return advance, raster.render()


@lru_cache(maxsize=1024)
def draw_run(face: str, text: str, weight: int, size: int) -> Strip:
    """Draw letters of a face other than Bones Sans, `size` pixels high, or smaller if they reach far below the line.

    Only Latin, Greek and Cyrillic have several weights.
    """
    usual_size, lift = round(size * _SIZES.get(face, 1)), round(size * _LIFTS.get(face, 0))
    most_depth = size * _DEEPEST + lift
    advance, image = _shape(face, text, weight, usual_size)
    if -image.extents.y_origin > most_depth + 1:
        advance, image = _shape(face, text, weight, round(usual_size * most_depth / -image.extents.y_origin))
    area, pixels = image.extents, image.buffer
    rows = [pixels[row * area.stride :][: area.width] for row in reversed(range(area.height))]
    return Strip(
        area.width, area.height, b"".join(rows), area.x_origin, area.y_origin + area.height + lift, advance / 64
    )

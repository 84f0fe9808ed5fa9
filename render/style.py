"""The look of pictures: the choices of a player, colours and fonts.

Text has a contrast of at least 4.5 to 1 on the grounds of `Theme.pairs`. Suits differ in hue, shape and letter, so no
meaning depends on colour alone.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PIL import ImageFont

from render.base.lettering import FONTS

FELT: Final = "felt"
BLANKET: Final = "blanket"
"""The cloths that may lie on a table."""
SUPERSAMPLING: Final = 4
"""Shapes are drawn this many times larger, then reduced once."""

# Inks of the pieces. INK, BLUE, GREEN, RED, GOLD and PLUM, in which letters are written, reach 4.5:1 on IVORY_LOW. The
# others only decorate.
INK: Final = "#1c1c1c"
BLUE: Final = "#00568a"
GREEN: Final = "#00684a"
LEAF: Final = "#0a8a62"
RED: Final = "#b23a00"
GOLD: Final = "#8f5c00"
PLUM: Final = "#8e4270"
SKY: Final = "#2f8fc4"
ROSE: Final = "#d98cae"
SUN: Final = "#efb02f"
BARK: Final = "#6b4a2b"
IVORY: Final = "#fffdf6"
IVORY_LOW: Final = "#f1ead8"
IVORY_RIM: Final = "#cfc5a8"


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours around the pieces: grounds (felt, panel) and the inks on them."""

    name: str
    felt: str
    panel: str
    slot: str
    text: str
    muted: str
    accent: str
    back: str
    back_low: str
    back_line: str
    shadow: int
    stripe: str = ""
    """The colour of a broad stripe down the middle of the cloth; "" for plain felt. Nothing is written on it."""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every pair of (ground, ink) used for text."""
        return tuple(
            (ground, ink) for ground in (self.felt, self.panel) for ink in (self.text, self.muted, self.accent)
        )


DARK: Final = Theme(
    name="dark",
    felt="#1b4332",
    panel="#123024",
    slot="#2d5544",
    text="#f6f2e6",
    muted="#b9cbbe",
    accent="#f3c04b",
    back="#2f8f6d",
    back_low="#257656",
    back_line="#b9e3d2",
    shadow=110,
)
LIGHT: Final = Theme(
    name="light",
    felt="#e7ede3",
    panel="#f8faf4",
    slot="#cfd8ca",
    text="#17261e",
    muted="#4a5b50",
    accent="#864f00",
    back="#2f8f6d",
    back_low="#257656",
    back_line="#c9ecdd",
    shadow=80,
)
THEMES: Final = {"dark": DARK, "light": LIGHT}
BLANKETS: Final = {
    "dark": replace(
        DARK, felt="#1d3c6e", panel="#132a50", slot="#33548a", muted="#bccbe2", back_line="#cfeadf", stripe="#0a0d13"
    ),
    "light": replace(
        LIGHT,
        felt="#d3e0f3",
        panel="#f3f7fd",
        slot="#b3c5df",
        text="#14202f",
        muted="#43556b",
        accent="#7a4700",
        stripe="#262b33",
    ),
}
"""By theme, the blue blanket with a black stripe down the middle, on which Pussers Bones is played."""


@dataclass(frozen=True, slots=True)
class Paper:
    """The colours of the score sheet and the chart."""

    sheet: str = "#fdfbf3"
    rule: str = "#bcd3e6"
    margin: str = "#cf5a50"
    text: str = "#1d2530"
    muted: str = "#58626e"
    minus: str = "#b0301a"
    plus: str = "#00684a"
    curves: tuple[str, ...] = ("#00568a", "#b23a00", "#00684a", "#8e4270", "#8f5c00", "#1c1c1c", "#4a5fc1", "#7a4b2a")


DAY_PAPER: Final = Paper()
NIGHT_PAPER: Final = Paper(
    sheet="#1d232b",
    rule="#38485a",
    margin="#b5564e",
    text="#f1eee4",
    muted="#a9b4bf",
    minus="#ff9a84",
    plus="#7fd6b0",
    curves=("#7cc4f2", "#ff9f6e", "#6fd3a6", "#e3a0cb", "#e8bf60", "#f1eee4", "#a9b6ff", "#d3a883"),
)


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a picture: a player's choices, and the cloth of the table."""

    theme: str = "dark"
    """A key of `THEMES`."""
    big: bool = False
    """Larger pieces, for small screens or tired eyes."""
    hot: bool = False
    """Mark hot bones on the rack (Pussers Bones)."""
    cloth: str = FELT
    """The cloth on the table, as its house rules say: `FELT` or `BLANKET`."""
    dead: bool = False
    """Turn a bone on the rack if others of its kind are gone: on its side for one, upside down for two or more (Pussers
    Bones)."""

    marks: tuple[str, ...] = ()
    """The words of a move that was made, and of a better one. The piece of the first is ringed in grey, that of the
    second in the accent colour; the better one also lies where it would have been played."""

    @property
    def colours(self) -> Theme:
        """The colours of the theme, or of the dark theme if the name is unknown."""
        themes = BLANKETS if self.cloth == BLANKET else THEMES
        return themes.get(self.theme, themes["dark"])

    @property
    def rings(self) -> dict[str, str]:
        """The colours of the rings, by the words of `marks`: the codes of pieces, and places."""
        inks = zip(self.marks, (self.colours.muted, self.colours.accent), strict=False)
        return {word: ink for mark, ink in inks for word in mark.split()}

    @property
    def paper(self) -> Paper:
        """The colours of sheets and charts."""
        return DAY_PAPER if self.theme == "light" else NIGHT_PAPER


@lru_cache(maxsize=256)
def load_font(weight: int, size: int) -> ImageFont.FreeTypeFont:
    """Load Bones Sans in weight 500, 700 or 800 at `size` pixels, with the same layout on every machine."""
    return ImageFont.truetype(FONTS / f"bones-sans-{weight}.woff2", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)
def load_han(size: int) -> ImageFont.FreeTypeFont:
    """Load Bones Han, the Chinese characters on the bones, at `size` pixels."""
    return ImageFont.truetype(FONTS / "bones-han.woff2", size, layout_engine=ImageFont.Layout.BASIC)

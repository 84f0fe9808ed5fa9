"""Pictures to compare with stored ones. `python -m tests.render.golden` stores them again.

Run it after an intended change of their look. Check every picture, and commit the pictures with the change.
"""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops

from bot.wording import HOST
from render import chart
from render.base.picture import Chart, Picture, Series
from render.style import Style
from tests.render import samples, shown as scenes

FOLDER: Final = Path(__file__).parent / "golden"
_NAMES: Final = samples.NAMES
_DAY: Final = Style("light")
_TALLY: Final = Chart(
    "The tally of 2026",
    tuple(
        Series(name, values)
        for name, values in zip(
            _NAMES,
            (
                (0, 30, 21, 60, 84, 48, 90, 131, 122, 160),
                (0, -10, 8, -21, -30, 12, 4, -40, -33, -61),
                (0, -10, -19, -12, -51, -90, -71, -60, -94, -102),
                (0, -10, -10, -27, -3, 30, -23, -31, 5, 3),
            ),
            strict=True,
        )
    ),
    "January",
    "today",
)
PICTURES: Final[dict[str, Callable[[], Picture]]] = {
    "pussers_hand": lambda: scenes.draw_hand(samples.pussers_full(), _NAMES),
    "pussers_hand_light": lambda: scenes.draw_hand(samples.pussers(), _NAMES, _DAY),
    "pussers_board": lambda: scenes.draw_board(samples.pussers(None), _NAMES),
    "pussers_board_blanket": lambda: scenes.draw_board(samples.pussers(None), _NAMES, Style(cloth="blanket")),
    "pussers_receipt": lambda: scenes.draw_receipt(samples.pussers_ended(), _NAMES),
    "score_sheet": lambda: scenes.draw_sheet(samples.pussers_ended(), _NAMES, _DAY),
    "chart": lambda: chart.draw(_TALLY, Style(), HOST),
    "lombardy_board": lambda: scenes.draw_board(samples.lombardy(None), _NAMES),
    "duo_hand": lambda: scenes.draw_hand(samples.duo(), _NAMES, _DAY),
    "stud_board": lambda: scenes.draw_board(samples.stud(), _NAMES),
}


def open_picture(png: bytes) -> Image.Image:
    """Open a PNG as RGB pixels."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def difference(ours: Image.Image, stored: Image.Image) -> str:
    """Describe the difference of two pictures in a sentence; empty if they look the same.

    A pixel differs when a channel is off by more than 40 of 255. One pixel in a thousand may differ, because other
    builds of FreeType draw letters slightly differently.
    """
    if ours.size != stored.size:
        return f"the size is {ours.size}, stored {stored.size}"
    bands = ImageChops.difference(ours, stored).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).point([0] * 41 + [255] * 215)
    off = worst.histogram()[255]
    if off * 1000 <= ours.width * ours.height:
        return ""
    return f"{off} pixels differ, inside {worst.getbbox()}"


def main() -> None:
    """Store every picture again."""
    for name, draw in PICTURES.items():
        path = FOLDER / f"{name}.png"
        picture = draw()
        Image.open(io.BytesIO(picture.png)).save(path, optimize=True)
        print(f"{path.name}: {path.stat().st_size} bytes. {picture.alt}")


if __name__ == "__main__":
    main()

"""Draws the pictures of the README: `python -m tests.render.readme_pictures docs/pictures`.

Its channel.png is the page that `make play` opens.
"""

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from tests.render.golden import PICTURES

SHOWN: Final = ("pussers_hand", "pussers_board", "score_sheet", "lombardy_board", "stud_board")


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the pictures into the folder named in `arguments`, which must exist."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if len(given) != 1 or not Path(given[0]).is_dir():
        print("usage: python -m tests.render.readme_pictures FOLDER")
        return 2
    for name in SHOWN:
        Image.open(io.BytesIO(PICTURES[name]().png)).save(Path(given[0]) / f"{name}.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

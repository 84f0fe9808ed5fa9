"""Names and drawings of the pieces of all kinds in `games.roster.KINDS`, by the code of the piece."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import NamedTuple

from PIL import Image

from games.roster import KINDS
from render.style import Theme


class _Piece(NamedTuple):
    """A piece of any kind, with the function that names pieces of its kind and the module that draws them."""

    piece: int
    name: Callable[[int, str], str]
    drawing: str


@cache
def _map_pieces() -> dict[str, _Piece]:
    """Map the codes of all pieces of all kinds to the pieces."""
    by_code: dict[str, _Piece] = {}
    for kind in KINDS:
        pieces = getattr(import_module(kind.module), kind.vocabulary)
        for piece in pieces.every:
            by_code[pieces.code(piece)] = _Piece(piece, pieces.name, kind.drawing)
    return by_code


def _find_piece(code: str) -> _Piece:
    found = _map_pieces().get(code)
    if found is None:
        raise KeyError(f"{code}: add the kind of this piece to KINDS in games/roster.py, with the module that draws it")
    return found


def list_codes() -> Iterator[str]:
    """The codes of all pieces of all kinds."""
    return iter(_map_pieces())


def name_piece(code: str) -> str:
    """The usual name of the piece with this code: "Jimmy Rick", "six four", "9 of spades". Raises KeyError."""
    found = _find_piece(code)
    return found.name(found.piece, "")


def draw_piece(code: str, height: int, theme: Theme) -> Image.Image:
    """Draw the piece with this code, `height` pixels tall. Raises KeyError for an unknown code.

    The drawing code is imported at the first call, since most starts of the bot never need it.
    """
    found = _find_piece(code)
    drawn: Image.Image = import_module(found.drawing).draw_piece(found.piece, height, theme)
    return drawn

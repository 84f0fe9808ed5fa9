"""Conversion of moves to and from words: "play 6-4 A", "knock", "next"."""

import re

from games.core.moves import Ambiguous, Lapse, Unreadable
from games.duo.moves import Knock, Move, Next, Play
from games.duo.view import View
from games.pieces.dominoes import code, parse_name

_SIDES = {"left": "A", "right": "B"}


def write(move: Move) -> str:
    """The words that `read` turns back into the same move."""
    if isinstance(move, Play):
        return f"play {code(move.tile)} {move.end}".rstrip()
    return type(move).__name__.lower()


def read(view: View, verb: str, words: str) -> Move:
    """Parse typed words into this viewer's move: a tile by code or name, and an end (A, B, left, right).

    Raises Ambiguous if the tile fits two different ends and the words name neither; Unreadable for anything else.
    """
    line = view.line
    if verb in ("knock", "pass"):
        return Knock()
    if verb == "next":
        return Next()
    if verb == "lapse":
        return Lapse()
    if verb != "play":
        raise Unreadable(f"{verb} {words}".strip(), "word")
    text = words.strip()
    found = re.fullmatch(r"(.*?)[\s@,]+(?:at\s+)?(left|right|[ab])", text, re.IGNORECASE | re.DOTALL)
    side = found[2].lower() if found else ""
    tile = parse_name(found[1] if found else text)
    if tile is None:
        raise Unreadable(words, "piece")
    end = _SIDES.get(side, side.upper())
    fitting = line.list_fitting_ends(tile)
    if not end and line.first is not None and len(fitting) > 1 and line.shown[0] != line.shown[1]:
        raise Ambiguous(words, tuple(write(Play(tile, place)) for place in fitting))
    return Play(tile, end)

"""Conversion of moves to and from words: "discard R1"."""

import re

from games.core.moves import Lapse, Unreadable
from games.pieces.bones import code
from games.pieces.speech import parse_name
from games.pussers.moves import Break, Discard, DoBone, Move, Mumble, Next, Pass, Pluck, RuleOff, SetOut, Unsay, Yes
from games.pussers.view import View

_PLAIN: dict[str, Move] = {
    "yes": Yes(),
    "dobone": DoBone(),
    "do": DoBone(),
    "pass": Pass(),
    "unsay": Unsay(),
    "mumble": Mumble(),
    "next": Next(),
    "rule_off": RuleOff(),
    "lapse": Lapse(),
}
_FOLLOWS = "follows"
_ENDS = {"": "", "wall": "wall", "head": "wall", "loose": "loose"}


def write(move: Move) -> str:
    """The words of a move. `read` turns them back into the same move."""
    if isinstance(move, Break):
        return f"break {move.stack}"
    if isinstance(move, Discard):
        return f"discard {code(move.bone)}"
    if isinstance(move, Pluck):
        return f"pluck {move.end}".rstrip()
    if isinstance(move, RuleOff):
        return f"rule_off {_FOLLOWS}" if move.follows else "rule_off"
    if isinstance(move, SetOut):
        return "setout" if move.bone is None else f"setout {code(move.bone)}"
    return next(name for name, plain in _PLAIN.items() if plain == move)


def read(view: View, verb: str, words: str) -> Move:
    """Read typed words as this viewer's move: bones by code, name, nickname or an unambiguous beginning.

    Raises Unreadable for anything else and Ambiguous if several bones fit.
    """
    text = words.strip()
    if verb == "rule_off" and text == _FOLLOWS:
        return RuleOff(follows=True)
    if verb in _PLAIN:
        return _PLAIN[verb]
    if verb in ("break", "pick_break"):
        found = re.fullmatch(r"(?:stack )?(\d{1,2})", text, re.ASCII)
        if found is None:
            raise Unreadable(words, "stack")
        return Break(int(found[1]))
    if verb == "pluck":
        end = _ENDS.get(text.lower().removeprefix("off ").removeprefix("the ").removeprefix("from the "))
        if end is None:
            raise Unreadable(words, "end")
        return Pluck(end)
    if verb == "discard":
        return Discard(parse_name(words, view.nicknames, view.standing))
    if verb == "setout":
        return SetOut(parse_name(words, view.nicknames, view.standing) if text else None)
    raise Unreadable(f"{verb} {words}".strip(), "one_of", names=(*_PLAIN, "break", "pluck", "discard", "setout"))

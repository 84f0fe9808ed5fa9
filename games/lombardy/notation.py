"""Conversion of moves to and from words: "play 6-4 A", "score 15", "answer none", "renege"."""

import re

from games.core.moves import Lapse, Unreadable
from games.lombardy.moves import Answer, Done, Draw, Knock, Move, Next, NoScore, Play, Renege, Score
from games.lombardy.view import View
from games.pieces.dominoes import code, parse_name

_SIDES = {"left": "A", "right": "B", "up": "C", "top": "C", "down": "D", "bottom": "D"}
_SIDE = r"[\s@,]*(?:\bat\s+)?(?P<side>left|right|up|top|down|bottom|[a-d])"
_POINTS = r"(?:\s*(?:points|pts))*"
_CALL = r"[\s,]+(?:for\s+|score\s+)?(?P<call>\d{1,4})" + _POINTS
_FORMS = tuple(re.compile(r"(.+?)" + tail) for tail in ("", _SIDE, _SIDE + _CALL, _CALL))
_PLAIN: dict[str, Move] = {
    "draw": Draw(),
    "knock": Knock(),
    "pass": Knock(),
    "noscore": NoScore(),
    "renege": Renege(),
    "done": Done(),
    "next": Next(),
    "lapse": Lapse(),
}


def write(move: Move) -> str:
    """The words of a move. `read_words` turns them back into the same move."""
    if isinstance(move, Play):
        call = "" if move.call is None else f" {move.call}"
        return f"play {code(move.bone)} {move.end}".rstrip() + call
    if isinstance(move, Score):
        return f"score {move.number}"
    if isinstance(move, Answer):
        return "answer none" if move.double is None else f"answer {code(move.double)}"
    return type(move).__name__.lower()


def read(view: View, verb: str, words: str) -> Move:
    """Parse typed words into a move, as `read_words` does. The view plays no part in this game. Raises Unreadable."""
    return read_words(verb, words)


def read_words(verb: str, words: str) -> Move:
    """Parse typed words into a move. Raises Unreadable for anything else."""
    if verb in _PLAIN:
        return _PLAIN[verb]
    text = words.strip().lower()
    if verb == "score":
        if text in ("none", "no", "nothing", "no score"):
            return NoScore()
        if found := re.fullmatch(r"(-?\d{1,4})" + _POINTS, text):
            return Score(int(found[1]))
        raise Unreadable(words, "score")
    if verb == "answer":
        return _read_answer(words, text)
    if verb == "play":
        return _read_play(words, text)
    raise Unreadable(f"{verb} {words}".strip(), "word")


def _read_answer(words: str, text: str) -> Answer:
    if text in ("none", "no", "nothing", ""):
        return Answer(None)
    bone = parse_name(text)
    bone = parse_name(f"double {text}") if bone is None else bone
    if bone is None:
        raise Unreadable(words, "double")
    return Answer(bone)


def _read_play(words: str, text: str) -> Play:
    for form in _FORMS:
        found = form.fullmatch(text)
        bone = parse_name(found[1]) if found else None
        if found and bone is not None:
            parts = found.groupdict()
            side, call = parts.get("side") or "", parts.get("call")
            return Play(bone, _SIDES.get(side, side.upper()), None if call is None else int(call))
    raise Unreadable(words, "piece")

"""The moves of Block: their kinds, the choices of a viewer, and their words, written and read."""

import re
from dataclasses import dataclass

from games.core import Unreadable
from games.core.moves import Ambiguous, Choice, Lapse
from games.pieces.dominoes import Domino, code, dominoes_of, mask, parse_name
from games.pieces.line import Line
from tests.fifth_game.block.view import Phase, View


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a bone; `end` is "A" or "B", or empty where only one end fits or the line is new (BL-20)."""

    bone: Domino
    end: str = ""


@dataclass(frozen=True, slots=True)
class Knock:
    """Pass the turn (BL-21)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Deal the next hand (BL-10)."""


Move = Lay | Knock | Next | Lapse

_WORDS: dict[str, type[Knock] | type[Next] | type[Lapse]] = {"knock": Knock, "deal": Next, "lapse": Lapse}
_VERBS = {kind: verb for verb, kind in _WORDS.items()}


def legal_plays(held: int, line: Line) -> list[Lay]:
    """Every bone of a holding with every end that it fits (BL-20)."""
    if line.first is None:
        return [Lay(bone) for bone in dominoes_of(held)]
    return [Lay(bone, end) for bone in dominoes_of(held & line.wanted) for end in line.list_fitting_ends(bone)]


def plays(view: View) -> list[Lay]:
    """Every bone that the viewer may lay now, at every end that it fits (BL-20)."""
    if view.seat is None or view.turn != view.seat:
        return []
    return legal_plays(mask(view.holding), view.line)


def choices(view: View) -> tuple[Choice[Move], ...]:
    """The viewer's plays, or a pass if there are none (BL-21); between hands, the deal of the next one."""
    if view.phase == Phase.BETWEEN:
        return (Choice(Next(), write(Next())),)
    if view.seat is None or view.turn != view.seat:
        return ()
    moves: list[Lay] | list[Knock] = plays(view) or [Knock()]
    return tuple(Choice(move, write(move)) for move in moves)


def write(move: Move) -> str:
    """The words from which `read` makes this move."""
    if isinstance(move, Lay):
        return f"lay {code(move.bone)} {move.end}".rstrip()
    return _VERBS[type(move)]


def read(view: View, verb: str, words: str) -> Move:
    """Read the words that a viewer typed after a verb.

    Raises Ambiguous if a bone fits both ends and the words name neither, and Unreadable if the words are not a move.
    """
    line = view.line
    if verb in _WORDS:
        return _WORDS[verb]()
    if verb != "lay":
        raise Unreadable(f"{verb} {words}".strip(), "word")
    found = re.fullmatch(r"(.*?)\s+([ab])", words.strip(), re.IGNORECASE | re.DOTALL)
    bone = parse_name(found[1] if found else words)
    if bone is None:
        raise Unreadable(words, "piece")
    end = found[2].upper() if found else ""
    if not end and line.first is not None and len(line.list_fitting_ends(bone)) > 1 and line.shown[0] != line.shown[1]:
        raise Ambiguous(words, tuple(write(Lay(bone, place)) for place in line.list_fitting_ends(bone)))
    return Lay(bone, end)

"""Play the vectors of Block, with the names that tests/conformance expects of a game's module."""

from typing import Any, Final

from games.pieces.dominoes import code, from_code, mask
from games.pieces.line import Line
from tests.conformance.runner import Section
from tests.fifth_game.block.moves import legal_plays, write
from tests.fifth_game.block.scoring import score

Fields = dict[str, Any]


def ends_of_hand(vector: Fields, document: Fields) -> Fields:
    winner, points = score([mask(map(from_code, held)) for held in vector["holdings"]])
    return {"winner": "none" if winner is None else winner + 1, "points": points}


def lines(vector: Fields, document: Fields) -> Fields:
    line = Line()
    for step in vector["line"]:
        bone, _, end = step.partition(" ")
        line = Line.begin(from_code(bone)) if end == "start" else line.lay(from_code(bone), end.removeprefix("@"))
    held = [from_code(bone) for bone in vector["holding"]]
    assert all(code(bone) == listed for bone, listed in zip(held, vector["holding"], strict=True))
    return {"legal": {write(play).removeprefix("lay ") for play in legal_plays(mask(held), line)}}


SECTIONS: Final[dict[str, Section]] = {"ends_of_hand": ends_of_hand, "lines": lines}
KNOWN: Final = {"ends_of_hand": {"holdings"}, "lines": {"line", "holding"}}

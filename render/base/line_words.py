"""A line of dominoes in words."""

from collections.abc import Callable

from games.pieces.dominoes import code
from games.pieces.line import ENDS, Line


def describe_line(line: Line, say: Callable[..., str]) -> list[str]:
    """Describe the line, arm by arm from the first domino outwards; `say` fills the sentence of a key."""
    if line.first is None:
        return [say("scene/nothing_laid")]
    lines = [say("scene/spinner" if line.spinner else "scene/first", piece=code(line.first))]
    for end, number, arm in zip(ENDS, line.shown, line.arms, strict=False):
        if arm:
            laid = " ".join(code(piece) for piece in arm)
            lines.append(say("scene/arm", end=end, pieces=laid, number=number))
        elif end in line.ends:
            lines.append(say("scene/end", end=end, number=number))
    return lines

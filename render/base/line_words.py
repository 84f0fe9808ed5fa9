"""A line of dominoes in words."""

from collections.abc import Callable

from games.pieces.dominoes import code
from games.pieces.line import ENDS, Line


def describe_line(line: Line, say: Callable[..., str]) -> list[str]:
    """Describe the line, arm by arm from the first domino outwards; `say` fills the sentence of a key."""
    if line.first is None:
        return [say("scene/nothing_laid")]
    lines = [say("scene/spinner" if line.spinner else "scene/first", piece=code(line.first))]
    for end, shown, arm in zip(ENDS, line.shown, line.arms, strict=False):
        number = say_number(line, end, shown, say)
        if arm:
            laid = " ".join(code(piece) for piece in arm)
            lines.append(say("scene/arm", end=end, pieces=laid, number=number))
        elif end in line.ends:
            lines.append(say("scene/end", end=end, number=number))
    return lines


def say_number(line: Line, end: str, number: int, say: Callable[..., str]) -> str:
    """Say the number of an end: "5", or "double 5" if it counts twice in a score."""
    return say("domino/double", number=number) if line.counts_twice(end) else str(number)

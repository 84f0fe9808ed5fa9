"""The vocabulary of the pieces that a game is played with."""

from collections.abc import Callable
from typing import NamedTuple


class Pieces(NamedTuple):
    """All pieces of one type, and their names. A piece is a small int."""

    kind: str
    """The name of the piece type in the fields of events ("Bone")."""
    every: tuple[int, ...]
    """Every piece once. Of several pieces that are alike, only one is listed."""
    code: Callable[[int], str]
    """A function from a piece to its code, as `write` uses it: "R1", "6-4", "Ts"."""
    from_code: Callable[[str], int]
    """A function from a code to its piece. Raises KeyError for anything else."""
    symbol: Callable[[int], str]
    """A function from a piece to the shortest form shown to people: "R1", "6-4", "10♠"."""
    name: Callable[[int, str], str]
    """A function from a piece and a way of talking ("" for the usual one) to a name: "Jimmy Rick", "six four"."""
    by_name: bool
    """True if sentences and buttons show the name followed by the symbol; otherwise they show the symbol alone."""

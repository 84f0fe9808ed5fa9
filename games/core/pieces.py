"""The vocabulary of the pieces that a game is played with."""

from collections.abc import Callable
from typing import NamedTuple


class Pieces(NamedTuple):
    """All pieces of one type, and their names. A piece is a small int."""

    kind: str
    """The name of the type that fields of events have ("Bone")."""
    every: tuple[int, ...]
    """Every piece once; where several are alike, every kind once."""
    code: Callable[[int], str]
    """The function for a piece's code, as `write` uses it: "R1", "6-4", "Ts"."""
    from_code: Callable[[str], int]
    """The function for the piece with a code. Raises KeyError for anything else."""
    symbol: Callable[[int], str]
    """The function for the shortest form shown to people: "R1", "6-4", "10♠"."""
    spoken: Callable[[int, str], str]
    """The function for a piece's name in a register ("" is the usual one): "Jimmy Rick", "six four", "10 of spades"."""
    by_name: bool
    """True if sentences and buttons show the name followed by the symbol; otherwise they show the symbol alone."""

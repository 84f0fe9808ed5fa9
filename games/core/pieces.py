"""The vocabulary of the pieces that a game is played with."""

from collections.abc import Callable
from typing import NamedTuple


class Pieces(NamedTuple):
    """All pieces of one type, and their names. A piece is a small int."""

    kind: str
    """The name of the type that fields of events have ("Bone")."""
    every: tuple[int, ...]
    """Every piece once, or every kind where several are alike."""
    code: Callable[[int], str]
    """Its code, as `write` has it: "R1", "6-4", "Ts"."""
    from_code: Callable[[str], int]
    """The piece of a code. Raises KeyError for anything else."""
    symbol: Callable[[int], str]
    """The shortest way to show it to people: "R1", "6-4", "10♠"."""
    spoken: Callable[[int, str], str]
    """Its name in a way of talking ("" is the usual one): "Jimmy Rick", "six four", "10 of spades"."""
    by_name: bool
    """True if sentences and buttons give its name with the symbol behind it; otherwise the symbol alone."""

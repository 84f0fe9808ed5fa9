"""An occasion: something that everybody saw, and about which the robots of a table may say a word."""

from typing import NamedTuple

from games.core.seats import Seat


class Occasion(NamedTuple):
    """An occasion for banter, made of public facts alone."""

    key: str
    """The occasion's part of the wording keys of its lines: "fed" in "banter/fed/of/1"."""
    by: tuple[Seat, ...] = ()
    """The seats that did well by it."""
    of: tuple[Seat, ...] = ()
    """The seats that did badly by it."""
    amount: int = 0
    """The number that a line may name; 0 for none."""

"""Results of a game as seen from outside: entries of the tally, and feats for the records."""

from typing import NamedTuple

from games.core.seats import Seat


class Stakes(NamedTuple):
    """The way in which the results of a game become entries of the tally."""

    by_points: bool = False
    """True if games end with points (`final_scores`). If so, a table chooses between a stake for the win and the points
    less their mean; else the game's own transfers are entered."""
    worth: str = ""
    """The house option that says what one unit of a transfer is worth; "" where each unit counts as one."""


class Feat(NamedTuple):
    """Something a seat did that counts for a record."""

    kind: str
    """The record's wording key ("moons")."""
    seat: Seat
    amount: int = 1


class Record(NamedTuple):
    """A record that the feats of a game are kept for."""

    kind: str
    """Its wording key ("moons")."""
    highest: bool = False
    """True if the greatest single feat counts; otherwise they are added up."""

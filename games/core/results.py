"""Results as used outside the game: entries of the tally, and feats for the records."""

from typing import Final, NamedTuple

from games.core.seats import Seat

Partners = tuple[tuple[Seat, ...], ...]
"""The sides of a game, as the seats that play and win together; () where everybody plays alone."""


def sides_of(partners: Partners, players: int) -> tuple[tuple[Seat, ...], ...]:
    """The sides at a table of `players`: the partners, or each seat alone."""
    return partners or tuple((Seat(seat),) for seat in range(players))


HANDS: Final = "hands"
"""The feat of a hand that was played, in every game that counts them; averages go by it."""


class Stakes(NamedTuple):
    """The rules for turning a game's results into entries of the tally."""

    by_points: bool = False
    """True if games end with points (`final_scores`). A table then chooses between a stake for the win and the points
    less their mean; otherwise the game's own transfers are entered."""
    worth: str = ""
    """The house option that gives the worth of one unit of a transfer; "" where each unit counts as one."""
    evening: float = 100
    """The amount that a typical evening moves for a player, in what the game enters at its default house, as
    `python -m tests.bench evenings` measures it. Crews that weigh their games evenly go by it."""


class Feat(NamedTuple):
    """An achievement of a seat that counts for a record."""

    kind: str
    """The record's wording key ("moons")."""
    seat: Seat
    amount: int = 1
    sort: str = ""
    """The title of its receipt ("moon"), where a profile counts sorts apart."""


class Record(NamedTuple):
    """A record that the feats of a game are kept for."""

    kind: str
    """Its wording key ("moons")."""
    highest: bool = False
    """True if the greatest single feat counts; otherwise feats are added up."""
    of: str = ""
    """The feat that counts every try ("hands"), if this record counts the good ones: then their share and runs of them
    are told. The feat of the try comes together with the good one or after it."""
    card: bool = False
    """True if the card of a season names who holds it."""

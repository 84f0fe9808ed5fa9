"""The moves of Duo Dominoes."""

from dataclasses import dataclass

from games.core.moves import Lapse
from games.pieces.dominoes import Domino


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a tile (DD-21).

    `end` is "A" or "B". It may be empty if the tile fits one end only, if both ends are equal, or if the line is new.
    """

    tile: Domino
    end: str = ""


@dataclass(frozen=True, slots=True)
class Knock:
    """Pass the turn (DD-23)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Deal the next hand."""


Move = Play | Knock | Next | Lapse

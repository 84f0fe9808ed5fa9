"""The moves of Duo Dominoes."""

from dataclasses import dataclass

from games.core.moves import Lapse
from games.pieces.dominoes import Domino


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a tile; `end` is "A" or "B", or empty where only one end fits or the line is new (DD-21)."""

    tile: Domino
    end: str = ""


@dataclass(frozen=True, slots=True)
class Knock:
    """Pass the turn (DD-23)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Deal the next hand."""


Move = Play | Knock | Next | Lapse

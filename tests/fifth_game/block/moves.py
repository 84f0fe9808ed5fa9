"""The moves of Block."""

from dataclasses import dataclass

from games.core.moves import Lapse
from games.pieces.dominoes import Domino


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a bone; `end` is "A" or "B", or empty where only one end fits or the line is new (BL-20)."""

    bone: Domino
    end: str = ""


@dataclass(frozen=True, slots=True)
class Knock:
    """Pass the turn (BL-21)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Deal the next hand (BL-10)."""


Move = Lay | Knock | Next | Lapse

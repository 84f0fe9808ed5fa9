"""What players of Duo Dominoes say and do."""

from dataclasses import dataclass
from typing import Final

from games.core.moves import Lapse, Verb
from games.pieces.dominoes import Domino


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a tile; `end` is "A" or "B", or empty where one end alone fits or the line is new (DD-21)."""

    tile: Domino
    end: str = ""


@dataclass(frozen=True, slots=True)
class Knock:
    """Pass the turn (DD-23)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Deal the next hand."""


Move = Play | Knock | Next | Lapse

VERBS: Final = (
    Verb("play", "DD-21", "Lay a tile: the tile, and the end if it fits both (6-4 A)", "piece"),
    Verb("knock", "DD-23", "Pass: no tile of yours fits"),
    Verb("next", "DD-11", "Deal the next hand"),
)

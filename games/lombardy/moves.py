"""Moves of Lombardy Bones."""

from dataclasses import dataclass

from games.core.moves import Lapse
from games.pieces.dominoes import Domino


@dataclass(frozen=True, slots=True)
class Answer:
    """The double that the player will own up to when it is called, or None (LB-5)."""

    double: Domino | None


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a bone; `end` is A to D, or empty where LB-14 settles it; `call` is a score called in the same breath."""

    bone: Domino
    end: str = ""
    call: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a bone from the boneyard (LB-22)."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Pass (LB-23)."""


@dataclass(frozen=True, slots=True)
class Score:
    """Call a score for the bone just laid (LB-30)."""

    number: int


@dataclass(frozen=True, slots=True)
class NoScore:
    """Waive the score of the bone just laid (LB-30)."""


@dataclass(frozen=True, slots=True)
class Renege:
    """Call renege: ask about everybody else (LB-42)."""


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more to say in a last call (LB-52)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Deal: the next hand, or this one again after a restart."""


TurnMove = Play | Draw | Knock
Call = Score | NoScore | Renege
Spoken = TurnMove | Call
Move = Answer | Spoken | Done | Next | Lapse

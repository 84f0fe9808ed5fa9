"""The moves of Lombardy Bones."""

from dataclasses import dataclass

from games.core.moves import Lapse
from games.pieces.dominoes import Domino


@dataclass(frozen=True, slots=True)
class Answer:
    """A sealed answer: the double that the player will own up to when it is called, or None (LB-5)."""

    double: Domino | None


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a bone."""

    bone: Domino
    end: str = ""
    """A to D; empty if LB-14 leaves only one choice."""
    call: int | None = None
    """A score called together with the bone; None for no call."""


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
    """Call renege, against all other players at once (LB-42)."""


@dataclass(frozen=True, slots=True)
class Done:
    """Finish speaking in a last call (LB-52)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Deal the next hand or, after a restart, deal the same hand anew."""


TurnMove = Play | Draw | Knock
Call = Score | NoScore | Renege
Spoken = TurnMove | Call
Move = Answer | Spoken | Done | Next | Lapse

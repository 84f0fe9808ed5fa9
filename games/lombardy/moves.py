"""What players of Lombardy Bones say and do."""

from dataclasses import dataclass
from typing import Final

from games.core.moves import Lapse, Verb
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

VERBS: Final = (
    Verb("answer", "LB-5", "Say which double you will lay when it is called down: 6-6, or none", "piece"),
    Verb("play", "LB-20", "Lay a bone: the bone, and the end if several fit (6-4 A)", "piece"),
    Verb("draw", "LB-22", "Draw one bone from the boneyard"),
    Verb("knock", "LB-23", "Pass: knock twice"),
    Verb("score", "LB-30", "Call the score of the bone that you have just laid", "amount"),
    Verb("noscore", "LB-30", "Say that the bone that you have just laid scores nothing"),
    Verb("renege", "LB-42", "Call renege: has anybody else held a double back, or laid one above the spinner?"),
    Verb("done", "LB-52", "Nothing more to call before the bones are counted"),
    Verb("next", "LB-9", "Deal"),
)

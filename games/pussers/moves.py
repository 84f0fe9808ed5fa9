"""What players of Pussers Bones say and do."""

from dataclasses import dataclass
from typing import Final

from games.core.moves import Lapse, Verb
from games.pieces.bones import Bone


@dataclass(frozen=True, slots=True)
class Break:
    """Eddie breaks the wall at a stack, 0 to 71 clockwise from his own wall (PB-11, PB-13)."""

    stack: int


@dataclass(frozen=True, slots=True)
class Pluck:
    """Take a bone: for Eddie (PB-7), as working bone (PB-26) or off the Loose (PB-28).

    `end` is "wall" or "loose", or empty for whichever of them is due.
    """

    end: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a bone out (PB-33)."""

    bone: Bone


@dataclass(frozen=True, slots=True)
class Yes:
    """Call the latest discard (PB-41, PB-42)."""


@dataclass(frozen=True, slots=True)
class DoBone:
    """Tie up (PB-44)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Let it go: a discard (PB-47), the last bone of the wall (PB-49); or end one's sorting (PB-20)."""


@dataclass(frozen=True, slots=True)
class SetOut:
    """Put a pretty or an All-Of on the tray by hand (PB-83); no bone: the first that there is."""

    bone: Bone | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """Build the next wall."""


@dataclass(frozen=True, slots=True)
class RuleOff:
    """Ask for the sheet to be ruled off when the hand is over; said again, take it back (PB-73)."""


Move = Break | Pluck | Discard | Yes | DoBone | Pass | SetOut | Next | RuleOff | Lapse

VERBS: Final = (
    Verb("yes", "PB-41", "Call the bone that was just thrown: you have two or three like it"),
    Verb("dobone", "PB-44", "Tie up: this bone makes your hand"),
    Verb("pass", "PB-47", "Let the bone go; in sorting, say that you have finished"),
    Verb("pluck", "PB-26", "Take your working bone, or the bone you are owed off the Loose", "text", optional=True),
    Verb("discard", "PB-33", "Throw a bone out; that ends your turn", "piece"),
    Verb("setout", "PB-83", "Put a pretty or an All-Of on your tray", "piece", optional=True),
    Verb("break", "PB-13", "Eddie breaks the wall at a stack, 0 to 71", "amount"),
    Verb("next", "PB-71", "Build the next wall"),
    Verb("rule_off", "PB-73", "Ask for the sheet to be ruled off; once more takes it back"),
)

"""Moves of Pussers Bones."""

from dataclasses import dataclass

from games.core.moves import Lapse
from games.pieces.bones import Bone


@dataclass(frozen=True, slots=True)
class Break:
    """Break the wall at a stack, 0 to 71 clockwise from Eddie's own wall (PB-11, PB-13)."""

    stack: int


@dataclass(frozen=True, slots=True)
class Pluck:
    """Take a bone: to settle who is Eddie (PB-7), as a working bone (PB-26), or off the Loose (PB-28).

    `end` is "wall" or "loose", or empty for the end that is due.
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
    """Let a discard (PB-47) or the last bone of the wall (PB-49) go, or finish sorting (PB-20)."""


@dataclass(frozen=True, slots=True)
class Unsay:
    """Take a "Yes!" back while the window is open; the bone is let go (PB-47)."""


@dataclass(frozen=True, slots=True)
class SetOut:
    """Put a pretty, an All-Of or a fourth on the tray by hand (PB-83). Without a bone: the first one found."""

    bone: Bone | None = None


@dataclass(frozen=True, slots=True)
class Mumble:
    """Mumble an excuse, after a count that was wrong (PB-85)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Build the next wall."""


@dataclass(frozen=True, slots=True)
class RuleOff:
    """Ask for the sheet to be ruled off after the hand. A second request withdraws the first (PB-73)."""

    follows: bool = False
    """True for a robot that agrees with a person's request. The robot's vote counts as long as a person asks."""


Move = Break | Pluck | Discard | Yes | DoBone | Pass | Unsay | SetOut | Mumble | Next | RuleOff | Lapse

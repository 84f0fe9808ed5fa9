"""Kinds of hand that a robot may collect, and the bones that serve each."""

from dataclasses import dataclass, field
from typing import Final

from games.core.robots import Thought
from games.pieces.bones import Bone, is_major
from games.pussers.moves import Discard
from games.pussers.view import SetOut as Set

_KINDS: Final = range(34)


@dataclass(frozen=True, slots=True)
class Aim:
    """A kind of hand as a robot's goal."""

    name: str
    inside: tuple[int, ...]
    """The kinds that serve."""
    outside: tuple[int, ...] = field(init=False)
    """The kinds that do not, in suit order."""
    mask: int = field(init=False)
    """The mask of `inside`."""
    throws: tuple[Thought[Discard], ...] = field(init=False)
    """The thought for throwing each kind, of a robot that has weighed everything it knows."""
    plainly: tuple[Thought[Discard], ...] = field(init=False)
    """The thought for throwing each kind, of a robot that looks at its own bones alone."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "outside", tuple(kind for kind in _KINDS if kind not in self.inside))
        object.__setattr__(self, "mask", sum(1 << kind for kind in self.inside))
        object.__setattr__(self, "throws", self._thoughts("stray", "spare"))
        object.__setattr__(self, "plainly", self._thoughts("other", "fewest"))

    def _thoughts(self, outside: str, inside: str) -> tuple[Thought[Discard], ...]:
        why = [inside if kind in self.inside else outside for kind in _KINDS]
        return tuple(Thought(Discard(Bone(kind)), why[kind], {"aim": f"aim/{self.name}"}) for kind in _KINDS)

    def fits(self, sets: tuple[Set, ...]) -> bool:
        """True if all sets on the tray serve it."""
        return not any(group.bone is not None and not self.mask >> group.bone & 1 for group in sets)


def _suit(number: int) -> tuple[int, ...]:
    return tuple(range(9 * number, 9 * number + 9))


_NAMES: Final = ("ricks", "sticks", "balls")
_MAJOR: Final = tuple(kind for kind in _KINDS if is_major(Bone(kind)))
SUITS: Final = tuple(Aim(name, (*_suit(suit), *range(27, 34))) for suit, name in enumerate(_NAMES))
MAJORS: Final = Aim("majors", _MAJOR)
ANY: Final = Aim("any", tuple(_KINDS))
MOON: Final = Aim("moon", _MAJOR)
LIZARDS: Final = tuple(Aim("lizard", (*_suit(suit), *range(27, 31))) for suit in range(3))

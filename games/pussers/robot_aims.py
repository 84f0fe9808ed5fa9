"""Kinds of hand that a robot may collect, and the bones that serve each."""

from dataclasses import dataclass
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
    """The kinds of bone that serve the aim."""
    outside: tuple[int, ...]
    """The kinds of bone that do not serve it, in suit order."""
    mask: int
    """The mask of `inside`."""
    throws: tuple[Thought[Discard], ...]
    """By kind, the throw with its reason, for a robot that weighs everything it knows."""
    plainly: tuple[Thought[Discard], ...]
    """By kind, the throw with its reason, for a robot that looks at its own bones alone."""

    def fits(self, tray: int) -> bool:
        """True if all sets on the tray serve the aim; `tray` is the mask of their kinds."""
        return not tray & ~self.mask


def mask_of_tray(sets: tuple[Set, ...]) -> int:
    """The mask of the kinds of these sets."""
    mask = 0
    for group in sets:
        if group.bone is not None:
            mask |= 1 << group.bone
    return mask


def _aim(name: str, inside: tuple[int, ...]) -> Aim:
    """Build an aim from the kinds that serve it."""

    def thoughts(for_outside: str, for_inside: str) -> tuple[Thought[Discard], ...]:
        why = [for_inside if kind in inside else for_outside for kind in _KINDS]
        return tuple(Thought(Discard(Bone(kind)), why[kind], {"aim": f"aim/{name}"}) for kind in _KINDS)

    return Aim(
        name,
        inside,
        outside=tuple(kind for kind in _KINDS if kind not in inside),
        mask=sum(1 << kind for kind in inside),
        throws=thoughts("stray", "spare"),
        plainly=thoughts("other", "fewest"),
    )


def _suit(number: int) -> tuple[int, ...]:
    return tuple(range(9 * number, 9 * number + 9))


_NAMES: Final = ("ricks", "sticks", "balls")
_MAJOR: Final = tuple(kind for kind in _KINDS if is_major(Bone(kind)))
SUITS: Final = tuple(_aim(name, (*_suit(suit), *range(27, 34))) for suit, name in enumerate(_NAMES))
MAJORS: Final = _aim("majors", _MAJOR)
ANY: Final = _aim("any", tuple(_KINDS))
MOON: Final = _aim("moon", _MAJOR)
LIZARDS: Final = tuple(_aim("lizard", (*_suit(suit), *range(27, 31))) for suit in range(3))

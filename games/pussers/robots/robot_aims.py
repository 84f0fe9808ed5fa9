"""Kinds of hand that a robot may collect, the bones that serve each, and moves with an aim as their reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import compress
from typing import Final

from games.core.robots import Thought
from games.pieces.bones import Bone
from games.pussers.hands import MAJOR_KINDS
from games.pussers.moves import Discard, Pass, Yes
from games.pussers.options import House
from games.pussers.view import TraySet

_KINDS: Final = range(34)
_DISCARDS: Final = tuple(Discard(Bone(kind)) for kind in _KINDS)


@dataclass(frozen=True, slots=True)
class Aim:
    """A kind of hand as a robot's goal."""

    name: str
    inside: tuple[int, ...]
    """The kinds of bone that serve the aim."""
    mask: int
    """The mask of `inside`."""
    outside: int
    """The other kinds, as a mask with a byte for each kind."""
    facts: Mapping[str, int | str] = field(compare=False)
    """The name of the aim, as a fact that sentences mention."""

    def has(self, kind: int) -> bool:
        """True if bones of this kind serve the aim."""
        return bool(self.mask >> kind & 1)

    def list_outside(self, held: bytes) -> list[int]:
        """The kinds on a rack that do not serve the aim, in suit order."""
        return [*compress(_KINDS, (int.from_bytes(held[:34], "big") & self.outside).to_bytes(34, "big"))]

    def fits(self, tray: int) -> bool:
        """True if all sets on the tray serve the aim; `tray` is the mask of their kinds."""
        return not tray & ~self.mask


def mask_of_tray(sets: tuple[TraySet, ...]) -> int:
    """The mask of the kinds of these sets."""
    mask = 0
    for group in sets:
        if group.bone is not None:
            mask |= 1 << group.bone
    return mask


def list_aims(sets: tuple[TraySet, ...], house: House) -> tuple[Aim, ...]:
    """The aims that the sets on a tray still allow (PB-53)."""
    tray, suits = mask_of_tray(sets), (ANY,) if house.suits == "any" else SUITS
    return (*[aim for aim in (*suits, MAJORS) if aim.fits(tray)], *(() if sets else SINGLES))


def explain_throw(
    why: str, aim: Aim, kind: int, rival: int | None = None, facts: Mapping[str, int | str] | None = None
) -> Thought[Discard]:
    """A throw for an aim, compared with the throw of another kind."""
    named = {**aim.facts, **facts} if facts else aim.facts
    return Thought(_DISCARDS[kind], why, named, None if rival is None else _DISCARDS[rival])


def explain_answer(
    why: str, aim: Aim, facts: Mapping[str, int | str] | None = None, *, yes: bool = False
) -> Thought[Yes | Pass]:
    """An answer to a bone for an aim, compared with the other answer."""
    moves = (Yes(), Pass()) if yes else (Pass(), Yes())
    return Thought(moves[0], why, {**aim.facts, **(facts or {})}, moves[1])


def _make_aim(name: str, inside: tuple[int, ...]) -> Aim:
    """Build an aim from the kinds that serve it."""
    outside = bytes(0 if kind in inside else 255 for kind in _KINDS)
    mask = sum(1 << kind for kind in inside)
    return Aim(name, inside, mask, int.from_bytes(outside, "big"), {"aim": f"aim/{name}"})


def _list_suit(number: int) -> tuple[int, ...]:
    return tuple(range(9 * number, 9 * number + 9))


_NAMES: Final = ("ricks", "sticks", "balls")
_MAJOR: Final = tuple(sorted(MAJOR_KINDS))
SUITS: Final = tuple(_make_aim(name, (*_list_suit(suit), *range(27, 34))) for suit, name in enumerate(_NAMES))
MAJORS: Final = _make_aim("majors", _MAJOR)
ANY: Final = _make_aim("any", tuple(_KINDS))
MOON: Final = _make_aim("moon", _MAJOR)
LIZARDS: Final = tuple(
    _make_aim(f"lizard/{name}", (*_list_suit(suit), *range(27, 31))) for suit, name in enumerate(_NAMES)
)
SINGLES: Final = (MOON, *LIZARDS)
"""The kinds of hand that are made of different bones."""

"""The 42 kinds of bone: small ints, codes, and predicates (docs/rules/pussers-bones.md, section 3).

0-8 Ricks, 9-17 Sticks, 18-26 Balls, 27-30 breezes (Eddie, Sammy, Wally, Normie), 31-33 dragons (red, green, white),
34-37 flowers, 38-41 seasons.
"""

from collections.abc import Iterable
from typing import Final, NewType

Bone = NewType("Bone", int)
"""A kind of bone, 0 to 41. Two bones of a kind are alike."""

CODES: Final = (
    *(f"{suit}{number}" for suit in "RSB" for number in range(1, 10)),
    *("WE", "WS", "WW", "WN", "DR", "DG", "DW"),
    *(f"{group}{number}" for group in "FN" for number in range(1, 5)),
)
KINDS: Final = 42
COPIES: Final = (4,) * 34 + (1,) * 8
FULL_SET: Final = tuple(Bone(kind) for kind in range(KINDS) for _ in range(COPIES[kind]))
"""All 144 bones."""
_BY_CODE: Final = {code: Bone(kind) for kind, code in enumerate(CODES)}


def code(bone: Bone) -> str:
    """The code of a bone: "R1", "WE", "DG", "N4"."""
    return CODES[bone]


def from_code(text: str) -> Bone:
    """The bone of a code, in either case. Raises KeyError for anything else."""
    return _BY_CODE[text.upper()]


def count_kinds(bones: Iterable[Bone]) -> bytes:
    """The number of bones of each of the 42 kinds."""
    counts = bytearray(KINDS)
    for bone in bones:
        counts[bone] += 1
    return bytes(counts)


def with_more(counts: bytes, place: int, by: int = 1) -> bytes:
    """Copy the counts, with the count at `place` raised by `by`, or lowered if `by` is negative."""
    changed = bytearray(counts)
    changed[place] += by
    return bytes(changed)


def is_pretty(bone: Bone) -> bool:
    """True for a flower or a season."""
    return bone >= 34


def is_numbered(bone: Bone) -> bool:
    """True for a Rick, Stick or Ball, the bones that count in the pluck for Eddie (PB-7)."""
    return bone < 27


def is_major(bone: Bone) -> bool:
    """True for a 1, a 9, a breeze or a dragon, the bones that score as majors (PB-61)."""
    return 27 <= bone < 34 or (bone < 27 and bone % 9 in (0, 8))


def number(bone: Bone) -> int:
    """The number of a bone: 1 to 9 for a suited bone, 1 to 4 for a flower or a season, 0 for the others."""
    if bone < 27:
        return bone % 9 + 1
    return (bone - 34) % 4 + 1 if bone >= 34 else 0

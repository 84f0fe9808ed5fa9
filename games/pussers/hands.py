"""Recognition of hands of fourteen bones (PB-50 to PB-59)."""

from itertools import compress
from typing import Final, NamedTuple

from games.pieces.bones import KINDS, Bone, is_major
from games.pussers.options import House

SUITED: Final = 27
MAJOR_KINDS: Final = frozenset(kind for kind in range(34) if is_major(Bone(kind)))
_MOON: Final = bytes(kind in MAJOR_KINDS for kind in range(KINDS))
_LIZARDS: Final = {
    bytes(9 * suit <= kind < 9 * suit + 9 or 27 <= kind < 31 for kind in range(KINDS)): suit for suit in range(3)
}


_SETS: Final = frozenset(
    b"\3" * place + b"\2" + b"\3" * (standing - place) for standing in range(5) for place in range(standing + 1)
)
"""The counts of a rack that holds only sets and a double-up, with the zeros left out: one 2 among up to four 3s."""
_SINGLES: Final = frozenset(b"\1" * place + b"\2" + b"\1" * (12 - place) for place in range(13))
"""The same of a Moon or a Lizard: one 2 among twelve 1s."""
_NOT_HELD: Final = b"\0"
_NO_PRETTIES: Final = bytes(KINDS - 34)
_ALL: Final = tuple(range(KINDS))
_GROUPS: Final = bytes(
    8 if kind >= SUITED else (1 << kind // 9) + 16 * (kind not in MAJOR_KINDS) for kind in range(KINDS)
)
"""By kind: the bit of its suit (1, 2 or 4), or 8 for kinds without a suit; plus 16 for a 2 to 8."""


class Shape(NamedTuple):
    """The arrangement of fourteen bones."""

    pattern: str
    """One of "pairs" (four sets and a double-up), "moon", "lizard", or "" for no hand."""
    kinds: tuple[int, ...] = ()
    """The kinds of the sets, those on the tray last."""
    doubled: int = -1
    """The kind held twice."""
    suits: int = 0
    """The mask of the suits present; 0 for a Moon."""
    honours: bool = False
    """True with breezes or dragons; False for a Moon."""
    minors: bool = False
    """True with a 2 to 8, in the pattern "pairs" only."""


_NOTHING: Final = Shape("")


def may_be_hand(rack: bytes) -> bool:
    """True if the counts of a rack, with the Do bone, are those of a hand, whatever its kinds."""
    held = rack.translate(None, _NOT_HELD)
    return held in _SETS or (held in _SINGLES and find_shape(rack) is not _NOTHING)


def find_shape(rack: bytes, tray: tuple[int, ...] = ()) -> Shape:
    """The shape of a hand. `rack` has 42 counts by kind, with the Do bone; `tray` has the kinds of the sets set out.

    A rack with a pretty or four alike has no shape (PB-50).
    """
    held = rack.translate(None, _NOT_HELD)
    if held in _SETS and len(held) + len(tray) == 5:  # PB-51
        kinds = [*compress(_ALL, rack)]
        doubled = kinds.pop(held.index(2))
        kinds += tray
        mask = _GROUPS[doubled]
        for kind in kinds:
            mask |= _GROUPS[kind]
        return Shape("pairs", tuple(kinds), doubled, mask & 7, mask & 8 > 0, mask > 15)
    if held in _SINGLES and not tray:
        single = rack.replace(b"\2", b"\1")
        doubled = rack.index(2)
        if single == _MOON:  # PB-57
            return Shape("moon", (), doubled)
        if single in _LIZARDS and 27 <= doubled < 31:  # PB-58
            return Shape("lizard", (), doubled, 1 << _LIZARDS[single], True)
    return _NOTHING


def find_fixed_kind(hand: Shape, breeze: int, house: House) -> tuple[str, int] | None:
    """The fixed kind that fits the shape, with its payment, or None (PB-54 to PB-59, PB-65). If several kinds fit, the
    dearest counts."""
    if hand.minors:
        return None
    if hand.pattern == "moon":
        return "moon", house.moon_a_bit
    if hand.pattern == "lizard":
        if hand.doubled == 27 + breeze:
            return "big_lizard", house.big_lizard_a_bit
        return "little_lizard", house.little_lizard_a_bit
    fitting = []
    if not hand.honours:
        fitting.append(("ones_and_nines", house.ones_and_nines_a_bit))
    if not hand.suits:
        fitting.append(("winds_and_dragons", house.winds_and_dragons_a_bit))
    if house.majors == "fixed":
        fitting.append(("majors", house.majors_a_bit))
    return max(fitting, key=lambda kind: kind[1], default=None)


def find_counted_kind(hand: Shape, house: House) -> str:
    """The kind under which a hand can be counted: "majors" without a 2 to 8, "minors" if its suits are allowed (PB-52),
    or "" for none. Whether the house counts majors (PB-54) is for the caller to ask.
    """
    if hand.pattern != "pairs":
        return ""
    if not hand.minors:
        return "majors"
    return "minors" if house.suits == "any" or hand.suits in (1, 2, 4) else ""


def find_mistake(rack: bytes, tray: tuple[int, ...], pairs: tuple[int, ...]) -> str:
    """The mistake that rules out any hand (PB-50, PB-82), or "".

    `tray` holds the kinds of all sets on the tray, `pairs` the kinds of the Open pairs among them.
    """
    if sum(rack) + 3 * len(tray) != 14:
        return "wrong_count"
    if rack[34:] != _NO_PRETTIES:
        return "undeclared_pretty"
    if 4 in rack or (pairs and any(rack[kind] for kind in pairs)):
        return "undeclared_all_of"
    return ""

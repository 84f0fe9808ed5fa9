"""Which fourteen are a hand (PB-50 to PB-59)."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.pieces.bones import KINDS, is_major
from games.pussers.options import House

SUITED: Final = 27
HONOURS: Final = range(27, 34)
MAJORS: Final = tuple(kind for kind in range(34) if is_major(kind))  # type: ignore[arg-type]
MAJOR: Final = frozenset(MAJORS)
_TERMINAL: Final = frozenset(kind for kind in MAJORS if kind < SUITED)
_MOON: Final = bytes(kind in MAJOR for kind in range(KINDS))
_LIZARDS: Final = {
    bytes(9 * suit <= kind < 9 * suit + 9 or 27 <= kind < 31 for kind in range(KINDS)): suit for suit in range(3)
}


@dataclass(frozen=True, slots=True)
class Shape:
    """How fourteen bones lie: "pairs" (four sets and a double-up), "moon", "lizard" or "" for nothing.

    `kinds` are the kinds of the sets, those on the tray last, `doubled` the kind of which there are two.
    `suits` is the mask of suits among them.
    """

    what: str
    kinds: tuple[int, ...] = ()
    doubled: int = -1
    suits: int = 0
    honours: bool = False


_NO_PRETTIES: Final = bytes(KINDS - 34)
_NOTHING: Final = Shape("")


@lru_cache(maxsize=1 << 14)
def shape(rack: bytes, tray: tuple[int, ...] = ()) -> Shape:
    """The shape of a rack (counts by kind, 42, the Do bone included) with the kinds of the sets on the tray.

    It does not ask whether pretties or four alike are in the rack (PB-50): with them there is no shape.
    """
    standing = 4 - len(tray)
    if rack.count(2) != 1:
        return _NOTHING
    doubled = rack.index(2)
    if rack.count(3) == standing and rack.count(0) == KINDS - 1 - standing:  # PB-51
        kinds = (*(kind for kind, count in enumerate(rack) if count == 3), *tray)
        every = (*kinds, doubled)
        suits = 0
        for kind in every:
            if kind < SUITED:
                suits |= 1 << kind // 9
        return Shape("pairs", kinds, doubled, suits, any(kind >= SUITED for kind in every))
    if standing == 4 and rack.count(1) == 12:
        single = rack.replace(b"\2", b"\1")
        if single == _MOON:  # PB-57
            return Shape("moon", (), doubled)
        if single in _LIZARDS and 27 <= doubled < 31:  # PB-58
            return Shape("lizard", (), doubled, 1 << _LIZARDS[single], True)
    return _NOTHING


def is_hand(rack: bytes, tray: tuple[int, ...] = (), any_suits: bool = False) -> bool:
    """Whether these are a hand of some kind, the minimum apart (PB-51 to PB-58). Arguments as in `shape`."""
    found = shape(rack, tray)
    if found.what != "pairs":
        return bool(found.what)
    return any_suits or found.suits in (0, 1, 2, 4) or MAJOR.issuperset((*found.kinds, found.doubled))


def kinds_of(found: Shape, breeze: int, house: House) -> tuple[tuple[str, int], ...]:
    """The fixed kinds that a shape fits with what they pay, highest first (PB-54 to PB-59, PB-65)."""
    if found.what == "moon":
        return (("moon", house.moon_a_bit),)
    if found.what == "lizard":
        if found.doubled == 27 + breeze:
            return (("big_lizard", house.big_lizard_a_bit),)
        return (("little_lizard", house.little_lizard_a_bit),)
    every = (*found.kinds, found.doubled)
    if not MAJOR.issuperset(every):
        return ()
    fitting = []
    if _TERMINAL.issuperset(every):
        fitting.append(("ones_and_nines", house.ones_and_nines_a_bit))
    if not found.suits:
        fitting.append(("winds_and_dragons", house.winds_and_dragons_a_bit))
    if house.majors == "fixed":
        fitting.append(("majors", house.majors_a_bit))
    return tuple(sorted(fitting, key=lambda kind: -kind[1]))


def counted_kind(found: Shape, house: House) -> str:
    """The kind that is counted: "minors" (PB-52), "majors" where the house counts them (PB-54), or "" for none."""
    if found.what != "pairs":
        return ""
    if MAJOR.issuperset((*found.kinds, found.doubled)):
        return "majors"
    return "minors" if house.suits == "any" or found.suits in (1, 2, 4) else ""


def mistake(rack: bytes, tray: tuple[int, ...], pairs: tuple[int, ...]) -> str:
    """What is wrong with the bones before any hand is looked for (PB-50, PB-82), or "".

    `tray` are the kinds of all sets set out, `pairs` those that are Open pairs.
    """
    if sum(rack) + 3 * len(tray) != 14:
        return "wrong_count"
    if rack[34:] != _NO_PRETTIES:
        return "undeclared_pretty"
    if 4 in rack or (pairs and any(rack[kind] for kind in pairs)):
        return "undeclared_all_of"
    return ""

"""The prospects of a rack in Pussers Bones: the payment that it can expect from each kind of hand.

A bone out of sight is as likely on another rack as in the wall. A kind grows from one bone to two by plucking, and from
two to three by plucking or "Yes!" (PB-41). Kinds are taken to grow independently of each other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.pieces.bones import COPIES
from games.pussers.options import House
from games.pussers.robot_aims import ANY, LIZARDS, MAJORS, MOON, SUITS, Aim
from games.pussers.view import View

_LASTS: Final = 0.7
"""The share of the wall's rounds that a plan may count on, since others tie up and pretties take bones. A plan for the
whole wall aims too high: against old hands it gains less."""
_THROWN: Final = 0.6
"""The share of the other players' plucks that they throw."""
_COUNTED: Final = 0.36
"""The a bit of a common counted hand of 36 points before its doubles (PB-61, PB-64)."""
_TIE_UP: Final = 2
"""The tie-up double (PB-62)."""
_PURE: Final = 8
"""The three doubles that a pure hand has instead (PB-62)."""
_MOST_MISSING: Final = 5
"""The most single bones that a Moon or a Lizard may miss and still be worth a thought."""
_NONE: Final[Mapping[int, float]] = {}


class Growth(NamedTuple):
    """The chances that a kind of bone ends at exactly two, and at three or four."""

    two: float
    three: float


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything that prospects depend on besides the bones of the rack."""

    house: House
    unseen: tuple[int, ...]
    """By kind, the bones out of the viewer's sight."""
    tray: tuple[int, ...]
    """The kinds of the viewer's sets."""
    doubles: int
    """The doubles that the viewer is sure of (PB-62)."""
    doubling: Mapping[int, float]
    """The kinds whose pair or All-Of is a double for the viewer, with the factor 2."""
    growth: tuple[tuple[Growth, ...], ...]
    """By the bones held and the bones unseen."""
    plucked: float
    """The chance that the viewer plucks a certain unseen bone."""
    suits: tuple[Aim, ...]
    majors: tuple[Aim, ...]
    singles: tuple[Aim, ...]
    """The aims that the sets on the tray still allow."""


def look(view: View) -> Moment:
    """The moment for the viewer, who has a seat."""
    chair = view.chairs[view.seat or 0]
    unseen = [copies - held - out for copies, held, out in zip(COPIES, view.counts, view.thrown_out, strict=True)]
    for discard in view.discards:
        if discard.taken is not None:
            unseen[discard.bone] += 1  # it lies in a set now
    for other in view.chairs:
        for group in other.sets:
            if group.bone is not None:
                unseen[group.bone] -= group.size
    hidden = max(1, sum(unseen[:34]))
    rounds = _LASTS * view.left / view.players
    plucked = min(1.0, rounds / hidden)
    called = min(1.0, plucked + _THROWN * (view.players - 1) * rounds / hidden)
    breeze = chair.breeze
    sets = chair.sets
    suits = (ANY,) if view.house.suits == "any" else SUITS
    return Moment(
        house=view.house,
        unseen=tuple(unseen),
        tray=tuple([group.bone for group in sets if group.bone is not None]),
        doubles=(breeze == 0) + (34 + breeze in chair.pretties) + (38 + breeze in chair.pretties),
        doubling=dict.fromkeys((31, 32, 33, 27 + breeze), 2.0),
        growth=tuple(tuple(_grown(held, left, plucked, called) for left in range(5)) for held in range(5)),
        plucked=plucked,
        suits=tuple(aim for aim in suits if aim.fits(sets)),
        majors=(MAJORS,) if MAJORS.fits(sets) else (),
        singles=() if sets else (MOON, *LIZARDS),
    )


def _grown(held: int, left: int, plucked: float, called: float) -> Growth:
    """The growth of a kind: `called` is the chance to see an unseen bone, plucked or thrown by others."""
    if held > 2:
        return Growth(0.0, 1.0)
    if held == 2:
        three = _some(called, left)
        return Growth(1 - three, three)
    third = _some(called / 2, left - 1)  # in what remains once the second is there
    if held == 1:
        three = _some(plucked, left) * third
        return Growth(_some(plucked + (called - plucked) / 4, left) - three, three)
    pair = _some(plucked, left) * _some(plucked / 2, left - 1)
    third = _some(called / 3, left - 2)
    return Growth(pair * (1 - third), pair * third)


def _some(chance: float, bones: int) -> float:
    """The chance of at least one of so many bones."""
    return 1 - (1 - chance) ** max(bones, 0)


def expect(moment: Moment, counts: bytes) -> tuple[float, Aim]:
    """The most that a rack can expect, in a bit, and the aim that promises it."""
    house, best = moment.house, (0.0, SUITS[0])
    base = _COUNTED * _TIE_UP * 2**moment.doubles
    for aim in moment.suits:
        worth = base * _of_sets(moment, counts, aim.inside, moment.doubling)
        if not moment.doubles and house.minimum_doubles:  # PB-66
            worth -= base * _of_sets(moment, counts, aim.inside, dict.fromkeys(moment.doubling, 0.0))
        if house.suits != "any" and all(kind < 27 for kind in moment.tray):
            pure = base * _PURE / _TIE_UP * _of_sets(moment, counts, aim.inside[:9], _NONE)
            worth = max(worth, pure)
        best = max(best, (worth, aim), key=_worth)
    for aim in moment.majors:
        chance = _of_sets(moment, counts, aim.inside, _NONE)
        best = max(best, (chance * (house.majors_a_bit if house.majors == "fixed" else base), aim), key=_worth)
    for aim in moment.singles:
        again, pays = (aim.inside, house.moon_a_bit) if aim is MOON else (aim.inside[-4:], house.little_lizard_a_bit)
        best = max(best, (pays * _of_singles(moment, counts, aim.inside, again), aim), key=_worth)
    return best


def _worth(prospect: tuple[float, Aim]) -> float:
    return prospect[0]


def _of_sets(moment: Moment, counts: bytes, kinds: Iterable[int], factors: Mapping[int, float]) -> float:
    """The chance of four sets and a double-up of these kinds (PB-51), times the factors of the sets."""
    sets = [0.0] * 5
    doubled = [0.0] * 5
    """By the number of sets: the chance without a double-up, and with one."""
    start = 1.0
    for kind in moment.tray:
        start *= factors.get(kind, 1.0)
    sets[len(moment.tray)] = start
    for kind in kinds:
        held, left = counts[kind], moment.unseen[kind]
        if kind in moment.tray or held + left < 2:
            continue
        two, three = moment.growth[held][left]
        rest = 1 - two - three
        gain = three * factors.get(kind, 1.0)
        doubled[4] += sets[4] * (two + three) + doubled[3] * gain
        sets[4] = sets[4] * rest + sets[3] * gain
        for number in (3, 2, 1):
            doubled[number] = doubled[number] * (rest + two) + sets[number] * two + doubled[number - 1] * gain
            sets[number] = sets[number] * rest + sets[number - 1] * gain
        doubled[0] = doubled[0] * (rest + two) + sets[0] * two
        sets[0] *= rest
    return doubled[4]


def _of_singles(moment: Moment, counts: bytes, kinds: Iterable[int], again: Iterable[int]) -> float:
    """The chance of one bone of each kind and one more of some of them (PB-57, PB-58)."""
    missing = [kind for kind in kinds if not counts[kind]]
    if len(missing) > _MOST_MISSING:
        return 0.0
    chance = 1.0
    for kind in missing:
        chance *= _some(moment.plucked, moment.unseen[kind])
    if any(counts[kind] > 1 for kind in again):
        return chance
    spare = sum(moment.unseen[kind] - (kind in missing) for kind in again)
    return chance * _some(moment.plucked, spare)

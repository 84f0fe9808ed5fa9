"""The prospects of a rack in Pussers Bones: the payment that it can expect from each kind of hand.

An unseen bone is as likely on another rack as in the wall. One bone becomes two by plucking, and two become three by
plucking or "Yes!" (PB-41). The model treats kinds as independent of each other. A Moon or a Lizard must pluck all its
bones but the last, which others may throw (PB-57, PB-58). A rack that keeps several kinds of hands open is worth more
than the best of them.

The constants are those that gain most against old hands (`python -m tests.bench levels`) without many more washed-out
hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.pieces.bones import COPIES
from games.pussers.options import House
from games.pussers.robots.robot_aims import ANY, LIZARDS, MAJORS, MOON, SUITS, Aim, list_aims
from games.pussers.view import View

_COUNTED_PAYMENT: Final = 1.2
"""The assumed payment in "a bit" for a counted hand before its doubles (PB-61, PB-64). The points alone give 0.36 (36
points). The constant is higher, because winning also keeps others from tying up."""
_TIE_UP: Final = 2
"""The tie-up double (PB-62)."""
_PURE: Final = 8
"""The factor of a pure hand's three doubles, which replaces `_TIE_UP` (PB-62)."""
_MOST_MISSING: Final = 7
"""The most single bones that a Moon or a Lizard may lack and still be considered. A higher limit gains no more, and
more hands wash out."""
_SURE: Final = 0.8
"""A factor on the chance that a Moon or a Lizard plucks a bone: below 1, since such a hand needs all its bones."""
_EXPONENT: Final = 3
"""The exponent with which `combine` combines the prospects of several kinds of hands. An exponent of 1 would add them
up; with a high one, only the best kind of hand would count."""
_TABLE_LENGTH: Final = 53
"""The length of the tables `plucked` and `called`. It exceeds the number of unseen bones of all kinds that a Moon or a
Lizard can double."""
_NONE: Final[Mapping[int, float]] = {}


class Others(NamedTuple):
    """A model of how the others play."""

    rounds: float
    """The share of the wall's remaining rounds that a plan counts on, since others tie up and pretties take bones."""
    thrown: float
    """The share of their plucks that they throw."""


USUAL: Final = Others(rounds=0.5, thrown=0.6)
"""The model that shellbacks play by. Plans for the whole wall aim too high: they gain less against old hands."""


class Growth(NamedTuple):
    """The chances that the viewer ends up with exactly two bones of a kind, and with three or four."""

    two: float
    three: float


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that prospects depend on besides the bones of the rack."""

    house: House
    unseen: tuple[int, ...]
    """By kind, the bones out of the viewer's sight."""
    tray: tuple[int, ...]
    """The kinds of the viewer's sets."""
    doubles: int
    """The doubles that the viewer is sure of (PB-62)."""
    doubling: Mapping[int, float]
    """The kinds of which a pair or All-Of gives the viewer a double, each with the factor 2."""
    growth: tuple[tuple[Growth, ...], ...]
    """The growth of a kind, by the number of its bones held, then the number unseen."""
    plucked: tuple[float, ...]
    """By a number of unseen bones: the chance that a Moon or a Lizard plucks at least one of them."""
    called: tuple[float, ...]
    """By a number of unseen bones: the chance that at least one of them is plucked or thrown by others."""
    own_breeze: tuple[int, ...]
    """The kind of the viewer's breeze, as the only member."""
    without_doubles: Mapping[int, float]
    """The kinds of `doubling`, each with the factor 0."""
    aims: tuple[Aim, ...]
    """The aims that the sets on the tray still allow."""


def assess(view: View, others: Others = USUAL) -> Situation:
    """Collect the situation from a view that has a seat."""
    chair = view.chairs[view.seat or 0]
    unseen = [copies - held - out for copies, held, out in zip(COPIES, view.counts, view.thrown_out, strict=True)]
    for discard in view.discards:
        if discard.taken is not None:
            unseen[discard.bone] += 1  # it lies in a set, which is subtracted below
    for other in view.chairs:
        for group in other.sets:
            if group.bone is not None:
                unseen[group.bone] -= group.size
    hidden = max(1, sum(unseen[:34]))
    rounds = others.rounds * view.left / view.players
    plucked = min(1.0, rounds / hidden)
    called = min(1.0, plucked + others.thrown * (view.players - 1) * rounds / hidden)
    surely = _SURE * plucked
    breeze = chair.breeze
    doubling = (31, 32, 33, 27 + breeze)
    return Situation(
        house=view.house,
        unseen=tuple(unseen),
        tray=tuple([group.bone for group in chair.sets if group.bone is not None]),
        doubles=(breeze == 0) + (34 + breeze in chair.pretties) + (38 + breeze in chair.pretties),
        doubling=dict.fromkeys(doubling, 2.0),
        growth=tuple(tuple(_grow(held, left, plucked, called) for left in range(5)) for held in range(5)),
        plucked=tuple([_find_chance_of_any(surely, bones) for bones in range(_TABLE_LENGTH)]),
        called=tuple([_find_chance_of_any(surely + called - plucked, bones) for bones in range(_TABLE_LENGTH)]),
        own_breeze=(27 + breeze,),
        without_doubles=dict.fromkeys(doubling, 0.0),
        aims=list_aims(chair.sets, view.house),
    )


def _grow(held: int, left: int, plucked: float, called: float) -> Growth:
    """The growth of a kind with `held` bones in the rack and `left` unseen.

    `plucked` is the chance to pluck one unseen bone, `called` the chance to pluck it or have others throw it.
    """
    if held > 2:
        return Growth(0.0, 1.0)
    if held == 2:
        three = _find_chance_of_any(called, left)
        return Growth(1 - three, three)
    if held == 1:
        # The third bone can come only after the second, so it has less time.
        three = _find_chance_of_any(plucked, left) * _find_chance_of_any(called / 2.5, left - 1)
        return Growth(_find_chance_of_any((plucked + called) / 2, left) - three, three)
    pair = _find_chance_of_any(plucked, left) * _find_chance_of_any(plucked / 2.5, left - 1)
    third = _find_chance_of_any(called / 4, left - 2)
    return Growth(pair * (1 - third), pair * third)


def _find_chance_of_any(chance: float, bones: int) -> float:
    """The chance to get at least one of this many bones, if each comes with probability `chance`."""
    return 1 - (1 - chance) ** max(bones, 0)


def estimate_payment(situation: Situation, counts: bytes) -> float:
    """The payment that a rack can expect, in "a bit"."""
    return combine(list_promises(situation, counts))


def list_promises(situation: Situation, counts: bytes) -> list[float]:
    """The payment that each aim of the situation promises, in "a bit"."""
    return [_estimate_for_aim(situation, counts, aim) for aim in situation.aims]


class Throw(NamedTuple):
    """A throw, and what the rack can expect after it."""

    kind: int
    worth: float
    """The expected payment, in "a bit"."""
    aim: Aim
    """The aim that promises most."""
    rival: int
    """The kind of the next best throw; if only one kind is held, that kind."""
    rival_worth: float


def find_best_throw(situation: Situation, counts: bytes) -> Throw:
    """Find the throw that leaves the best prospects."""
    held = [kind for kind in range(34) if counts[kind]]
    rests = [counts[:kind] + bytes([counts[kind] - 1]) + counts[kind + 1 :] for kind in held]
    promises = []
    for aim in situation.aims:
        after_stray = None if all(aim.mask >> kind & 1 for kind in held) else _estimate_for_aim(situation, counts, aim)
        of_throws = [
            after_stray
            if after_stray is not None and not aim.mask >> kind & 1
            else _estimate_for_aim(situation, rest, aim)
            for kind, rest in zip(held, rests, strict=True)
        ]
        promises.append(of_throws)
    worth = [combine([of_throws[place] for of_throws in promises]) for place in range(len(held))]
    order = sorted(range(len(held)), key=worth.__getitem__, reverse=True)
    place = order[0]
    rival = order[min(1, len(order) - 1)]
    promised = [of_throws[place] for of_throws in promises]
    aim = situation.aims[promised.index(max(promised))] if promised else SUITS[0]
    return Throw(held[place], worth[place], aim, held[rival], worth[rival])


def combine(promises: Sequence[float]) -> float:
    """The expected payment of a rack that can still follow several aims, given the expected payment of each."""
    return float(sum([max(worth, 0.0) ** _EXPONENT for worth in promises]) ** (1 / _EXPONENT))


def _estimate_for_aim(situation: Situation, counts: bytes, aim: Aim) -> float:
    """The payment that an aim promises. Only bones that serve the aim matter."""
    house = situation.house
    if aim is MOON:
        return house.moon_a_bit * _find_chance_of_singles(situation, counts, aim.inside, aim.inside)
    if aim in LIZARDS:
        worth = house.little_lizard_a_bit * _find_chance_of_singles(situation, counts, aim.inside, aim.inside[-4:])
        more = house.big_lizard_a_bit - house.little_lizard_a_bit
        return worth + more * _find_chance_of_singles(situation, counts, aim.inside, situation.own_breeze)
    base = float(_COUNTED_PAYMENT * _TIE_UP * 2**situation.doubles)
    if aim is MAJORS:
        pays = house.majors_a_bit if house.majors == "fixed" else base
        return pays * _find_chance_of_sets(situation, counts, aim.inside, _NONE)
    worth = base * _find_chance_of_sets(situation, counts, aim.inside, situation.doubling)
    if not situation.doubles and house.minimum_doubles:  # PB-66
        without = situation.without_doubles
        worth -= base * _find_chance_of_sets(situation, counts, aim.inside, without)
        # Who waits for the bone that brings the double may let third bones of other couples go.
        waits = [
            _find_chance_of_sets(situation, counts, aim.inside, of, without) for of in (situation.doubling, without)
        ]
        worth = max(worth, base * (waits[0] - waits[1]))
    if aim is not ANY and all(kind < 27 for kind in situation.tray):
        worth = max(worth, base * _PURE / _TIE_UP * _find_chance_of_sets(situation, counts, aim.inside[:9], _NONE))
    return worth


def _find_chance_of_sets(
    situation: Situation,
    counts: bytes,
    kinds: Iterable[int],
    factors: Mapping[int, float],
    only: Mapping[int, float] | None = None,
) -> float:
    """The chance of four sets and a double-up of these kinds (PB-51), times the factors of the sets. With `only`, no
    couple of another kind gets a third bone."""
    sets = [0.0] * 5
    doubled = [0.0] * 5
    """By the number of sets, the chance (times factors): `sets` without a double-up, `doubled` with one."""
    start = 1.0
    for kind in situation.tray:
        start *= factors.get(kind, 1.0)
    sets[len(situation.tray)] = start
    for kind in kinds:
        held, left = counts[kind], situation.unseen[kind]
        if kind in situation.tray or held + left < 2:
            continue
        two, three = situation.growth[held][left]
        if only is not None and held == 2 and kind not in only:
            two, three = 1.0, 0.0
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


def _find_chance_of_singles(situation: Situation, counts: bytes, kinds: Sequence[int], again: Sequence[int]) -> float:
    """The chance to get one bone of each of `kinds` and a second of one of `again` (PB-57, PB-58).

    All but one must be plucked; that one may also be called.
    """
    missing = [situation.unseen[kind] for kind in kinds if not counts[kind]]
    if len(missing) > _MOST_MISSING or any(bones < 1 for bones in missing):
        return 0.0
    if not any(counts[kind] > 1 for kind in again):
        missing.append(sum([situation.unseen[kind] - (not counts[kind]) for kind in again]))
    every, but_one = 1.0, 0.0
    for bones in missing:
        plucked = situation.plucked[bones]
        but_one = but_one * plucked + every * (situation.called[bones] - plucked)
        every *= plucked
    return every + but_one

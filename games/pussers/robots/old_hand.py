"""The old hand of Pussers Bones, its usual robot.

It weighs its pairs, its doubles and the discards, and aims at one kind of hand.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Final

from games.core.robots import EVEN, Temper, Thought
from games.pieces.bones import Bone
from games.pussers.hands import SUITED
from games.pussers.moves import Discard, Pass, Yes
from games.pussers.robots.robot_aims import (
    ANY,
    MAJORS,
    SINGLES,
    SUITS,
    Aim,
    explain_answer,
    explain_throw,
    mask_of_tray,
)
from games.pussers.view import View
from games.pussers.washout import find_aim, needs_double

_WORTH: Final = (
    (0.0,) * 5,
    (1.0, 0.8, 0.4, 0.0, 0.0),
    (4.5, 3.5, 1.5),
    (9.0, 9.0),
    (9.0,),
)
"""The worth of alike bones on the rack: by their number, then by the number of their kind that are out of reach."""
_STEPS: Final = sorted({worth for row in _WORTH for worth in row})
_STEP_OF: Final = bytes(
    _STEPS.index(_WORTH[held][out]) if held < 5 and out < len(_WORTH[held]) else 0
    for held, out in (divmod(place, 5) for place in range(256))
)
"""The place in `_STEPS` of the worth of alike bones, by five times their number plus those out of reach."""
_WORTHLESS: Final = b"\0"
_LATE, _FAR = 52, 3
"""In a house that plays `robots_feed`, the old hand throws what others may want while at most this many bones are left
in the wall and it lacks at least this many for a hand. docs/decisions.md says what other numbers do."""
_SINGLES: Final = 10
"""The old hand aims for a Moon or a Lizard once it holds this many different bones of it."""
_MAJORS_BONUS: Final = 0.5
"""Points added to the worth of Majors, which pay far more than other hands of sets but are harder to finish. A larger
bonus wins no more, and more hands wash out."""
_WITH_DOUBLE: Final = 1.1
"""The factor of a kind whose pair brings a double."""
_WITHOUT_DOUBLE: Final = 0.6
"""The factor of another seat's breeze, as long as the robot has no certain double."""
_FACTORS: Final = [
    [
        (1.0,) * SUITED + tuple(_WITH_DOUBLE if kind > 3 or kind == breeze else other for kind in range(7))
        for breeze in range(4)
    ]
    for other in (_WITHOUT_DOUBLE, 1.0)
]
"""The factors of all kinds: for a robot without a certain double and one with it, by its breeze."""
_KINDS: Final = range(34)
_SUITS: Final = tuple((aim, ~aim.mask, slice(9 * suit, 9 * suit + 9)) for suit, aim in enumerate(SUITS))
_AIMS_OF_SINGLES: Final = tuple((aim, itemgetter(*aim.inside)) for aim in SINGLES)


def choose_throw(view: View, temper: Temper = EVEN) -> Thought[Discard]:
    """Throw the least useful bone; among equally useful bones, one that others want least."""
    out = _count_out_of_reach(view)
    wants_sets, aim = _choose_aim(view, out, temper)
    strays = sorted(aim.list_outside(view.counts), key=out.__getitem__, reverse=True)
    if len(strays) > 1:
        return explain_throw("stray", aim, strays[0], strays[1])
    return _choose_with_a_stray(view, out, wants_sets, aim, strays)


def _choose_with_a_stray(
    view: View, out: Sequence[int], wants_sets: bool, aim: Aim, strays: Sequence[int]
) -> Thought[Discard]:
    """Throw the only one of `strays`, or if there is none, the bone that serves the aim least."""
    held, feeds, factors = view.counts, _feeds_others(view), _list_factors(view)

    def weigh(kind: int) -> float:
        """The worth of the bones of a kind that serves the aim. Who feeds the others can spare any bone of which they
        hold one."""
        if not wants_sets:
            return 3.0 if held[kind] == 1 else 0.5
        return 0.0 if feeds and held[kind] == 1 else _WORTH[held[kind]][out[kind]] * factors[kind]

    ranked = sorted(
        [
            (weigh(kind), out[kind] if feeds else -out[kind], kind)
            for kind in compress(_KINDS, held)
            if kind not in strays
        ]
    )
    order = [*strays, *[kind for *_, kind in ranked[:2]]]
    if len(order) == 1:
        return explain_throw("only_kind", aim, order[0])
    first, rival = order[:2]
    if strays:
        return explain_throw("stray", aim, first, rival)
    alone = _WORTH[held[first]][out[first]] >= _WORTH[held[rival]][out[rival]]
    if wants_sets and alone and ranked[0][0] < ranked[1][0]:
        return explain_throw("keeps_double" if factors[rival] > 1 else "no_double", aim, first, rival)
    left, rival_left = (4 - held[kind] - out[kind] for kind in (first, rival))
    why = "feeds" if feeds and held[first] == held[rival] and left > rival_left else "weighs"
    facts = {"held": held[first], "left": left, "rival_held": held[rival], "rival_left": rival_left}
    return explain_throw(why, aim, first, rival, facts)


def _feeds_others(view: View) -> bool:
    """True if the house wants the robot to throw what others may want, and it has little to lose."""
    if not view.house.robots_feed or view.left > _LATE:
        return False
    return find_aim(view.chairs[view.seat or 0].sets, view.counts, view.house)[0] >= _FAR


def choose_answer(view: View, bone: Bone, temper: Temper = EVEN) -> Thought[Yes | Pass]:
    """Say whether a pair of the bone fits the robot's aim (PB-41)."""
    wants_sets, aim = _choose_aim(view, _count_out_of_reach(view), temper)
    if not wants_sets:
        return explain_answer("no_pairs", aim)
    if not aim.has(bone):
        return explain_answer("not_of_them", aim)
    if _list_factors(view)[bone] < 1:
        return explain_answer("pair_without_double", aim)
    alike = view.counts[bone] if view.counts[bone] > 1 else 3  # the bone would be the fourth of an Open pair
    return explain_answer("serves", aim, {"this": alike + 1, "other": alike}, yes=True)


def _list_factors(view: View) -> tuple[float, ...]:
    """The factor of each kind, which depends on the double that a pair of this kind gives (PB-62, PB-66)."""
    chair = view.chairs[view.seat or 0]
    return _FACTORS[not needs_double(chair, view.house)][chair.breeze]


def _choose_aim(view: View, out: bytes, temper: Temper) -> tuple[bool, Aim]:
    """Choose the best aim for the viewer's bones, as (True for a hand of sets, aim).

    `out` has the number of bones out of reach, by kind.
    """
    held, sets = view.counts[:34], view.chairs[view.seat or 0].sets
    tray = mask_of_tray(sets)
    steps = (5 * int.from_bytes(held, "big") + int.from_bytes(out, "big")).to_bytes(34, "big").translate(_STEP_OF)
    best, aim, honours = -1.0 if sets else 0.0, SUITS[0], steps[27:]
    if view.house.suits == "any":
        aim = ANY
        best = _add_five_best(steps.translate(None, _WORTHLESS))
    else:
        for of_suit, others, kinds in _SUITS:
            if not tray & others:
                found = _add_five_best((steps[kinds] + honours).translate(None, _WORTHLESS))
                if found > best:
                    best, aim = found, of_suit
    if not tray & ~MAJORS.mask:
        majors = steps[0:27:9] + steps[8:27:9] + honours
        if _add_five_best(majors.translate(None, _WORTHLESS)) + temper.scale("majors", _MAJORS_BONUS) > best:
            aim = MAJORS
    if not sets and held.count(0) <= 34 - _SINGLES:  # PB-57, PB-58
        for of_singles, pick in _AIMS_OF_SINGLES:
            missing = pick(held).count(0)
            if missing <= 13 - _SINGLES and all(held[kind] or out[kind] < 4 for kind in of_singles.inside):
                return False, of_singles
    return True, aim


def _count_out_of_reach(view: View) -> bytes:
    """Count by kind the bones that are out of reach: thrown, or in a set that anybody has put out."""
    held, out = view.counts, bytearray(view.thrown_out[:34])
    for chair in view.chairs:
        for _, bone in chair.sets:
            if bone is not None:
                out[bone] = min(out[bone] + 3, 4 - held[bone])
    return bytes(out)


@lru_cache(maxsize=4096)
def _add_five_best(steps: bytes) -> float:
    """The worth of the five best groups of alike bones, given as places in `_STEPS`."""
    return sum([_STEPS[step] for step in sorted(steps, reverse=True)[:5]])

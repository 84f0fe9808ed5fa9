"""A robot that plays Pussers Bones from a view alone: it aims at a kind of hand and throws out what does not serve."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.core.chance import Chance
from games.pieces.bones import KINDS, Bone, is_major
from games.pussers.choices import called, can_take, exhausted, ties_up
from games.pussers.mistakes import to_set_out
from games.pussers.moves import Break, Discard, DoBone, Move, Next, Pass, Pluck, SetOut, Yes
from games.pussers.view import SetOut as Set
from games.pussers.view import View

_GROUP: Final = (0.0, 1.0, 4.5, 9.0, 9.0)
_SINGLES: Final = 10
"""With so many different bones of a Moon or a Lizard the robot goes for it."""
_MAJORS_BONUS: Final = 2.0
_LATE: Final = 28
"""With fewer bones left in the wall than this, what nobody has thrown yet is kept back."""
_PLUCK: Final = Pluck("wall")
_LOOSE: Final = Pluck("loose")
_DISCARDS: Final = tuple(Discard(Bone(kind)) for kind in range(KINDS))


@dataclass(frozen=True, slots=True)
class _Aim:
    """A kind of hand as the kinds that serve it, as those that do not (in suit order), and as a mask of kinds."""

    inside: tuple[int, ...]
    outside: tuple[int, ...]
    mask: int

    @staticmethod
    def of(*kinds: int) -> "_Aim":
        """The aim that these kinds serve."""
        return _Aim(kinds, tuple(kind for kind in range(34) if kind not in kinds), sum(1 << kind for kind in kinds))


_SUITS: Final = tuple(_Aim.of(*range(9 * suit, 9 * suit + 9), *range(27, 34)) for suit in range(3))
_MAJORS: Final = _Aim.of(*(kind for kind in range(34) if is_major(Bone(kind))))
_ANY: Final = _Aim.of(*range(34))
_LIZARDS: Final = tuple(_Aim.of(*range(9 * suit, 9 * suit + 9), *range(27, 31)) for suit in range(3))


def robot(view: View, chance: Chance) -> Move | None:
    """The move of a robot that sees this view, or None to stay silent."""
    if view.seat is None or view.over or view.waiting:
        return None
    phase = view.phase
    if phase == "between":
        return Next()
    if phase == "plucking_eddie":
        return Pluck() if view.may_pluck else None
    if phase == "breaking":
        return Break(view.breaks[chance.below(len(view.breaks))]) if view.seat == view.eddie else None
    if view.house.sorts_by_hand and (move := _tidied(view)) is not None:
        return move
    if phase == "sorting":
        return Pass() if view.sorter == view.seat else None
    if phase == "turn" and view.turn == view.seat:
        return _in_turn(view)
    if view.answered is not None:
        return None
    return _call(view)


def _tidied(view: View) -> Move | None:
    """Sets out what there is, and takes what is owed for it (PB-83)."""
    chair = view.chairs[view.seat or 0]
    mine = view.phase == "turn" and view.turn == view.seat
    if not view.house.forgetting and not mine and view.sorter != view.seat:
        return None
    if view.phase == "sorting" and view.sorter != view.seat:
        return None
    there = to_set_out(view.counts, chair.sets)
    if there:
        return SetOut(there[0])
    return _LOOSE if chair.owed and view.may_pluck else None


def _in_turn(view: View) -> Move | None:
    if view.answered == "dobone":
        return None
    if ties_up(view, None):
        return DoBone()
    chair = view.chairs[view.seat or 0]
    if exhausted(view):
        return _DISCARDS[throws(view)] if view.house.last_bone_discard else Pass()
    if view.may_pluck:
        waits = view.house.loose_after_discard == "required" and not view.house.forgetting
        if chair.owed and not waits:
            return _LOOSE
        standing = len(view.rack) + (view.working is not None) + 3 * len(chair.sets) + chair.owed
        if not view.plucked and standing < 14:
            return _PLUCK
    return _DISCARDS[throws(view)]


def _call(view: View) -> Move | None:
    bone = called(view)
    race = view.call_mode == "race"
    if bone is not None:
        if ties_up(view, bone):
            return DoBone()
        if view.yes_open and can_take(view, bone) and _serves(view, bone):
            return Yes()
        if not race or view.fourth is not None:
            return Pass()
    starts = race and view.may_pluck and view.phase == "calling" and view.to_act[:1] == (view.seat,)
    return _PLUCK if starts else None


def _serves(view: View, bone: Bone) -> bool:
    """Whether a pair of the bone fits what the robot aims at."""
    sets, aim = _aim(view)
    return sets and bool(aim.mask >> bone & 1) and (bone < 27 or bone >= 31 or bone == _own_breeze(view) or _easy(view))


def _own_breeze(view: View) -> int:
    return 27 + view.chairs[view.seat or 0].breeze


def _easy(view: View) -> bool:
    """Whether a double is there already: Eddie's, or that of a pretty or pair set out (PB-62, PB-66)."""
    chair = view.chairs[view.seat or 0]
    breeze = chair.breeze
    if breeze == 0 or view.house.minimum_doubles == 0:
        return True
    if 34 + breeze in chair.pretties or 38 + breeze in chair.pretties:
        return True
    return any(each.bone is not None and (each.bone >= 31 or each.bone == 27 + breeze) for each in chair.sets)


def _aim(view: View) -> tuple[bool, _Aim]:
    """Whether the best kind of hand for these bones is one of sets, and which it is."""
    held, sets = view.counts, view.chairs[view.seat or 0].sets
    honours = held[27:34]
    best, aim = -1.0 if sets else 0.0, _SUITS[0]
    if view.house.suits == "any":
        aim = _ANY
        best = _worth(held[:34])
    else:
        for suit, each in enumerate(_SUITS):
            worth = _worth(held[9 * suit : 9 * suit + 9] + honours)
            if worth > best and (not sets or _fits(each, sets)):
                best, aim = worth, each
    majors = held[0:27:9] + held[8:27:9] + honours
    worth = _worth(majors) + _MAJORS_BONUS
    if worth > best and (not sets or _fits(_MAJORS, sets)):
        aim = _MAJORS
    if not sets:  # PB-57, PB-58
        if majors.count(0) <= 13 - _SINGLES:
            return False, _MAJORS
        breezes = held[27:31]
        for suit, each in enumerate(_LIZARDS):
            if (held[9 * suit : 9 * suit + 9] + breezes).count(0) <= 13 - _SINGLES:
                return False, each
    return True, aim


def _fits(aim: _Aim, sets: tuple[Set, ...]) -> bool:
    """Whether all sets on the tray serve the aim."""
    return not any(each.bone is not None and not aim.mask >> each.bone & 1 for each in sets)


@lru_cache(maxsize=1 << 14)
def _worth(counts: bytes) -> float:
    """What the five largest groups are worth."""
    room = 5
    worth = 0.0
    threes = counts.count(3) + counts.count(4)
    if threes:
        room -= min(threes, room)
        worth = 9.0 * (5 - room)
    twos = min(counts.count(2), room)
    return worth + 4.5 * twos + min(counts.count(1), room - twos)


def throws(view: View) -> Bone:
    """The bone that serves least; among equals the one that is least wanted by others."""
    held = view.counts
    seen: list[int] = list(view.thrown_out)
    for chair in view.chairs:
        for each in chair.sets:
            if each.bone is not None:
                seen[each.bone] += 3
    late = view.left < _LATE
    sets, aim = _aim(view)
    least, how = -1, 0
    for kind in aim.outside:
        if held[kind]:
            wanted = 1 if late and not seen[kind] else -seen[kind]
            if least < 0 or wanted < how:
                least, how = kind, wanted
    if least >= 0:
        return Bone(least)
    own, easy = _own_breeze(view), _easy(view)

    def keep(kind: int) -> tuple[float, int]:
        count = held[kind]
        wanted = 1 if late and not seen[kind] else -seen[kind]
        if not sets:
            return (3.0 if count == 1 else 0.5), wanted
        value = _GROUP[count] if count > 1 else 1.0 - 0.3 * min(seen[kind], 3)
        if kind >= 31 or kind == own:
            value *= 1.1
        elif kind >= 27 and not easy:
            value *= 0.6
        return value, wanted

    return Bone(min((kind for kind in aim.inside if held[kind]), key=keep))

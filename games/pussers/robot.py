"""A robot that plays Pussers Bones from a view alone: it aims at a kind of hand and throws out what does not serve."""

from collections.abc import Iterable
from typing import Final

from games.core.chance import Chance
from games.pieces.bones import KINDS, Bone, is_major, is_pretty
from games.pussers.choices import called, can_take, exhausted, ties_up
from games.pussers.choices import rack as rack_of
from games.pussers.mistakes import to_set_out
from games.pussers.moves import Break, Discard, DoBone, Move, Next, Pass, Pluck, SetOut, Yes
from games.pussers.view import View

_SINGLE: Final = 1.0
_GROUP: Final = (0.0, _SINGLE, 4.5, 9.0, 9.0)
_SINGLES: Final = 10
"""With so many different bones of a Moon or a Lizard the robot goes for it."""
_MAJORS: Final = frozenset(kind for kind in range(34) if is_major(Bone(kind)))
_MAJORS_BONUS: Final = 2.0
_HONOURS: Final = frozenset(range(27, 34))
_SUITS: Final = tuple(frozenset(range(9 * suit, 9 * suit + 9)) for suit in range(3))
_WITHOUT_SETS: Final = (_MAJORS, *(suit | frozenset(range(27, 31)) for suit in _SUITS))
_LATE: Final = 28
"""With fewer bones left in the wall than this, what nobody has thrown yet is kept back."""


def robot(view: View, chance: Chance) -> Move | None:
    """The move of a robot that sees this view, or None to stay silent."""
    if view.seat is None or view.over or view.waiting:
        return None
    if view.phase == "between":
        return Next()
    if view.phase == "plucking_eddie":
        return Pluck() if view.may_pluck else None
    if view.phase == "breaking":
        return Break(view.breaks[chance.below(len(view.breaks))]) if view.seat == view.eddie else None
    if view.house.sorts_by_hand and (move := _tidied(view)) is not None:
        return move
    if view.phase == "sorting":
        return Pass() if view.sorter == view.seat else None
    if view.phase == "turn" and view.turn == view.seat:
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
    there = to_set_out(rack_of(view), chair.sets)
    if there:
        return SetOut(there[0])
    return Pluck("loose") if chair.owed and view.may_pluck else None


def _in_turn(view: View) -> Move | None:
    if view.answered == "dobone":
        return None
    if ties_up(view, None):
        return DoBone()
    chair = view.chairs[view.seat or 0]
    if exhausted(view):
        return Discard(throws(view)) if view.house.last_bone_discard else Pass()
    waits = view.house.loose_after_discard == "required" and not view.house.forgetting
    if chair.owed and view.may_pluck and not waits:
        return Pluck("loose")
    standing = len(view.rack) + (view.working is not None) + 3 * len(chair.sets) + chair.owed
    if not view.plucked and standing < 14 and view.may_pluck:
        return Pluck("wall")
    return Discard(throws(view))


def _call(view: View) -> Move | None:
    bone = called(view)
    race = view.house.call_mode == "race"
    if bone is not None:
        if ties_up(view, bone):
            return DoBone()
        if view.yes_open and can_take(view, bone) and _serves(view, bone):
            return Yes()
        if not race or view.fourth is not None:
            return Pass()
    starts = race and view.phase == "calling" and view.may_pluck and view.to_act[:1] == (view.seat,)
    return Pluck("wall") if starts else None


def _serves(view: View, bone: Bone) -> bool:
    """Whether a pair of the bone fits what the robot aims at."""
    value, kinds = _aim(view)
    return bone in kinds and value >= 0 and (_easy(view) or bone < 27 or bone >= 31 or bone == _own_breeze(view))


def _own_breeze(view: View) -> int:
    return 27 + view.chairs[view.seat or 0].breeze


def _easy(view: View) -> bool:
    """Whether a double is there already: Eddie's, or that of a pretty or pair set out (PB-62, PB-66)."""
    chair = view.chairs[view.seat or 0]
    if chair.breeze == 0 or view.house.minimum_doubles == 0:
        return True
    own = (34 + chair.breeze, 38 + chair.breeze)
    return any(bone in own for bone in chair.pretties) or any(
        each.bone is not None and (each.bone >= 31 or each.bone == _own_breeze(view)) for each in chair.sets
    )


def _aim(view: View) -> tuple[float, frozenset[int]]:
    """The worth of the best kind of hand for these bones (negative: one without sets), and the bones that serve it."""
    chair = view.chairs[view.seat or 0]
    held = rack_of(view)
    tray = [int(each.bone) for each in chair.sets if each.bone is not None]
    targets = [suit | _HONOURS for suit in _SUITS]
    if view.house.suits == "any":
        targets = [frozenset(range(34))]
    best, kinds = 0.0, targets[0]
    for target, bonus in (*((each, 0.0) for each in targets), (_MAJORS, _MAJORS_BONUS)):
        if target.issuperset(tray):
            worth = _worth(held, target) + 9 * len(tray) + bonus
            if worth > best:
                best, kinds = worth, target
    if not tray:
        for target in _WITHOUT_SETS:  # PB-57, PB-58
            if sum(held[kind] > 0 for kind in target) >= _SINGLES:
                return -1.0, target
    return best, kinds


def _worth(held: bytes, target: Iterable[int]) -> float:
    groups = sorted((held[kind] for kind in target if held[kind]), reverse=True)[:5]
    return sum(_GROUP[count] for count in groups)


def throws(view: View) -> Bone:
    """The bone that serves least; among equals the one that is least wanted by others."""
    held = rack_of(view)
    worth, kinds = _aim(view)
    own, easy = _own_breeze(view), _easy(view)
    seen = bytearray(KINDS)
    for thrown in view.discards:
        seen[thrown.bone] += 1
    for chair in view.chairs:
        for each in chair.sets:
            if each.bone is not None:
                seen[each.bone] += 3
    late = view.left < _LATE

    def keep(bone: Bone) -> tuple[float, float]:
        count = held[bone]
        value = 0.0
        if bone in kinds:
            if worth < 0:
                value = 3.0 if count == 1 else 0.5
            else:
                value = _GROUP[count] if count > 1 else 1.0 - 0.3 * min(seen[bone], 3)
                if bone >= 31 or bone == own:
                    value *= 1.1
                elif bone >= 27 and not easy:
                    value *= 0.6
        hot = late and not seen[bone]
        return value, float(hot) - seen[bone]

    mine = {bone for bone in (*view.rack, *(() if view.working is None else (view.working,))) if not is_pretty(bone)}
    least: Bone = min(sorted(mine), key=keep)
    return least

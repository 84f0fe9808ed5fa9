"""Robots that play Pussers Bones from a view alone: they aim at a kind of hand and throw out anything useless for it.

The old hand (old_hand.py) weighs its pairs, doubles and the discards, and misses a Yes now and then. The deckhand
(deckhand.py) looks at its own bones alone and misses some of its calls. The shellback (shellback.py) works out what
its rack can expect after each move.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from games.core.chance import Chance
from games.core.robots import EVEN, Level, Temper, Thought, slip
from games.pieces.bones import Bone
from games.pussers.choices import can_take, must_take, ties_up
from games.pussers.decisions.mistakes import list_bones_to_set_out
from games.pussers.moves import Break, Discard, DoBone, Move, Next, Pass, Pluck, RuleOff, SetOut, Yes
from games.pussers.robots import deckhand, old_hand, shellback
from games.pussers.view import (
    BETWEEN,
    BREAKING,
    CALLING,
    EMPTY,
    IN_PLAY,
    PLUCKING_EDDIE,
    SORTING,
    TURN,
    View,
    find_callable_bone,
)
from games.pussers.wall import list_clean_breaks

_NEXT: Final = Thought(Next(), "next")
_AGREES: Final = Thought(RuleOff(follows=True), "agrees")
"""A robot's vote to rule the sheet off. It counts as long as a person asks (PB-73)."""
_FOR_EDDIE: Final = Thought(Pluck(), "for_eddie")
_SORTED: Final = Thought(Pass(), "sorted")
_TIES_UP: Final = Thought(DoBone(), "ties_up")
_NO_BONE: Final = Thought(Pass(), "wall_gone")
_OWED: Final = Thought(Pluck("loose"), "owed")
_PLUCK: Final = Thought(Pluck("wall"), "plucks")
_MENDS: Final = Thought(Pluck("loose"), "mends")
_STARTS: Final = Thought(Pluck("wall"), "starts")
_MUST_TAKE: Final = Thought(Yes(), "must_take")
_NOT_MINE: Final = Thought(Pass(), "not_mine")
_OVERSLEPT: Final = Thought(Pass(), "overslept")


class Skill(NamedTuple):
    """The part of a robot that differs from level to level."""

    choose_throw: Callable[[View, Temper], Thought[Discard]]
    """The bone that it throws."""
    choose_answer: Callable[[View, Bone, Temper], Thought[Yes | Pass]]
    """Its answer to a bone that it could take."""
    yes_missed: int
    """The percentage of its "Yes!" calls that it misses."""
    do_bone_missed: int
    """The percentage of its "Do Bone!" calls on another seat's bone that it misses."""


def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND, temper: Temper = EVEN) -> Thought[Move] | None:
    """The robot's move at this level, with its reason, or None to stay silent."""
    if view.seat is None or view.over or view.waiting:
        return None
    if view.rule_off_votes and view.seat not in view.rule_off_votes:
        return _AGREES
    if view.phase not in IN_PLAY:
        return _move_before_play(view, chance)
    if view.house.sorts_by_hand and (tidied := _tidy(view)) is not None:
        return tidied
    if view.turn == view.seat and view.phase == TURN:
        thought = _move_in_turn(view, _SKILLS[level], temper)
        return slip(thought, chance, temper) if thought is not None and level is Level.DECKHAND else thought
    if view.answered is not None:
        return None
    return _call(view, chance, _SKILLS[level], temper)


def _move_before_play(view: View, chance: Chance) -> Thought[Move] | None:
    """The move between two hands, and until the first turn."""
    phase = view.phase
    if phase == BETWEEN:
        return _NEXT
    if phase == PLUCKING_EDDIE:
        return _FOR_EDDIE if view.may_pluck else None
    if phase == BREAKING:
        if view.seat != view.eddie:
            return None
        clean = list_clean_breaks(view.players, view.house, view.walls[0])  # PB-14
        move = Break(clean[chance.below(len(clean))])
        costly = next((stack for stack in view.breaks if stack not in clean), None)
        if costly is None:
            return Thought(move, "anywhere")
        return Thought(move, "clean", {"stack": costly}, Break(costly))
    if view.house.sorts_by_hand and (tidied := _tidy(view)) is not None:
        return tidied
    return _SORTED if view.sorter == view.seat else None


def _tidy(view: View) -> Thought[Move] | None:
    """Set out pretties and All-Ofs, and take the bones owed for them (PB-83)."""
    chair = view.chairs[view.seat or 0]
    mine = view.phase == TURN and view.turn == view.seat
    if view.sorter != view.seat and (view.phase == SORTING or not (view.house.can_forget or mine)):
        return None
    to_set_out = list_bones_to_set_out(view.counts, chair.sets)
    if to_set_out:
        return Thought(SetOut(to_set_out[0]), "sets_out")
    held_up = mine and (view.exhausted or _must_throw_first(view))
    return _OWED if chair.owed and view.may_pluck and not held_up else None


def _must_throw_first(view: View) -> bool:
    """True if the bones that the seat in turn is owed come after its discard (PB-28)."""
    return view.house.loose_after_discard == "required" and not view.house.can_forget and any(view.counts)


def _move_in_turn(view: View, skill: Skill, temper: Temper) -> Thought[Move] | None:
    if view.answered == "dobone":
        return None
    if ties_up(view, None):
        return _TIES_UP
    chair = view.chairs[view.seat or 0]
    empty = view.counts == EMPTY  # PB-84: thrown away without plucking
    if view.exhausted:
        if empty or not view.house.last_bone_discard:
            return _NO_BONE
    elif view.may_pluck:
        if chair.owed and not _must_throw_first(view):
            return _OWED
        standing = len(view.rack) + (view.working is not None) + 3 * len(chair.sets) + chair.owed
        if standing < 14 or empty:
            if not view.plucked:
                return _PLUCK
            if not empty:
                return _MENDS
    return skill.choose_throw(view, temper)


def _call(view: View, chance: Chance, skill: Skill, temper: Temper) -> Thought[Move] | None:
    bone = find_callable_bone(view)
    race = view.call_mode == "race"
    if bone is not None:
        passing: Thought[Move] = _NOT_MINE
        if ties_up(view, bone):
            if not _misses_call(skill.do_bone_missed, chance):
                return _TIES_UP
            passing = _OVERSLEPT
        elif view.yes_open and can_take(view, bone):
            if must_take(view, bone):
                return _MUST_TAKE
            answer = skill.choose_answer(view, bone, temper)
            if isinstance(answer.move, Pass):
                passing = answer
            elif _misses_call(skill.yes_missed, chance):
                passing = _OVERSLEPT
            else:
                return answer
        if not race or view.fourth is not None:
            return passing
    starts = race and view.may_pluck and view.phase == CALLING and view.to_act[:1] == (view.seat,)
    return _STARTS if starts else None


def _misses_call(percent: int, chance: Chance) -> bool:
    """True if the robot misses this call, as it does with `percent` calls in 100."""
    return percent > 0 and chance.below(100) >= 100 - percent


_SKILLS: Final = {
    Level.DECKHAND: Skill(deckhand.choose_throw, deckhand.choose_answer, yes_missed=8, do_bone_missed=3),
    Level.OLD_HAND: Skill(old_hand.choose_throw, old_hand.choose_answer, yes_missed=3, do_bone_missed=0),
    Level.SHELLBACK: Skill(shellback.choose_throw, shellback.choose_answer, yes_missed=0, do_bone_missed=0),
}

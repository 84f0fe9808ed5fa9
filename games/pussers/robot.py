"""Robots that play Pussers Bones from a view alone: they aim at a kind of hand and throw out anything useless for it.

The old hand weighs its pairs, doubles and the discards, and misses a Yes now and then. The deckhand (deckhand.py) looks
at its own bones alone and misses some of its calls. The shellback (shellback.py) works out what every rack can expect.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from games.core.chance import Chance
from games.core.robots import Level, Thought
from games.pieces.bones import Bone
from games.pussers import deckhand, shellback
from games.pussers.choices import can_take, find_called_bone, is_exhausted, must_take, ties_up
from games.pussers.mistakes import to_set_out
from games.pussers.moves import Break, Discard, DoBone, Move, Next, Pass, Pluck, RuleOff, SetOut, Yes
from games.pussers.robot_aims import ANY, LIZARDS, MAJORS, MOON, SUITS, Aim, mask_of_tray
from games.pussers.view import IN_PLAY, Phase, View
from games.pussers.wall import clean_breaks

_WORTH: Final = (
    (0.0,) * 5,
    (1.0, 0.8, 0.4, 0.0, 0.0),
    (4.5, 3.5, 1.5),
    (9.0, 9.0),
    (9.0,),
)
"""The worth of alike bones on the rack, by their number, then by how many others of their kind are out of reach."""
_SINGLES: Final = 10
"""The old hand aims for a Moon or a Lizard once it holds this many different bones of it."""
_MAJORS_BONUS: Final = 0.5
"""Points added to the worth of Majors, which pay far more than other hands of sets but are harder to finish. A larger
bonus wins no more, and more hands wash out."""

_NEXT: Final = Thought(Next(), "next")
_AGREES: Final = Thought(RuleOff(follows=True), "agrees")
"""The vote of a robot, which rules the sheet off as long as a person asks (PB-73)."""
_FOR_EDDIE: Final = Thought(Pluck(), "for_eddie")
_SORTED: Final = Thought(Pass(), "sorted")
_TIES_UP: Final = Thought(DoBone(), "ties_up")
_NO_BONE: Final = Thought(Pass(), "wall_gone")
_OWED: Final = Thought(Pluck("loose"), "owed")
_PLUCK: Final = Thought(Pluck("wall"), "plucks")
_MENDS: Final = Thought(Pluck("loose"), "mends")
_STARTS: Final = Thought(Pluck("wall"), "starts")
_YES: Final = Thought(Yes(), "serves")
_NOT_MINE: Final = Thought(Pass(), "not_mine")
_LETS_GO: Final = Thought(Pass(), "lets_go")
_OVERSLEPT: Final = Thought(Pass(), "overslept")


class Judgement(NamedTuple):
    """The part of a robot that differs from level to level."""

    throws: Callable[[View], Thought[Discard]]
    """The bone that it throws."""
    serves: Callable[[View, Bone], bool]
    """True if a pair of the bone serves its hand."""
    sleeps_yes: int
    """The percentage of its "Yes!" that it misses."""
    sleeps_do_bone: int
    """The percentage of its "Do Bone!" on another seat's bone that it misses."""


def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND) -> Thought[Move] | None:
    """The robot's move at this level, with its reason, or None to stay silent."""
    if view.seat is None or view.over or view.waiting:
        return None
    if view.rule_off_votes and view.seat not in view.rule_off_votes:
        return _AGREES
    if view.phase not in IN_PLAY:
        return _before_play(view, chance)
    if view.house.sorts_by_hand and (tidied := _tidy(view)) is not None:
        return tidied
    if view.turn == view.seat and view.phase == Phase.TURN:
        return _in_turn(view, _JUDGEMENTS[level])
    if view.answered is not None:
        return None
    return _call(view, chance, _JUDGEMENTS[level])


def _before_play(view: View, chance: Chance) -> Thought[Move] | None:
    """The move between two hands, and until the first turn."""
    phase = view.phase
    if phase == Phase.BETWEEN:
        return _NEXT
    if phase == Phase.PLUCKING_EDDIE:
        return _FOR_EDDIE if view.may_pluck else None
    if phase == Phase.BREAKING:
        if view.seat != view.eddie:
            return None
        clean = clean_breaks(view.players, view.house, view.walls[0])  # PB-14
        return Thought(Break(clean[chance.below(len(clean))]), "anywhere")
    if view.house.sorts_by_hand and (tidied := _tidy(view)) is not None:
        return tidied
    return _SORTED if view.sorter == view.seat else None


def _tidy(view: View) -> Thought[Move] | None:
    """Set out pretties and All-Ofs, and take the bones owed for them (PB-83)."""
    chair = view.chairs[view.seat or 0]
    mine = view.phase == Phase.TURN and view.turn == view.seat
    if not view.house.can_forget and not mine and view.sorter != view.seat:
        return None
    if view.phase == Phase.SORTING and view.sorter != view.seat:
        return None
    there = to_set_out(view.counts, chair.sets)
    if there:
        return Thought(SetOut(there[0]), "sets_out")
    return _OWED if chair.owed and view.may_pluck else None


def _in_turn(view: View, judgement: Judgement) -> Thought[Move] | None:
    if view.answered == "dobone":
        return None
    if ties_up(view, None):
        return _TIES_UP
    chair = view.chairs[view.seat or 0]
    empty = not any(view.counts)  # PB-84: thrown away without plucking
    if is_exhausted(view):
        if empty or not view.house.last_bone_discard:
            return _NO_BONE
    elif view.may_pluck:
        waits = view.house.loose_after_discard == "required" and not view.house.can_forget and not empty
        if chair.owed and not waits:
            return _OWED
        standing = len(view.rack) + (view.working is not None) + 3 * len(chair.sets) + chair.owed
        if standing < 14 or empty:
            if not view.plucked:
                return _PLUCK
            if not empty:
                return _MENDS
    return judgement.throws(view)


def _call(view: View, chance: Chance, judgement: Judgement) -> Thought[Move] | None:
    bone = find_called_bone(view)
    race = view.call_mode == "race"
    if bone is not None:
        passes = _NOT_MINE
        if ties_up(view, bone):
            if not _sleeps(judgement.sleeps_do_bone, chance):
                return _TIES_UP
            passes = _OVERSLEPT
        elif view.yes_open and can_take(view, bone):
            if must_take(view, bone):
                return _YES
            if not judgement.serves(view, bone):
                passes = _LETS_GO
            elif _sleeps(judgement.sleeps_yes, chance):
                passes = _OVERSLEPT
            else:
                return _YES
        if not race or view.fourth is not None:
            return passes
    starts = race and view.may_pluck and view.phase == Phase.CALLING and view.to_act[:1] == (view.seat,)
    return _STARTS if starts else None


def _sleeps(most: int, chance: Chance) -> bool:
    """True if the robot misses a call; the chance of it is `most` percent."""
    return most > 0 and chance.below(100) >= 100 - most


def _serves(view: View, bone: Bone) -> bool:
    """True if a pair of the bone fits the robot's aim."""
    sets, aim = _aim(view, _look(view))
    return sets and bool(aim.mask >> bone & 1) and (bone < 27 or bone >= 31 or bone == _own_breeze(view) or _easy(view))


def _own_breeze(view: View) -> int:
    return 27 + view.chairs[view.seat or 0].breeze


def _easy(view: View) -> bool:
    """True if a double is certain: Eddie's, or from a pretty or pair set out (PB-62, PB-66)."""
    chair = view.chairs[view.seat or 0]
    breeze = chair.breeze
    if breeze == 0 or view.house.minimum_doubles == 0:
        return True
    if 34 + breeze in chair.pretties or 38 + breeze in chair.pretties:
        return True
    return any(group.bone is not None and (group.bone >= 31 or group.bone == 27 + breeze) for group in chair.sets)


def _aim(view: View, out: Sequence[int]) -> tuple[bool, Aim]:
    """The best aim for the viewer's bones, as (True for a hand of sets, aim). `out` is by kind, as in `_look`."""
    held, sets = view.counts, view.chairs[view.seat or 0].sets
    tray = mask_of_tray(sets)
    worth = [_WORTH[count][gone] for count, gone in zip(held[:34], out, strict=True)]
    best, aim = -1.0 if sets else 0.0, SUITS[0]
    if view.house.suits == "any":
        aim = ANY
        best = _five_best(worth)
    else:
        for suit, of_suit in enumerate(SUITS):
            if of_suit.fits(tray):
                found = _five_best(worth[9 * suit : 9 * suit + 9] + worth[27:])
                if found > best:
                    best, aim = found, of_suit
    if MAJORS.fits(tray) and _five_best([worth[kind] for kind in MAJORS.inside]) + _MAJORS_BONUS > best:
        aim = MAJORS
    if not sets:  # PB-57, PB-58
        for singles in (MOON, *LIZARDS):
            missing = [kind for kind in singles.inside if not held[kind]]
            if len(missing) <= 13 - _SINGLES and all(out[kind] < 4 for kind in missing):
                return False, singles
    return True, aim


def _look(view: View) -> list[int]:
    """By kind, the bones that are out of reach: thrown, or in sets of others and of the viewer."""
    held = view.counts
    out: list[int] = list(view.thrown_out[:34])
    for chair in view.chairs:
        for group in chair.sets:
            if group.bone is not None:
                out[group.bone] += 3
    return [gone if gone + count < 4 else 4 - count for gone, count in zip(out, held, strict=False)]


def _five_best(worth: list[float]) -> float:
    """The worth of the five best groups of alike bones."""
    return sum(sorted(worth, reverse=True)[:5])


def throws(view: View) -> Thought[Discard]:
    """Throw the least useful bone; among equally useful bones, one that others want least."""
    held, out = view.counts, _look(view)
    sets, aim = _aim(view, out)
    least = -1
    for kind in aim.outside:
        if held[kind] and (least < 0 or out[kind] > out[least]):
            least = kind
    if least >= 0:
        alike = len({out[kind] for kind in aim.outside if held[kind]}) == 1
        return aim.plainly[least] if alike else aim.throws[least]
    own, easy = _own_breeze(view), _easy(view)

    def keep(kind: int) -> tuple[float, int]:
        count = held[kind]
        if not sets:
            return (3.0 if count == 1 else 0.5), -out[kind]
        value = _WORTH[count][out[kind]]
        if kind >= 31 or kind == own:
            value *= 1.1
        elif kind >= 27 and not easy:
            value *= 0.6
        return value, -out[kind]

    first, *rest = sorted((kind for kind in aim.inside if held[kind]), key=keep)
    found = aim.throws[first]
    if not sets or not rest or _WORTH[held[first]][out[first]] >= _WORTH[held[rest[0]]][out[rest[0]]]:
        return found
    other = rest[0]
    facts = {"held": held[first], "gone": out[first], "rival_held": held[other], "rival_gone": out[other]}
    return Thought(found.move, "less_likely", {**found.facts, **facts}, Discard(Bone(other)))


_JUDGEMENTS: Final = {
    Level.DECKHAND: Judgement(deckhand.throws, deckhand.serves, sleeps_yes=8, sleeps_do_bone=3),
    Level.OLD_HAND: Judgement(throws, _serves, sleeps_yes=3, sleeps_do_bone=0),
    Level.SHELLBACK: Judgement(shellback.throws, shellback.serves, sleeps_yes=0, sleeps_do_bone=0),
}

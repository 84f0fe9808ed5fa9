"""Causes that a player could see: why one move left their rack better than another."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from games.core.appraisal import Facts
from games.pieces.bones import CODES
from games.pussers.robots.prospects import Situation
from games.pussers.robots.robot_aims import MAJORS, SINGLES, Aim

_SUITED: Final = 27
"""The kinds below this one are Ricks, Sticks and Balls."""


class After(NamedTuple):
    """A rack after a throw or an answer, as its player sees it."""

    situation: Situation
    counts: bytes
    aim: Aim
    """The aim that gains most by the better move."""
    bone: int
    """The kind that was thrown, or could be called."""
    calls: bool
    """True for an answer."""

    @property
    def missing(self) -> int:
        """The kinds that a Moon or a Lizard still lacks."""
        return sum(not self.counts[kind] for kind in self.aim.inside)

    @property
    def sets(self) -> int:
        """The pairs and All-Ofs of the aim, on the tray and on the rack."""
        return len(self.situation.tray) + sum(self.counts[kind] > 2 for kind in self.aim.inside)

    def show(self, other: "After") -> Facts:
        """The facts that all sentences about throws mention."""
        held, left = other.counts[other.bone] + 1, self.situation.unseen[other.bone]
        return {"aim": f"after/{self.aim.name}", "bone": CODES[other.bone], "held": held, "left": left}


def _ends_aim(this: After, other: After) -> Facts | None:
    """After the other answer, the sets on the tray no longer allow the aim."""
    if other.aim in other.situation.aims or this.aim not in this.situation.aims:
        return None
    return {**this.show(other), "missing": this.missing} if this.aim in SINGLES else None


def _adds_set(this: After, other: After) -> Facts | None:
    """The answer adds a pair or an All-Of of the aim."""
    if not this.calls or this.sets <= other.sets:
        return None
    return {**this.show(other), "sets": this.sets}


def _adds_last(this: After, other: After) -> Facts | None:
    """The same, and no other bone of the kind is left."""
    return None if this.situation.unseen[this.bone] else _adds_set(this, other)


def _lacks_less(this: After, other: After) -> Facts | None:
    """A Moon or a Lizard lacks fewer kinds."""
    if this.calls or this.aim not in SINGLES or this.missing >= other.missing:
        return None
    return {**this.show(other), "this": this.missing, "other": other.missing}


def _breaks(this: After, other: After) -> Facts | None:
    """The other throw breaks two or three alike, and this one does not."""
    if this.calls or not this.aim.has(other.bone) or not other.counts[other.bone]:
        return None
    is_single = not this.counts[this.bone] or not this.aim.has(this.bone)
    return this.show(other) if is_single and this.aim not in SINGLES else None


def _is_stray(this: After, other: After) -> Facts | None:
    """The other bone serves the aim, and this one does not."""
    return None if this.calls or this.aim.has(this.bone) or not this.aim.has(other.bone) else this.show(other)


def _needs_no_double(this: After, other: After) -> Facts | None:
    """The other bone serves majors of a fixed score, which need no double, and the player has none yet (PB-66)."""
    house = this.situation.house
    is_needed = house.majors == "fixed" and house.minimum_doubles and not this.situation.doubles
    return _is_stray(this, other) if this.aim is MAJORS and is_needed else None


def _doubles(this: After, other: After) -> Facts | None:
    """Three of the other bone would double what the hand pays, and three of this one would not (PB-62). Nothing doubles
    a fixed score (PB-65)."""
    is_fixed = this.aim in SINGLES or (this.aim is MAJORS and this.situation.house.majors == "fixed")
    doubling = this.situation.doubling
    if this.calls or is_fixed or this.bone in doubling or other.bone not in doubling:
        return None
    return this.show(other)


def _is_pure(this: After, other: After) -> Facts | None:
    """The other bone can be part of a pure hand, and this one cannot (PB-62)."""
    may_be = not this.calls and all(kind < _SUITED for kind in this.situation.tray)
    return this.show(other) if may_be and other.bone < _SUITED <= this.bone else None


def _more_left(this: After, other: After) -> Facts | None:
    """More of the other bone are still to come than of this one."""
    unseen = this.situation.unseen
    if this.calls or unseen[other.bone] <= unseen[this.bone]:
        return None
    return {**this.show(other), "fewer": unseen[this.bone]}


CAUSES: Final[Mapping[str, Callable[[After, After], Facts | None]]] = {
    "ends_aim": _ends_aim,
    "adds_last": _adds_last,
    "adds_set": _adds_set,
    "lacks_less": _lacks_less,
    "breaks": _breaks,
    "no_double": _needs_no_double,
    "stray": _is_stray,
    "doubles": _doubles,
    "more_left": _more_left,
    "pure": _is_pure,
}
"""Causes by their wording keys, the strongest first."""

"""What a player could see of two moves: why one was better than the other."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from games.core.appraisal import Facts
from games.lombardy.moves import Knock, Move, Play
from games.lombardy.view import View
from games.pieces.dominoes import BIT, CODES, FULL, Domino, dominoes_of, mask
from games.pieces.line import Line

_MORE: Final = 2
"""The fewest bones by which a count of them must differ to be told."""
_FEW: Final = 3
"""The most bones that are listed."""

Scored = Mapping[Domino, int]
"""The most that each bone could score."""


class After(NamedTuple):
    """The table after a bone or a pass, as its player sees it."""

    line: Line
    bone: Domino | None
    mine: int
    """The mask of the bones that the player keeps."""
    unseen: int
    bare_ends: bool
    """True if the spinner's bare ends count."""

    @property
    def scored(self) -> int:
        """What the bone scored at once."""
        return 0 if self.bone is None else _rate(self.line, self.bare_ends)

    def list_scores(self, bones: int, line: Line | None = None) -> Scored:
        """Those of these bones that could be laid next and would score."""
        line = line or self.line
        scores = {
            bone: max(_rate(line.lay(bone, end), self.bare_ends) for end in line.list_fitting_ends(bone))
            for bone in dominoes_of(bones & line.wanted)
        }
        return {bone: points for bone, points in scores.items() if points}

    def list_openings(self) -> Mapping[Domino, tuple[Domino, int]]:
        """The unseen bones after which the player could score, each with the player's best bone and its score."""
        found: dict[Domino, tuple[Domino, int]] = {}
        for bone in dominoes_of(self.unseen & self.line.wanted):
            for end in self.line.list_fitting_ends(bone):
                for own, points in self.list_scores(self.mine, self.line.lay(bone, end)).items():
                    if points > found.get(bone, (own, 0))[1]:
                        found[bone] = own, points
        return found


def _rate(line: Line, bare_ends: bool) -> int:
    total = line.sum_ends(bare_ends)
    return 0 if total % 5 else total


def look_after(view: View, move: Move) -> After | None:
    """Look at the table after a bone or a pass of the view's seat; None for a draw, whose bone nobody knows."""
    held, bare_ends = mask(view.holding), view.house.bare_ends_count
    unseen = FULL & ~held & ~view.line.on_table
    if isinstance(move, Play):
        return After(view.line.lay(move.bone, move.end), move.bone, held & ~BIT[move.bone], unseen, bare_ends)
    return After(view.line, None, held, unseen, bare_ends) if isinstance(move, Knock) else None


def _scores(this: After, other: After) -> Facts | None:
    return {"this": this.scored, "other": other.scored} if this.scored > other.scored else None


def _gives_fewer(this: After, other: After) -> Facts | None:
    """Fewer of the unseen bones would score next, and no more."""
    few, many = this.list_scores(this.unseen), other.list_scores(other.unseen)
    if not few or len(few) >= len(many) or max(few.values()) > max(many.values()):
        return None
    return {"this": len(few), "most": max(few.values()), "other": len(many), **_find_best(many)}


def _gives_less(this: After, other: After) -> Facts | None:
    """The unseen bones would score less next, and are no more."""
    few, many = this.list_scores(this.unseen), other.list_scores(other.unseen)
    if not few or len(few) != len(many) or max(few.values()) >= max(many.values()):
        return None
    return {"most": max(few.values()), **_find_best(many)}


def _gives_none(this: After, other: After) -> Facts | None:
    """None of the unseen bones would score next."""
    many = other.list_scores(other.unseen)
    return {"other": len(many), **_find_best(many)} if many and not this.list_scores(this.unseen) else None


def _find_best(scored: Scored) -> Facts:
    best = max(scored, key=scored.__getitem__)
    return {"bone": CODES[best], "points": scored[best]}


def _few_fit(this: After, other: After) -> Facts | None:
    """Only few of the unseen bones would fit next."""
    few, many = (dominoes_of(after.unseen & after.line.wanted) for after in (this, other))
    if not 0 < len(few) <= _FEW or len(many) < len(few) + _MORE:
        return None
    return {"bones": tuple(CODES[bone] for bone in few), "other": len(many)}


def _none_fits(this: After, other: After) -> Facts | None:
    """None of the unseen bones would fit next."""
    many = other.unseen & other.line.wanted
    return {"other": many.bit_count()} if many and not this.unseen & this.line.wanted else None


def _scores_again(this: After, other: After) -> Facts | None:
    """The player could score next, if nobody changed the ends."""
    mine, yours = this.list_scores(this.mine), other.list_scores(other.mine)
    if not mine or max(mine.values()) <= max(yours.values(), default=0):
        return None
    return _find_best(mine)


def _opens(this: After, other: After) -> Facts | None:
    """The player could score after more of the bones that others may lay next."""
    mine, yours = this.list_openings(), other.list_openings()
    if len(mine) < len(yours) + _MORE:
        return None
    first = max(mine, key=lambda bone: (bone not in yours, mine[bone][1]))
    own, points = mine[first]
    return {"this": len(mine), "other": len(yours), "first": CODES[first], "bone": CODES[own], "points": points}


CAUSES: Final[Mapping[str, Callable[[After, After], Facts | None]]] = {
    "scores": _scores,
    "none_fits": _none_fits,
    "gives_none": _gives_none,
    "gives": _gives_fewer,
    "gives_less": _gives_less,
    "few_fit": _few_fit,
    "opens": _opens,
    "again": _scores_again,
}
"""Causes by their wording keys, the strongest first."""

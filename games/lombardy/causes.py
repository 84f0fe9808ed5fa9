"""Causes that a player could see: why one move was better than another."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from games.core.appraisal import Facts
from games.lombardy.moves import Knock, Move, Play
from games.lombardy.view import View
from games.pieces.dominoes import CODES, FULL, Domino, dominoes_of, mask
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
    scored: int
    """The points that the bone scored at once."""
    unseen: int
    bare_ends: bool
    """True if the spinner's bare ends count."""

    def list_scores(self) -> Scored:
        """The unseen bones that could be laid next and would score."""
        line = self.line
        scores = {
            bone: max(_rate(line.lay(bone, end), self.bare_ends) for end in line.list_fitting_ends(bone))
            for bone in dominoes_of(self.unseen & line.wanted)
        }
        return {bone: points for bone, points in scores.items() if points}


def _rate(line: Line, bare_ends: bool) -> int:
    total = line.sum_ends(bare_ends)
    return 0 if total % 5 else total


def look_after(view: View, move: Move) -> After | None:
    """Look at the table after a bone or a pass of the view's seat. None for a draw, whose bone nobody knows, and for a
    move that ends play (LB-25, LB-27)."""
    goes_out = isinstance(move, Play) and len(view.holding) == 1
    if goes_out or (isinstance(move, Knock) and not view.drawable and view.dry_passes + 1 >= view.players):
        return None
    bare_ends, unseen = view.house.bare_ends_count, FULL & ~mask(view.holding) & ~view.line.on_table
    if isinstance(move, Play):
        line = view.line.lay(move.bone, move.end)
        return After(line, _rate(line, bare_ends), unseen, bare_ends)
    return After(view.line, 0, unseen, bare_ends) if isinstance(move, Knock) else None


def _scores(this: After, other: After) -> Facts | None:
    return {"this": this.scored, "other": other.scored} if this.scored > other.scored else None


def _gives_fewer(this: After, other: After) -> Facts | None:
    """Fewer of the unseen bones would score next, and no more."""
    few, many = this.list_scores(), other.list_scores()
    if not few or len(few) >= len(many) or max(few.values()) > max(many.values()):
        return None
    return {"this": len(few), "other": len(many), **_find_best(many)}


def _gives_less(this: After, other: After) -> Facts | None:
    """The unseen bones would score less next, and are no more."""
    few, many = this.list_scores(), other.list_scores()
    if not few or len(few) != len(many) or max(few.values()) >= max(many.values()):
        return None
    return {"most": max(few.values()), **_find_best(many)}


def _gives_none(this: After, other: After) -> Facts | None:
    """None of the unseen bones would score next."""
    many = other.list_scores()
    return {"other": len(many), **_find_best(many)} if many and not this.list_scores() else None


def _find_best(scored: Scored) -> Facts:
    best = max(scored, key=scored.__getitem__)
    return {"bone": CODES[best], "points": scored[best]}


def _few_fit(this: After, other: After) -> Facts | None:
    """Only few of the unseen bones would fit next."""
    few, many = (dominoes_of(after.unseen & after.line.wanted) for after in (this, other))
    if not 0 < len(few) <= _FEW or len(many) < len(few) + _MORE:
        return None
    return {"bones": tuple(CODES[bone] for bone in few), "other": len(many)}


CAUSES: Final[Mapping[str, Callable[[After, After], Facts | None]]] = {
    "scores": _scores,
    "gives_none": _gives_none,
    "gives": _gives_fewer,
    "gives_less": _gives_less,
    "few_fit": _few_fit,
}
"""Causes by their wording keys, the strongest first."""

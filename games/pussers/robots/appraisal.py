"""The cost of throws, by the payment that a rack can expect after each.

Two judges expect it: one takes the others to throw much and to tie up half-way through the wall, as old hands do; the
other takes them to keep all that could be called, and nobody to tie up before the wall is empty.
"""

from collections.abc import Mapping
from typing import Final

from games.core.appraisal import Appraisal, Judge, appraise
from games.core.chance import Chance
from games.core.search import Found, Tried
from games.pieces.bones import Bone
from games.pussers.moves import Discard, Move
from games.pussers.robots.prospects import Others, Situation, assess, combine, find_best_throw, list_promises
from games.pussers.robots.robot_aims import LIZARDS, MOON
from games.pussers.view import TURN, View

_PATIENT: Final = Others(rounds=1.0, thrown=0.0)
"""The second judge's model of the others."""
_MOST_KEPT: Final = 0.8
"""The largest share of the expected payment that a throw may keep and be told."""
_LEAST, _LEAST_OF_SINGLES = 3, 100
"""The smallest loss that is told, in points of ten hands; and the smallest if a Moon or a Lizard is lost. Hands played
out deny smaller losses (`python -m tests.bench third_judge`)."""
_HANDS: Final = 10
"""The hands whose points are told: a throw seldom costs a point a hand."""


def appraise_move(view: View, move: Move, chance: Chance, deals: int) -> Appraisal[Move] | None:
    """A bone that would have left the rack more to expect; None if the judges do not agree, or if the move is no throw.

    Nothing is dealt, so `chance` and `deals` have no effect.
    """
    if not isinstance(move, Discard) or view.phase != TURN or view.turn != view.seat or not view.counts[move.bone]:
        return None
    usual = assess(view)
    throws = Discard(Bone(find_best_throw(usual, view.counts).kind)), move
    promises = [_list_promises_after(view, usual, throw) for throw in throws]
    worth, kept = map(combine, promises)
    if kept >= _MOST_KEPT * worth:
        return None
    mine, other, aim = max(zip(*promises, usual.aims, strict=True), key=lambda promised: promised[0] - promised[1])

    def tell_cause(found: Found) -> tuple[str, Mapping[str, int | str]]:
        """The aim that promises so much more, with its promise in tenths of "a bit" after both throws."""
        return "promise", {"aim": f"after/{aim.name}", "this": round(10 * mine), "other": round(10 * other)}

    judges = _make_judge(view, usual), _make_judge(view, assess(view, _PATIENT))
    found = appraise(throws, move, judges, chance, 1, 1.0, tell_cause)
    least = _LEAST_OF_SINGLES if aim in (MOON, *LIZARDS) else _LEAST
    return found if found is not None and found.least >= least else None


def _make_judge(view: View, situation: Situation) -> Judge[Situation, Discard]:
    """A judge of throws in points of ten hands: everybody else pays the expected payment (PB-68)."""

    def try_move(situation: Situation, throw: Discard) -> Tried:
        return (_HANDS * (view.players - 1) * combine(_list_promises_after(view, situation, throw)),)

    return Judge(lambda chance, count: (situation,), try_move)


def _list_promises_after(view: View, situation: Situation, throw: Discard) -> list[float]:
    """The payment that each aim promises once this bone is thrown, in "a bit"."""
    held, bone = view.counts, throw.bone
    return list_promises(situation, held[:bone] + bytes([held[bone] - 1]) + held[bone + 1 :])

"""The cost of throws and answers, by the payment that a rack can expect after each.

Two judges expect it: one takes the others to throw much and to tie up half-way through the wall, as old hands do; the
other takes them to keep all that could be called, and nobody to tie up before the wall is empty.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isclose
from typing import Final

from games.core.appraisal import Appraisal, Facts, Judge, appraise, find_seen
from games.core.chance import Chance
from games.core.search import Found, Tried
from games.pieces.bones import CODES, Bone, with_more
from games.pussers.choices import can_take, must_take, ties_up
from games.pussers.moves import Discard, Move, Pass, Yes
from games.pussers.robots.causes import CAUSES, After
from games.pussers.robots.prospects import USUAL, Others, Situation, assess, combine, find_best_throw, list_promises
from games.pussers.robots.robot_aims import SINGLES, Aim
from games.pussers.robots.shellback import take_bone
from games.pussers.view import CALLING, TURN, View, find_callable_bone

_PATIENT: Final = Others(rounds=1.0, thrown=0.0)
"""The second judge's model of the others."""
_MOST_KEPT: Final = 0.8
"""The largest share of the expected payment that a move may keep and be told."""
_LEAST, _LEAST_DOUBTED = 3, 10
"""The smallest loss that is told, in points of ten hands; and the smallest for an answer, or if a Moon or a Lizard is
lost. Hands played out deny smaller losses (`python -m tests.bench third_judge`)."""
_HANDS: Final = 10
"""The hands whose points are told: a move seldom costs a point a hand."""


def appraise_move(view: View, move: Move, chance: Chance, deals: int) -> Appraisal[Move] | None:
    """A bone to throw, or an answer to a bone, that would have left the rack more to expect; None if the judges do not
    agree, for any other move, and for answers in a race.

    Nothing is dealt, so `chance` and `deals` have no effect.
    """
    other = _find_other(view, move)
    if other is None:
        return None
    usual, patient = _make_estimate(view, USUAL), _make_estimate(view, _PATIENT)
    after, before = usual(other), usual(move)
    if combine([*before.values()]) >= _MOST_KEPT * combine([*after.values()]):
        return None
    aim = max(after, key=lambda aim: after[aim] - before.get(aim, 0.0))

    def tell_cause(better: Move, found: Found) -> tuple[str, Facts]:
        """Find the cause that the player could see, or else name the bone that a throw keeps."""
        this, that = (_look_after(view, which, aim) for which in (better, move))
        cause, facts = find_seen(CAUSES, this, that)
        return cause or ("" if this.calls else "promise"), {
            **(facts or this.show(that)),
            **_list_alike(view, better, (usual, patient)),
        }

    judges = _make_judge(view, usual), _make_judge(view, patient)
    found = appraise((other, move), move, judges, chance, 1, 1.0, tell_cause)
    least = _LEAST if isinstance(move, Discard) and aim not in SINGLES else _LEAST_DOUBTED
    return found if found is not None and found.least >= least else None


def _find_other(view: View, move: Move) -> Move | None:
    """The move to compare with: the best throw, or the other answer to a bone that may be taken; None for none."""
    if isinstance(move, Discard):
        mine = view.phase == TURN and view.turn == view.seat and view.counts[move.bone]
        return Discard(Bone(find_best_throw(assess(view), view.counts).kind)) if mine else None
    bone = find_callable_bone(view)
    if not isinstance(move, Yes | Pass) or bone is None or view.phase != CALLING or view.call_mode == "race":
        return None
    is_free = view.yes_open and view.counts[bone] > 1 and can_take(view, bone) and not must_take(view, bone)
    return (Pass() if isinstance(move, Yes) else Yes()) if is_free and not ties_up(view, bone) else None


_Estimate = Callable[[Move], Mapping[Aim, float]]
"""The payment that each aim promises after a move, in "a bit"."""


def _make_estimate(view: View, others: Others) -> _Estimate:
    """Make the estimate of a model of the others."""
    usual = assess(view, others)

    def estimate(move: Move) -> Mapping[Aim, float]:
        situation, held = _find_rack(view, move, usual, others)
        return dict(zip(situation.aims, list_promises(situation, held), strict=True))

    return estimate


def _list_alike(view: View, move: Move, estimates: Sequence[_Estimate]) -> Facts:
    """List the throws that leave as much as this one by each estimate, with it, if there are several."""

    def rate(throw: Move) -> list[float]:
        return [combine([*estimate(throw).values()]) for estimate in estimates]

    most, held = rate(move), [Bone(kind) for kind in range(34) if isinstance(move, Discard) and view.counts[kind]]
    alike = [CODES[bone] for bone in held if all(map(isclose, rate(Discard(bone)), most))]
    return {"several": tuple(alike)} if len(alike) > 1 else {}


def _find_rack(view: View, move: Move, usual: Situation, others: Others) -> tuple[Situation, bytes]:
    """The situation and the rack after a move; `usual` is the situation before it."""
    held, bone = view.counts, find_callable_bone(view)
    if isinstance(move, Discard):
        return usual, with_more(held, move.bone, -1)
    if not isinstance(move, Yes) or bone is None:
        return usual, held
    after = take_bone(view, bone)
    situation, held = assess(after, others), after.counts
    if view.counts[bone] == 2:  # after an All-Of a bone is owed, and nothing is thrown yet (PB-42)
        held = with_more(held, Bone(find_best_throw(situation, held).kind), -1)
    return situation, held


def _look_after(view: View, move: Move, aim: Aim) -> After:
    """Look at the rack after a move."""
    bone = move.bone if isinstance(move, Discard) else find_callable_bone(view)
    situation, held = _find_rack(view, move, assess(view), USUAL)
    return After(situation, held, aim, bone or 0, not isinstance(move, Discard))


def _make_judge(view: View, estimate: _Estimate) -> Judge[None, Move]:
    """A judge of moves in points of ten hands: everybody else pays the expected payment (PB-68)."""

    def try_move(dealt: None, move: Move) -> Tried:
        return (_HANDS * (view.players - 1) * combine([*estimate(move).values()]),)

    return Judge(lambda chance, count: (None,), try_move)

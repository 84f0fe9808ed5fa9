"""The first version of Lombardy Bones' old hand, an opponent for later robots in the benches.

It lays a bone whenever one fits, otherwise draws or passes, and calls every renege that it can prove.
"""

from dataclasses import replace
from typing import Final

from games.core.chance import Chance
from games.core.robots import Thought, weigh
from games.lombardy.choices import list_plays
from games.lombardy.moves import Answer, Done, Draw, Knock, Next, NoScore, Play, Renege, Score
from games.lombardy.state import list_following
from games.lombardy.view import View
from games.pieces.dominoes import ALL, PIPS, WITH, Domino, is_double, mask

_DOUBLE_SIX: Final = Domino(27)


def robot(view: View, chance: Chance) -> Thought | None:
    """The first old hand's move, with its reason; None to stay silent."""
    if view.phase in ("counted", "restart"):
        return Thought(Next(), "next")
    if view.seat is None or view.pending:
        return None
    if view.phase == "lead":
        double = max((bone for bone in view.holding if is_double(bone)), default=None)
        return None if view.answered else Thought(Answer(double), "no_double" if double is None else "owns_up")
    if view.to_score == view.seat:
        total = view.line.sum_ends(view.house.bare_ends_count)
        return Thought(Score(total), "fives") if total and total % 5 == 0 else Thought(NoScore(), "not_fives")
    if view.quiet and view.last != view.seat:
        return None
    if why := _must_be_renege(view):
        return Thought(Renege(), why)
    if view.phase in ("no_lead", "last_call", "shown"):
        return Thought(Done(), "done") if view.seat in view.to_act else None
    if view.phase != "play" or view.turn != view.seat or view.waits:
        return None
    return _turn(view, chance)


def _turn(view: View, chance: Chance) -> Thought:
    open_to_me = list_plays(view)
    if not open_to_me:
        return Thought(Draw(), "draws") if view.drawable and not view.drew else Thought(Knock(), "nothing_fits")
    if len(open_to_me) == 1:
        best = Thought(open_to_me[0], "only_one")
    else:
        best = weigh(open_to_me, lambda play: _worth(view, play), chance)
    total = view.line.lay(best.move.bone, best.move.end).sum_ends(view.house.bare_ends_count)
    calls = total and total % 5 == 0 and not view.house.automatic
    return best._replace(move=replace(best.move, call=total)) if calls else best


def _worth(view: View, play: Play) -> dict[str, float]:
    line = view.line.lay(play.bone, play.end)
    total = line.sum_ends(view.house.bare_ends_count)
    mine = mask(view.holding) & ~(1 << play.bone)
    unseen = mask(ALL) & ~mine & ~line.on_table
    scores = float(total) if total % 5 == 0 else 0.0
    if not mine:
        return {"scores": scores, "goes_out": 60.0}
    guilty = view.reneges and is_double(play.bone) and view.line.first is not None and play.bone > view.line.first
    answers = 0.0
    for place, number in enumerate(line.shown):
        fitting = unseen & WITH[number]
        while fitting:
            low = fitting & -fitting
            fitting ^= low
            after = line.lay(Domino(low.bit_length() - 1), "ABCD"[place]).sum_ends(view.house.bare_ends_count)
            if after and after % 5 == 0:
                answers += after
    assert view.seat is not None
    hidden = max(1, unseen.bit_count())
    return {
        "scores": scores,
        "not_a_renege": -14.0 if guilty else 0.0,
        "sheds": 0.25 * PIPS[play.bone] + (1.0 if is_double(play.bone) else 0.0),
        "goes_on": 0.8 * (mine & line.wanted).bit_count(),
        "leaves_little": -0.9 * answers * view.counts[list_following(view.players, view.clockwise)[view.seat]] / hidden,
    }


def _must_be_renege(view: View) -> str:
    """The proof that another player has reneged and can be called for it now (LB-40 to LB-42); empty if unproven."""
    asking = view.reneges and view.phase in ("play", "no_lead", "last_call", "shown")
    if not asking or view.seat in view.barred:
        return ""
    return "laid_above" if _laid_above(view) else "held_back" if _held_back(view) else ""


def _laid_above(view: View) -> bool:
    """True if the last bone is another player's double above the spinner.

    By the house rule that drawn doubles are innocent, this proves a renege only at a table without a boneyard.
    """
    bones = [step for step in view.steps if step.bone is not None]
    if len(bones) < 2 or view.line.first is None or (view.house.drawn_innocent and view.players < 4):
        return False
    last = bones[-1]
    return last.seat != view.seat and last.bone is not None and is_double(last.bone) and last.bone > view.line.first


def _held_back(view: View) -> bool:
    """True if another player held six-six back. With four players all doubles are dealt, so another player has six-six
    unless it was led or the viewer was dealt it."""
    bones = [step for step in view.steps if step.bone is not None]
    if view.players < 4 or (view.house.renege_closes == "next_play" and len(bones) > 1):
        return False
    mine = (*view.holding, *(step.bone for step in bones if step.seat == view.seat))
    return view.line.first != _DOUBLE_SIX and _DOUBLE_SIX not in mine

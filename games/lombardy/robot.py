"""A robot for Lombardy Bones: it plays from a view alone and owns up to its doubles.

It lays what scores most and leaves little, calls its scores, draws when it cannot go on, and calls renege when what
it sees leaves no other explanation. It lets the bone of another player be for a while (LB-81).
"""

from dataclasses import replace

from games.core.chance import Chance
from games.lombardy.moves import Answer, Done, Draw, Knock, Move, Next, NoScore, Play, Renege, Score
from games.lombardy.view import View, plays
from games.pieces.dominoes import ALL, PIPS, WITH, Domino, is_double, mask

_DOUBLE_SIX = Domino(27)


def robot(view: View, chance: Chance) -> Move | None:
    """The robot's move, or None where it has nothing to say."""
    if view.phase in ("counted", "restart"):
        return Next()
    if view.seat is None or view.pending:
        return None
    if view.phase == "lead":
        doubles = [bone for bone in view.holding if is_double(bone)]
        return None if view.answered else Answer(max(doubles, default=None))
    if view.window == view.seat:
        total = view.line.total(view.bare_ends_count)
        return Score(total) if total and total % 5 == 0 else NoScore()
    if view.quiet and view.last != view.seat:
        return None
    if _must_be_renege(view):
        return Renege()
    if view.phase in ("no_lead", "last_call", "shown"):
        return Done() if view.seat in view.to_act else None
    if view.phase != "play" or view.turn != view.seat or view.waits:
        return None
    open_to_me = plays(view)
    if not open_to_me:
        return Draw() if view.drawable and not view.drew else Knock()
    best = max(open_to_me, key=lambda play: (_worth(view, play), chance.below(1024)))
    total = view.line.laid(best.bone, best.end).total(view.bare_ends_count)
    scores = total and total % 5 == 0 and not view.automatic
    return replace(best, call=total) if scores else best


def _worth(view: View, play: Play) -> float:
    line = view.line.laid(play.bone, play.end)
    total = line.total(view.bare_ends_count)
    mine = mask(view.holding) & ~(1 << play.bone)
    unseen = mask(ALL) & ~mine & ~line.on_table
    worth = float(total) if total % 5 == 0 else 0.0
    if not mine:
        return worth + 60.0
    if view.reneges and is_double(play.bone) and view.line.first is not None and play.bone > view.line.first:
        worth -= 14.0
    worth += 0.25 * PIPS[play.bone] + (1.0 if is_double(play.bone) else 0.0)
    worth += 0.8 * (mine & line.wanted).bit_count()
    answers = 0.0
    for place, number in enumerate(line.shown):
        fitting = unseen & WITH[number]
        while fitting:
            low = fitting & -fitting
            fitting ^= low
            after = line.laid(Domino(low.bit_length() - 1), "ABCD"[place]).total(view.bare_ends_count)
            if after and after % 5 == 0:
                answers += after
    assert view.seat is not None
    hidden = max(1, unseen.bit_count())
    return worth - 0.9 * answers * view.counts[(view.seat + 1) % view.players] / hidden


def _must_be_renege(view: View) -> bool:
    """Whether somebody else has certainly reneged and can be called for it now (LB-40 to LB-42)."""
    asking = view.reneges and view.phase in ("play", "no_lead", "last_call", "shown")
    return asking and view.seat not in view.asked and (_laid_above(view) or _held_back(view))


def _laid_above(view: View) -> bool:
    """Whether the last bone is another player's double above the spinner. Where drawn ones are innocent this is
    certain only at a table without a boneyard."""
    bones = [step for step in view.plays if step.bone is not None]
    if len(bones) < 2 or view.line.first is None or (view.drawn_innocent and view.players < 4):
        return False
    last = bones[-1]
    return last.seat != view.seat and last.bone is not None and is_double(last.bone) and last.bone > view.line.first


def _held_back(view: View) -> bool:
    """With four at the table every double is dealt: six-six was held back if it has not led and was not dealt here."""
    bones = [step for step in view.plays if step.bone is not None]
    if view.players < 4 or (view.renege_closes == "next_play" and len(bones) > 1):
        return False
    mine = (*view.holding, *(step.bone for step in bones if step.seat == view.seat))
    return view.line.first != _DOUBLE_SIX and _DOUBLE_SIX not in mine

"""A robot for Lombardy Bones: it plays from a view alone and owns up to its doubles.

It lays what scores most and leaves little, calls its scores, draws when it cannot go on, and calls renege when the
bones that it can see leave no other explanation.
"""

from games.core.chance import Chance
from games.core.seats import Seat
from games.lombardy.moves import Answer, Done, Draw, Knock, Move, Next, NoScore, Play, Renege, Score
from games.lombardy.view import View, plays
from games.pieces.dominoes import ALL, DOUBLES, PIPS, WITH, Domino, is_double, mask


def robot(view: View, chance: Chance) -> Move | None:
    """The robot's move, or None where it has nothing to say."""
    if view.phase in ("counted", "restart"):
        return Next()
    if view.seat is None or view.pending:
        return None
    if view.phase == "lead":
        doubles = [bone for bone in view.holding if is_double(bone)]
        return None if view.answered else Answer(max(doubles, default=None))
    if _sees_renege(view, view.seat):
        return Renege()
    if view.window == view.seat:
        total = view.line.total()
        return Score(total) if total and total % 5 == 0 else NoScore()
    if view.phase in ("no_lead", "last_call", "shown"):
        return Done() if view.seat in view.to_act else None
    if view.phase != "play" or view.turn != view.seat or view.waits:
        return None
    open_to_me = plays(view)
    if not open_to_me:
        return Draw() if view.drawable and not view.drew else Knock()
    return max(open_to_me, key=lambda play: (_worth(view, play), chance.below(1024)))


def _worth(view: View, play: Play) -> float:
    line = view.line.laid(play.bone, play.end)
    total = line.total()
    mine = mask(view.holding) & ~(1 << play.bone)
    unseen = mask(ALL) & ~mine & ~line.on_table
    worth = float(total) if total % 5 == 0 else 0.0
    if not mine:
        return worth + 60.0
    if is_double(play.bone) and view.line.first is not None and play.bone > view.line.first:
        worth -= 14.0 if view.players < 4 or not view.above_shown else 6.0
    worth += 0.25 * PIPS[play.bone] + (1.0 if is_double(play.bone) else 0.0)
    worth += 0.8 * (mine & line.wanted).bit_count()
    answers = 0.0
    for place, number in enumerate(line.playable):
        fitting = unseen & WITH[number]
        while fitting:
            low = fitting & -fitting
            fitting ^= low
            after = line.laid(Domino(low.bit_length() - 1), "ABCD"[place]).total()
            if after and after % 5 == 0:
                answers += after
    hidden = max(1, unseen.bit_count())
    return worth - 0.9 * answers * view.counts[(play_seat(view) + 1) % view.players] / hidden


def play_seat(view: View) -> Seat:
    """The seat that looks; a robot always sits on one."""
    assert view.seat is not None
    return view.seat


def _sees_renege(view: View, seat: Seat) -> bool:
    """Whether somebody else must have reneged, as far as this seat can tell (LB-40, LB-41)."""
    if not view.reneges or seat in view.asked or view.phase not in ("play", "no_lead", "last_call", "shown"):
        return False
    if view.above_shown and view.last != seat:
        return True
    if view.players < 4 or view.line.first is None:
        return False
    mine = mask(view.holding) | mask(step.bone for step in view.plays if step.seat == seat and step.bone is not None)
    highest = DOUBLES[-1]
    return highest > view.line.first and not mine >> highest & 1
